import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { usageAt } from '../../service/historyWalk';
import { withService } from '../withService';

const from = '2026-01-01T00:00:00.000Z';
const world = withService({ history: { entries: 95, from, stepMs: 1000 } });
const run = world.runner(new InferenceBilling(), { resource: 'usage', operation: 'getAll' });

/** The whole history, read by the service's own rules and not by the code under test. */
async function wholeHistory(): Promise<unknown[]> {
	const answer = await fetch(`${world.service.url}/billing/usage-history`, {
		headers: { authorization: `Bearer ${world.service.keys.user}` },
	});
	const { data } = (await answer.json()) as { data: unknown[] };
	return data;
}

/** So many entries in one millisecond that several pages have to follow each other by their cursors. */
function recordTies(): void {
	for (let n = 0; n < 35; n++) {
		world.service.record(usageAt('2026-01-01T00:00:20.500Z', `tie-${n}`));
	}
}

const statuses = () => world.service.journal.map(({ status }) => status);

describe('Inference Billing: a usage history of several pages', () => {
	it('reads what does not fit into a page in windows of time and returns every entry once', async () => {
		const all = await wholeHistory();
		world.service.reset();
		world.service.fault({ delayMs: 40, times: 1_000 });
		const { items } = await run({ returnAll: true, options: { pageSize: 10 } });
		expect(items.map((item) => item.json)).toEqual(all);
		expect(all.length).toBeGreaterThanOrEqual(95);
		const [first, ...others] = world.service.journal;
		expect(first?.query).toEqual({ pageSize: '10' });
		expect(others.length).toBeGreaterThan(9);
		for (const { query } of others) {
			expect(query).toMatchObject({ pageSize: '10', startTimestamp: expect.any(String) });
		}
		expect(world.service.maxInFlight).toBeGreaterThan(1);
		expect(world.service.maxInFlight).toBeLessThanOrEqual(10);
	});

	it('has as few requests in flight as the user allows', async () => {
		const all = await wholeHistory();
		world.service.reset();
		world.service.fault({ delayMs: 40, times: 1_000 });
		const { items } = await run({
			returnAll: true,
			options: { pageSize: 10, retriesAndLimits: { maxConcurrentRequests: 2 } },
		});
		expect(items.map((item) => item.json)).toEqual(all);
		expect(world.service.maxInFlight).toBe(2);
	});

	it('leaves the places of a run to its other items', async () => {
		const all = await wholeHistory();
		world.service.reset();
		world.service.fault({ delayMs: 40, times: 1_000 });
		const { items } = await run(
			{ returnAll: true, options: { pageSize: 10 } },
			{ items: Array.from({ length: 12 }, () => ({ json: {} })) },
		);
		expect(items).toHaveLength(12 * all.length);
		expect(world.service.maxInFlight).toBeGreaterThan(1);
		expect(world.service.maxInFlight).toBeLessThanOrEqual(10);
	});

	it('follows the cursor alone within a millisecond, starts over when it is refused, and returns nothing twice', async () => {
		recordTies();
		const all = await wholeHistory();
		world.service.fault({ refuseCursor: true });
		const { items } = await run({ returnAll: true, options: { pageSize: 10 } });
		expect(items.map((item) => item.json)).toEqual(all);
		expect(items.length).toBeGreaterThanOrEqual(130);
		expect(statuses().filter((status) => status === 400)).toHaveLength(1);
		const byCursor = world.service.journal.filter(({ query }) => query.cursor !== undefined);
		expect(byCursor.length).toBeGreaterThan(3);
		for (const { query } of byCursor) expect(Object.keys(query)).toEqual(['cursor']);
	});

	it('returns what it read before the window that failed, and the error after it', async () => {
		const all = await wholeHistory();
		world.service.reset();
		world.service.fault({ delayMs: 1, times: 4 });
		world.service.fault({ status: 403, body: { error: 'Not any more' }, times: 100 });
		const { outputs, error } = await run(
			{
				returnAll: true,
				options: { pageSize: 10, retriesAndLimits: { maxConcurrentRequests: 1 } },
			},
			{ continueOnFail: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		const items = outputs[0] ?? [];
		const read = items.slice(0, -1).map((item) => item.json);
		expect(read.length).toBeGreaterThanOrEqual(7);
		expect(read).toEqual(all.slice(0, read.length));
		expect(items.at(-1)?.json.error ?? items.at(-1)?.error).toBeDefined();
		expect(world.service.journal.length).toBeLessThan(12);
	});
});
