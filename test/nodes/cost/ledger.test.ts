import { Big } from 'big.js';
import { files, itemWith, typed } from '../../coverage/given';
import { WORKFLOW_NAME } from '../../engine/workflow';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';
import { reportedInstead } from './reportedInstead';
import {
	audio,
	chat,
	film,
	image,
	network,
	PAID_CASES,
	rpc,
	speak,
	video,
	type PaidCase,
} from './paidCases';

const world = withService();
const round = (amount: number) => Number(amount.toFixed(10));
const charged = () => round(world.spent);
const totals = () => ({
	inferenceCostUsd: new Big(charged()).toFixed(),
	inferenceCostLabels: WORKFLOW_NAME,
});

async function run({ node, parameters, file }: PaidCase) {
	const result = await world.run({
		node,
		parameters,
		items: file && itemWith({ data: files[file] }),
	});
	expect(result.error).toBeUndefined();
	return { ...result, items: result.outputs[0] ?? [] };
}

describe('the cost in the output is that of the ledger', () => {
	it.each(PAID_CASES)('the cost of $name in the output is that of the ledger', async (one) => {
		const { items, customData } = await run(one);
		expect(charged()).toBeGreaterThan(0);
		const costs = items.map(({ json }) => json.cost as Record<string, unknown>);
		if (one.parameters.simplify === false) expect(costs[0]?.usd).toBe(charged());
		else {
			expect(costs[0]).toEqual({
				amount: charged(),
				currency: 'USD',
				...(one.reported ? {} : { estimated: true }),
			});
			for (const cost of costs.slice(1)) expect(cost).toEqual({ amount: 0, currency: 'USD' });
		}
		const { inferenceJobs, ...sums } = customData as Record<string, string>;
		expect(sums).toEqual(totals());
		// What a stop would leave of a job.
		if (inferenceJobs !== undefined)
			expect(inferenceJobs).toContain(String(items[0]?.json.queueId));
	});

	it('the cost of a video that is waited for is that of the ledger', async () => {
		letJobsGoOn(world);
		const parameters = { ...film, operation: 'generate', model: typed('video-basic') };
		const { items } = await run({ name: '', node: video, parameters });
		expect(items[0]?.json).toMatchObject({ done: true, cost: { amount: charged() } });
	});
});

describe('a cost that is not known', () => {
	it.each([
		{
			name: 'a background that is removed',
			node: image,
			parameters: { resource: 'image', operation: 'removeBackground' },
			file: 'photo' as const,
		},
		{
			name: 'a cloned voice',
			node: audio,
			parameters: { resource: 'voice', operation: 'clone', model: typed('tts-cloning') },
			file: 'voice' as const,
		},
		{
			name: 'the transcript of a video',
			node: video,
			parameters: {
				...{ resource: 'recording', operation: 'transcribe' },
				url: 'https://video.example.com/watch?v=1',
			},
		},
	])('is null for $name, as nothing prices it', async (one) => {
		const { items, customData } = await run(one);
		expect(items[0]?.json.cost).toBeNull();
		expect(customData).toEqual({});
	});

	it.each([
		[{ status: 500, body: {} }, /^the list of models could not be loaded \(/],
		[{ status: 200, body: { data: [] } }, /^No price is known for this call$/],
	])('is null with the reason when the model list is %j', async (fault, reason) => {
		world.service.fault({ path: '/models', times: 99, ...fault });
		const { items } = await run({ name: '', node: audio, parameters: speak });
		expect(items[0]?.json).toMatchObject({
			...{ cost: null, bytes: expect.any(Number) },
			costUnknown: expect.stringMatching(reason),
		});
	});

	it.each([
		...[{}, null, 7, { usd: null }, { usd: -1, diem: 'x' }],
		...[
			{ amount: 1, currency: 'USD', rest: {} },
			{ amount: 1, currency: 'COIN' },
		],
	])('is estimated where a chat reports %j, and paid once', async (cost) => {
		for (const simplify of [true, false]) {
			world.service.reset();
			world.service.fault({ path: '/chat/completions', rewriteAnswer: reportedInstead(cost) });
			const parameters = { prompt: 'What is new?', model: typed('text-basic'), simplify };
			const { item, customData } = await world.run({
				...{ node: chat, parameters, retryOnFail: { maxTries: 5 } },
			});
			const amount = charged();
			expect(world.service.ledger).toHaveLength(1);
			expect(item.json.cost).toEqual({ amount, currency: 'USD', estimated: true });
			expect(Object.keys(customData ?? {})).toEqual(Object.keys(totals()));
		}
	});

	it('is null, and nothing is looked up, when the user does not track it', async () => {
		const parameters = { ...speak, options: { cost: { trackCost: false } } };
		const { items, customData } = await run({ name: '', node: audio, parameters });
		expect(items[0]?.json.cost).toBeNull();
		expect(customData).toEqual({});
		expect(world.service.requests('/models')).toEqual([]);
	});
});

describe('the total of an execution', () => {
	it('adds up all items, with one look at the model list', async () => {
		const items = ['One', 'Two', 'Three'].map((text) => ({ json: { text } }));
		const parameters = { ...speak, text: '={{ $json.text }}' };
		const { customData, error } = await world.run({ node: audio, parameters, items });
		expect(error).toBeUndefined();
		expect(world.service.ledger).toHaveLength(3);
		expect(customData).toEqual(totals());
		expect(world.service.requests('/models')).toHaveLength(1);
	});

	it('has what was paid for before an item failed', async () => {
		const items = [{ json: { method: 'eth_blockNumber' } }, { json: { method: 'eth_call' } }];
		const parameters = {
			resource: 'rpc',
			operation: 'call',
			network,
			method: '={{ $json.method }}',
		};
		const { customData } = await world.run({ node: rpc, parameters, items });
		expect(customData).toEqual(totals());
	});
});
