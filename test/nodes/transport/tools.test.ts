import type { INodeExecutionData } from 'n8n-workflow';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceWeb());
const runEmbeddings = world.runner(new InferenceEmbeddings(), {
	model: typed('embedding-basic'),
});
const json = (outputs: INodeExecutionData[][]) => JSON.stringify(outputs);

describe('as tools of an agent', () => {
	it('searches for what the model filled in', async () => {
		const { outputs, error } = await run(
			{ query: '={{ $json.query }}' },
			{ asTool: true, items: [{ json: { query: 'library' } }] },
		);
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).toEqual({ query: 'library' });
		expect(json(outputs)).toContain('Result 1 for library');
	});

	it('says that there is no file, as an agent hands over none, and what to do', async () => {
		const { error } = await run({ resource: 'document', operation: 'parse' }, { asTool: true });
		expect(error?.message).toBe(
			'The item has no file: it has no binary data at all. ' +
				'Agents cannot pass files: set File Source to URL, and let the agent fill in the URL.',
		);
	});

	it('puts cause, cure, status and request ID of a refusal into the message', async () => {
		const { error } = await runEmbeddings(
			{ text: 'Hello' },
			{ ...world.accessWith({ apiKey: world.service.keys.poor }), asTool: true },
		);
		expect(error?.message).toMatch(
			/^The account does not have enough credit for this call\. Add credit .*Status 402 · Request ID \w+/s,
		);
		expect(error?.message).not.toContain('[item');
		expect(error?.message).not.toContain(world.service.keys.poor);
	});

	it('makes blockchain calls', async () => {
		const { outputs, error } = await world.run({
			node: new InferenceCryptoRpc(),
			asTool: true,
			parameters: { network: typed('base-mainnet'), method: 'eth_chainId' },
		});
		expect(error).toBeUndefined();
		expect(json(outputs)).toContain('0x2105');
	});

	it('reads a field of the item for embeddings', async () => {
		const { outputs, error } = await runEmbeddings(
			{ input: 'field' },
			{ asTool: true, items: [{ json: { text: 'Hello' } }] },
		);
		expect(error).toBeUndefined();
		expect(json(outputs)).toContain('"dimensions":256');
	});

	it.each([
		[new InferenceModels(), { resource: 'model', operation: 'getAll', returnAll: true }],
		[new InferenceCharacters(), { resource: 'character', operation: 'getAll', returnAll: true }],
		[new InferenceBilling(), { resource: 'rateLimit', operation: 'get' }],
	])(
		'answers with a list of about 4,000 characters at most, and counts the rest',
		async (node, parameters) => {
			const { items } = await world.run({ node, asTool: true, parameters });
			const answer = JSON.stringify(items.map((item) => item.json));
			expect(answer.length).toBeLessThanOrEqual(4000);
			expect(answer.length).toBeGreaterThan(2000);
			expect(answer).toMatch(/Only \d+ of \d+/);
		},
	);

	it('returns more to an agent where the user allows it', async () => {
		const { items, outputs } = await world.run({
			node: new InferenceModels(),
			asTool: true,
			parameters: {
				resource: 'model',
				operation: 'getAll',
				returnAll: true,
				options: { maxAgentCharacters: 100_000 },
			},
		});
		expect(items.length).toBeGreaterThan(30);
		expect(json(outputs)).not.toContain('leftOut');
	});

	it('never tops up a wallet', async () => {
		const { error } = await world.run({
			...world.walletAccess(),
			node: new InferenceX402(),
			asTool: true,
			parameters: { resource: 'balance', operation: 'topUp', maxAmount: 10 },
		});
		expect(error?.message).toBe(
			'Top Up is not for agents: nothing was signed and nothing was paid. ' +
				'Put the node into the workflow itself, or ask a person to top up.',
		);
		expect(world.service.journal).toEqual([]);
	});
});
