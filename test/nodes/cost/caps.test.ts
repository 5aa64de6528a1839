import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import type { Embedder } from '../../../lib/chat/agents/embedder';
import { typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { supply } from '../../engine/supply';
import { withService } from '../withService';
import { inGroups, withOptions } from '../../engine/withOptions';

const world = withService();
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ json: { at } }));
const speech = { resource: 'speech', operation: 'generate', text: 'Good morning, all of you' };
const chat = { prompt: 'What is new?', model: typed('text-basic') };

const run = async (
	node: RunNodeOptions['node'],
	parameters: RunNodeOptions['parameters'],
	settings: Record<string, number>,
	others: Partial<RunNodeOptions> = {},
) =>
	await world.run({
		...{ node, items: items(10), continueOnFail: 'continueRegularOutput' },
		parameters: withOptions(parameters, inGroups(settings)),
		...others,
	});
const refusals = ({ outputs }: Awaited<ReturnType<typeof run>>) =>
	(outputs[0] ?? []).flatMap(({ json }) => (typeof json.error === 'string' ? [json.error] : []));

it('adds what was charged to the data of the execution', async () => {
	const { customData } = await run(new InferenceAudio(), speech, {}, { items: items(2) });
	expect(world.service.ledger).toHaveLength(2);
	expect(Number(customData?.inferenceCostUsd)).toBeCloseTo(world.spent, 8);
});

