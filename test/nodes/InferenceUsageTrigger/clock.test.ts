import { clock } from '../../../lib/base/clock';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { runPoll } from '../../engine/runPoll';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService();
const MINUTE = 60_000;
const from = { startFrom: 'date', start: '2026-03-15T00:00:00Z' };
const at = (minutes: number) => new Date(Date.parse('2026-03-15T02:00:00Z') + minutes * MINUTE);
const record = (minutes: number) => recordUsage(world, at(minutes).toISOString());
const times = (items: Array<Record<string, unknown>> | null) =>
	(items ?? []).map(({ timestamp }) => timestamp);

/** A poll at so many minutes by our clock, in so many requests, with the clock of the service `ahead` minutes before ours. */
async function pollAt(polls: PollSeries, minutes: number, ahead: number, requests: number) {
	const before = world.service.journal.length;
	const date = new Date(Number(at(minutes)) + ahead * MINUTE).toUTCString();
	if (requests > 0) world.service.fault({ headers: { date }, times: requests });
	const items = await polls.at(at(minutes).toISOString());
	expect(world.service.journal).toHaveLength(before + requests);
	return items;
}

const asked = () => world.service.journal.map(({ query }) => query.endTimestamp);

describe('a clock that is not that of the service', () => {
	it.each(['entries', 'threshold'])(
		'ahead by ten minutes passes over nothing (%s)',
		async (emit) => {
			const options = { timeZone: 'UTC' };
			const polls = new PollSeries(world, {
				...from,
				emit,
				threshold: 0.1,
				period: 'hour',
				options,
			});
			expect(await pollAt(polls, 10, -10, 2)).toBeNull();
			record(3);
			expect(await pollAt(polls, 14.5, -10, 1)).toHaveLength(1);
			expect(asked()).toEqual([at(9), at(-1), at(3.5)].map((time) => time.toISOString()));
			await pollAt(polls, 20, 0, 1);
		},
	);

	it('counts no longer once it is set right', async () => {
		const polls = new PollSeries(world, from);
		await pollAt(polls, 24 * 60, -24 * 60, 2);
		record(1);
		// What was known of the clock would put the end of the window before its begin.
		expect(await pollAt(polls, 3, 0, 0)).toBeNull();
		expect(times(await pollAt(polls, 4, 0, 1))).toEqual([at(1).toISOString()]);
	});

	it('behind by ten minutes only emits entries later', async () => {
		record(2);
		const polls = new PollSeries(world, from);
		expect(await pollAt(polls, 0, 10, 1)).toBeNull();
		expect(times(await pollAt(polls, 4, 10, 1))).toEqual([at(2).toISOString()]);
	});
});

describe('a poll that never ends', () => {
	const poll = async () =>
		await runPoll({ ...world.access, node: new InferenceUsageTrigger(), parameters: from });

	it('holds up only those of the next minutes, and emits nothing if it ends after all', async () => {
		record(0);
		let now = Date.now();
		jest.restoreAllMocks();
		jest.spyOn(clock, 'now').mockImplementation(() => now);
		world.service.fault({ delayMs: 2_000 });
		const stuck = poll();
		while (world.service.maxInFlight === 0) await new Promise((go) => setTimeout(go, 10));
		expect((await poll()).items).toBeNull();
		now += 6 * MINUTE;
		expect((await poll()).items).toHaveLength(1);
		const late = await stuck;
		expect(late.items).toBeNull();
		expect(late.staticData).toEqual({});
	});
});
