import type { INodeParameters } from 'n8n-workflow';

import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { until } from '../../engine/until';
import { withService } from '../withService';
import { inGroups } from '../../engine/withOptions';

const world = withService();
const charges = () => world.service.ledger.length;
const equal = (count: number) => Array.from({ length: count }, (_, index) => ({ json: { index } }));

describe('the first item with a request', () => {
	const path = '/embeddings';
	const run = async (more: Partial<RunNodeOptions> = {}, settings: INodeParameters = {}) => {
		const { outputs, ...result } = await world.run({
			node: new InferenceEmbeddings(),
			items: equal(5),
			parameters: { text: 'Hello', options: inGroups(settings) },
			...more,
		});
		return { ...result, items: outputs[0] ?? [] };
	};

	it('fails for all of them, and is not sent again', async () => {
		world.service.fault({ path, status: 400, body: { error: 'Not today' } });
		const { items } = await run({ continueOnFail: 'continueRegularOutput' });
		expect(world.service.requests(path)).toHaveLength(1);
		expect(items.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/Not today \[item 1 of 5\]$/),
			...[2, 3, 4, 5].map((item) =>
				expect.stringMatching(
					new RegExp(`^Same request as item 1, which failed: .*Not today \\[item ${item} of 5\\]$`),
				),
			),
		]);
	});

	it('ends the run with its own error, and a retry pays once', async () => {
		world.service.fault({ path, status: 400, body: { error: 'Not today' } });
		const { error, keptData } = await run();
		expect(error?.message).toMatch(/Not today \[item 1 of 5\]$/);
		const again = await run({ keptData });
		expect(again.items).toHaveLength(5);
		expect(charges()).toBe(1);
	});

	it('may have been charged, and is not sent again either', async () => {
		world.service.fault({ path, status: 504, body: {} });
		const { items } = await run({ continueOnFail: 'continueRegularOutput' });
		expect(world.service.requests(path)).toHaveLength(1);
		for (const { json } of items) expect(json.error).toContain('the call may have been charged');
	});

	it('is paid once, also when another item fails and the node is retried', async () => {
		const items = [...equal(3), { json: { index: 9 } }, ...equal(2)];
		const parameters = {
			text: '={{ $json.index === 9 ? "Other" : "Hello" }}',
			options: { combineItems: false, retriesAndLimits: { maxConcurrentRequests: 1 } },
		};
		world.service.fault({ path, delayMs: 0 });
		world.service.fault({ path, status: 400, body: { error: 'Not today' }, times: 2 });
		const { error, ...result } = await run({
			...{ items, parameters },
			retryOnFail: { maxTries: 3 },
		});
		expect(error).toBeUndefined();
		expect(charges()).toBe(2);
		const paid = result.items.map(({ json }) => (json.cost as { amount: number }).amount > 0);
		expect(paid).toEqual([true, false, false, true, false, false]);
	});

	it('counts alone as a call, and what a retry takes from memory not at all', async () => {
		// One answer, one refusal, and the answer of the retry.
		const limits = { maxCallsPerRun: 3, maxConcurrentRequests: 1 };
		const items = [...equal(3), { json: { index: 9 } }];
		const text = '={{ $json.index === 9 ? "Other" : "Hello" }}';
		world.service.fault({ path, delayMs: 0 });
		world.service.fault({ path, status: 400, body: { error: 'Not today' } });
		const options = { combineItems: false, ...inGroups(limits) };
		const more = { items, parameters: { text, options } };
		const first = await run(more);
		expect(first.error?.message).toContain('Not today');
		const again = await run({ ...more, keptData: first.keptData });
		expect(again.error).toBeUndefined();
		expect(again.items).toHaveLength(4);
		expect(charges()).toBe(2);
	});

	it('counts alone against Max Cost per Run', async () => {
		const { items } = await run({ items: equal(1) });
		const { amount } = items[0]?.json.cost as { amount: number };
		const { error } = await run({}, { maxCostPerRun: amount * 1.5 });
		expect(error).toBeUndefined();
		expect(charges()).toBe(2);
	});

	it('does not keep the others waiting when the execution is stopped', async () => {
		world.service.fault({ path, delayMs: 600_000 });
		const abortOn = until(() => world.service.requests(path).length > 0);
		const { status } = await run({ abortOn });
		expect(status).toBe('canceled');
		expect(world.service.requests(path)).toHaveLength(1);
	});

	it('shares nothing among the calls of an agent', async () => {
		const { error } = await run({ asTool: true, items: [{ json: {} }, { json: {} }] });
		expect(error).toBeUndefined();
		expect(charges()).toBe(2);
	});
});
