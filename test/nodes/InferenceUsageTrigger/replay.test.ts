import { outcomeByKey } from '../../../nodes/InferenceUsageTrigger/handOver';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService();
const record = (time: string, change = {}) => recordUsage(world, `2026-03-15T${time}.000Z`, change);
const at = (time: string) => `2026-03-15T${time}:00Z`;
const options = { replayUnfinished: true };
const parameters = { pastCharges: 'date', start: '2026-03-15T00:00:00Z', options };

beforeEach(() => outcomeByKey.clear());

function recordThree() {
	for (const time of ['00:01:00', '00:02:00', '00:02:00']) record(time);
}

const replayed = (items: object[] | null) => items?.map((item) => ({ ...item, replayed: true }));

describe('replay of unfinished executions', () => {
	it('emits the entries of an execution that a restart ended again, with the same IDs', async () => {
		recordThree();
		const polls = new PollSeries(world, parameters);
		polls.status = undefined;
		const first = await polls.at(at('00:10'));
		expect(first).toHaveLength(3);
		expect(await polls.at(at('00:11'))).toBeNull();
		outcomeByKey.clear();
		polls.status = 'success';
		record('00:10:30');
		const again = await polls.at(at('00:12'));
		expect(again?.slice(0, 3)).toEqual(replayed(first));
		expect(again?.slice(3)).toEqual([expect.not.objectContaining({ replayed: true })]);
		expect(await polls.at(at('00:13'))).toBeNull();
		expect(polls.staticData.usage).toHaveProperty('handOffs', []);
	});

	it('replays nothing after a restart once a later state has kept that it succeeded', async () => {
		recordThree();
		const polls = new PollSeries(world, parameters);
		await polls.at(at('00:10'));
		await polls.at(at('00:11'));
		outcomeByKey.clear();
		expect(await polls.at(at('00:12'))).toBeNull();
	});

	it.each(['error', 'crashed', 'not created', 'timed out', 'shut down'] as const)(
		'emits again after ever longer rests what ended as %s, ten times at most',
		async (status) => {
			recordThree();
			const polls = new PollSeries(world, parameters);
			polls.status = status;
			const minutes = [];
			const errors: Error[] = [];
			for (const minute of [0, 1, 2, 3, 6, 7, 14, 15, 31, 63, 122, 123, 183, 243, 303, 400]) {
				const now = Date.parse(at('00:10')) + minute * 60_000;
				const items = await polls.at(new Date(now).toISOString());
				if (items !== null && items.length > 0) minutes.push(minute);
				errors.push(...polls.errors);
			}
			expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243]);
			expect(errors.map(({ message }) => message)).toEqual([
				expect.stringContaining('2026-03-15T00:01:00.000Z to 2026-03-15T00:02:00.001Z'),
			]);
			expect(polls.staticData.usage).toHaveProperty('handOffs', []);
		},
	);

	it('tries what it cannot read to its end ten times, with rests, while all new entries come', async () => {
		for (let count = 0; count < 25; count++) record('00:01:00');
		const polls = new PollSeries(world, parameters);
		polls.status = 'error';
		expect(await polls.at(at('00:10'))).toHaveLength(25);
		polls.status = 'success';
		polls.parameters = { ...parameters, options: { ...options, maxEntries: 10 } };
		// The second page of the span never comes.
		world.service.fault({ refuseCursor: true, times: 100_000 });
		const errors: string[] = [];
		const emitted: unknown[] = [];
		for (let minute = 10; minute <= 400; minute += 10) {
			const now = new Date(Date.parse(at('00:10')) + minute * 60_000);
			recordUsage(world, new Date(now.getTime() - 120_000).toISOString());
			// The service counts failures by its own clock.
			world.service.advance(60_000);
			for (const item of (await polls.at(now.toISOString())) ?? []) emitted.push(item.replayed);
			errors.push(...polls.errors.map(({ message }) => message));
		}
		expect(emitted).toEqual(Array.from({ length: 40 }, () => undefined));
		expect(errors).toEqual([
			expect.stringContaining('2026-03-15T00:01:00.000Z to 2026-03-15T00:01:00.001Z'),
		]);
		expect(polls.staticData.usage).toHaveProperty('handOffs', [expect.anything()]);
	});

	it('reads past entries that the filter rejects without counting a try', async () => {
		const second = (at: number) => new Date(Date.parse('2026-03-15T00:01:00Z') + at * 100);
		for (let count = 0; count < 400; count++) {
			recordUsage(world, second(count).toISOString(), {
				sku: count % 20 === 0 ? `keep-${count}` : 'drop',
			});
		}
		const filtered = { ...options, product: 'keep*' };
		const polls = new PollSeries(world, { ...parameters, options: filtered });
		polls.status = 'error';
		expect(await polls.at(at('00:10'))).toHaveLength(20);
		polls.status = 'success';
		polls.parameters = { ...parameters, options: { ...filtered, maxEntries: 10 } };
		const products = new Set<unknown>();
		for (let minute = 11; minute < 60; minute++) {
			for (const { sku } of (await polls.at(at(`00:${minute}`))) ?? []) products.add(sku);
			expect(polls.errors).toEqual([]);
		}
		expect(products.size).toBe(20);
	});

	it.each(['canceled', 'waiting'] as const)('leaves alone what is %s', async (status) => {
		recordThree();
		const polls = new PollSeries(world, parameters);
		polls.status = status;
		expect(await polls.at(at('00:10'))).toHaveLength(3);
		expect(await polls.at(at('00:20'))).toBeNull();
	});

	it('emits again what is in an execution whose end n8n has not reported for six hours', async () => {
		recordThree();
		const polls = new PollSeries(world, parameters);
		polls.status = undefined;
		const first = await polls.at(at('00:10'));
		expect(await polls.at(at('06:09'))).toBeNull();
		polls.status = 'success';
		expect(await polls.at(at('06:10'))).toEqual(replayed(first));
		expect(await polls.at(at('12:20'))).toBeNull();
	});

	it('splits what there is no room for, and loses nothing of it', async () => {
		for (let minute = 0; minute < 35; minute++) record(`00:${String(minute).padStart(2, '0')}:00`);
		const polls = new PollSeries(world, { ...parameters, options: { ...options, maxEntries: 40 } });
		polls.status = undefined;
		const first = (await polls.at(at('01:00'))) ?? [];
		expect(first).toHaveLength(35);
		outcomeByKey.clear();
		polls.status = 'success';
		polls.parameters = { ...parameters, options: { ...options, maxEntries: 10 } };
		const ids = new Set<unknown>();
		const sizes = [];
		for (const time of ['01:01', '01:02', '01:03', '01:04', '01:05', '01:06']) {
			const items = await polls.at(at(time));
			sizes.push(items?.length ?? null);
			for (const { id } of items ?? []) ids.add(id);
		}
		expect(ids).toEqual(new Set(first.map(({ id }) => id)));
		expect(sizes.slice(-1)).toEqual([null]);
	});

	it.each(['summary', 'threshold'])('never applies to a %s', async (emit) => {
		record('00:01:00', { amount: -20 });
		const polls = new PollSeries(world, { ...parameters, emit, threshold: 5 });
		polls.status = 'error';
		expect(await polls.at(at('00:10'))).toHaveLength(1);
		outcomeByKey.clear();
		expect(await polls.at(at('00:20'))).toBeNull();
	});

	it('is off unless it is chosen', async () => {
		recordThree();
		const polls = new PollSeries(world, { ...parameters, options: {} });
		polls.status = 'error';
		expect(await polls.at(at('00:10'))).toHaveLength(3);
		outcomeByKey.clear();
		expect(await polls.at(at('00:20'))).toBeNull();
	});
});