describe('Max Cost per Run', () => {
	it('sends no call that would pass it, and says what was spent, what it costs and where the cap is', async () => {
		const { item } = await run(new InferenceAudio(), speech, {}, { items: items(1) });
		const { amount } = item.json.cost as { amount: number };
		world.service.reset();
		const most = Number((amount * 3.5).toFixed(8));
		const refused = refusals(
			await run(new InferenceAudio(), speech, { maxCostPerRun: most, maxConcurrentRequests: 1 }),
		);
		expect(world.service.ledger).toHaveLength(3);
		expect(refused).toHaveLength(7);
		expect(refused[0]).toMatch(
			/^Not sent: [\d.e-]+ USD of [\d.e-]+ USD is left under Max Cost per Run\. This call costs [\d.e-]+ USD \[item 4 of 10\]$/,
		);
	});

	it('counts calls in flight, so that many at once do not pass it together', async () => {
		const { item } = await run(new InferenceAudio(), speech, {}, { items: items(1) });
		const { amount } = item.json.cost as { amount: number };
		world.service.reset();
		const most = amount * 3.5;
		await run(new InferenceAudio(), speech, { maxCostPerRun: most, maxConcurrentRequests: 10 });
		expect(world.service.ledger).toHaveLength(3);
		expect(world.spent).toBeLessThanOrEqual(most);
	});

	it('passes it by no more than the calls in flight, where an answer is longer than expected', async () => {
		const one = await run(new InferenceChat(), chat, {}, { items: items(1) });
		const { amount } = one.outputs[0]?.[0]?.json.cost as { amount: number };
		world.service.reset();
		const most = amount * 3.5;
		const parameters = withOptions(chat, { maxCompletionTokens: 1 });
		await run(new InferenceChat(), parameters, { maxCostPerRun: most, maxConcurrentRequests: 2 });
		expect(world.service.ledger.length).toBeLessThan(10);
		expect(world.spent).toBeLessThanOrEqual(most + 2 * amount);
	});

	it('holds in the next try of the node too', async () => {
		world.service.fault({ path: '/audio/speech', status: 400, body: { error: 'No' }, times: 9 });
		const { error } = await run(
			new InferenceAudio(),
			speech,
			{ maxCallsPerRun: 2 },
			{ ...{ items: items(1), continueOnFail: undefined }, retryOnFail: { maxTries: 4 } },
		);
		expect(error?.message).toContain('has made the 2 calls that Max Calls per Run allows');
		expect(world.service.requests('/audio/speech')).toHaveLength(2);
	});

	it('asks for the quote of a video before it is queued', async () => {
		const film = { resource: 'video', operation: 'queue', prompt: 'A boat', duration: '5s' };
		const refused = refusals(
			await run(new InferenceVideo(), film, { maxCostPerRun: 0.000001 }, { items: items(1) }),
		);
		expect(refused[0]).toMatch(
			/^Not sent: 0\.000001 USD of .* is left .* This call costs 0\.25 USD/,
		);
		expect(world.service.requests('/video/quote')).toHaveLength(1);
		expect(world.service.ledger).toEqual([]);
	});

	it.each([
		['cannot be loaded', { status: 500, body: {} }, /the list of models could not be loaded/],
		['is empty', { status: 200, body: { data: [] } }, /the service lists none/],
		...[-1, '1', null].map((usd): [string, object, RegExp] => [
			`has the price ${usd}`,
			{
				status: 200,
				body: { data: [{ id: 'tts-basic', model_spec: { pricing: { input: { usd } } } }] },
			},
			/the service lists none/,
		]),
	])('sends nothing when the model list %s', async (_name, fault, reason) => {
		world.service.fault({ path: '/models', times: 99, ...fault });
		const refused = refusals(await run(new InferenceAudio(), speech, { maxCostPerRun: 100 }));
		expect(world.service.requests('/audio/speech')).toEqual([]);
		expect(refused).toHaveLength(10);
		expect(refused[0]).toMatch(
			/^Not sent: Max Cost per Run is 100 USD, and the price of this call/,
		);
		expect(refused[0]).toMatch(reason);
	});

	it('takes a call back that was refused', async () => {
		const { item } = await run(new InferenceAudio(), speech, {}, { items: items(1) });
		const { amount } = item.json.cost as { amount: number };
		world.service.reset();
		world.service.fault({ path: '/audio/speech', status: 400, body: { error: 'No' }, times: 5 });
		const limits = { maxCostPerRun: amount * 1.5, maxConcurrentRequests: 1 };
		await run(new InferenceAudio(), speech, limits, { items: items(7) });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('holds for a sub-node', async () => {
		const { response } = await supply<Embedder>({
			...world.access,
			node: new EmbeddingsInference(),
			parameters: {
				model: typed('embedding-basic'),
				options: { cost: { maxCostPerRun: 0.00000001 } },
			},
		});
		await expect(response.embedQuery('x'.repeat(8_000))).rejects.toThrow(
			/^Not sent: 0 USD of 1e-8 USD is left under Max Cost per Run\. This call costs at least/,
		);
		expect(world.service.ledger).toEqual([]);
	});
});

describe('Max Calls per Run', () => {
	it('sends nothing of a run that would make more', async () => {
		const { error } = await run(
			new InferenceChat(),
			chat,
			{ maxCallsPerRun: 3 },
			{ continueOnFail: undefined },
		);
		expect(error?.message).toBe(
			'Not sent: of the 3 calls that Max Calls per Run allows, this node has made 0 and keeps 3 for other items [item 4 of 10]',
		);
		expect(world.service.journal).toEqual([]);
	});

	it.each([true, false])('counts each part of a long text (as a tool: %p)', async (asTool) => {
		const text = 'One sentence of a long text. '.repeat(300);
		const parameters = (maxCallsPerRun: number) => ({
			...speech,
			...{ text, options: { cost: { maxCallsPerRun } } },
		});
		const asked = { node: new InferenceAudio(), asTool };
		const { error } = await world.run({ ...asked, parameters: parameters(1) });
		expect(error?.message).toMatch(
			/^Not sent: it takes \d+ calls\. Of the 1 call that Max Calls per Run allows, this node has made 0/,
		);
		expect(world.service.ledger).toEqual([]);
		const parts = Number(/takes (\d+) calls/.exec(error?.message ?? '')?.[1]);
		expect(parts).toBeGreaterThan(2);
		const { error: none } = await world.run({ ...asked, parameters: parameters(parts) });
		expect(none).toBeUndefined();
		expect(world.service.ledger).toHaveLength(parts);
	});

	it.each([
		{ concurrent: 1, allowed: 5, sent: 3 },
		{ concurrent: 5, allowed: 5, sent: 3 },
		{ concurrent: 5, allowed: 6, sent: 6 },
	])(
		'sends the first items whose parts fit, all of them or none ($sent of $allowed calls, $concurrent at once)',
		async ({ concurrent, allowed, sent }) => {
			const text = 'Word here. '.repeat(800);
			const limits = { maxCallsPerRun: allowed, maxConcurrentRequests: concurrent };
			const made = await run(new InferenceAudio(), { ...speech, text }, limits);
			expect(world.service.ledger).toHaveLength(sent);
			expect(refusals(made)).toHaveLength(10 - sent / 3);
			const [whole] = made.outputs[0] ?? [];
			expect(whole?.json.error).toBeUndefined();
		},
	);

	it('sends as many as it allows where the user lets the others fail', async () => {
		const refused = refusals(await run(new InferenceChat(), chat, { maxCallsPerRun: 3 }));
		expect(refused).toHaveLength(7);
		expect(world.service.ledger).toHaveLength(3);
	});

	it('asks an agent not to call the tool again', async () => {
		const { error } = await world.run({
			...{ node: new InferenceWeb(), asTool: true, items: items(2) },
			parameters: { query: 'library', options: { cost: { maxCallsPerRun: 1 } } },
		});
		expect(error?.message).toBe(
			'Not sent: of the 1 call that Max Calls per Run allows, this node has made 0 and keeps 1 for other items. Do not call it again in this run. ' +
				'To allow more, raise Max Calls per Run under Options > Cost.',
		);
	});

	it('holds for a sub-node', async () => {
		const { response } = await supply<Embedder>({
			...world.access,
			node: new EmbeddingsInference(),
			parameters: {
				model: typed('embedding-basic'),
				options: { cost: { maxCallsPerRun: 2 } },
			},
		});
		await response.embedQuery('One');
		await response.embedQuery('Two');
		await expect(response.embedQuery('Three')).rejects.toThrow('has made the 2 calls');
		expect(world.service.ledger).toHaveLength(2);
	});
});
