import { clock } from '../../../lib/core/clock';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { SERVICE_TIME_BY_TRIGGER } from '../../../nodes/InferenceUsageTrigger/pollUsage';
import { runPoll } from '../../engine/runPoll';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService({ now: () => Date.now() });
const MINUTE = 60_000;
const from = { pastCharges: 'date', start: '2026-03-15T00:00:00Z' };
const BEGIN = Date.parse('2026-03-15T02:00:00Z');
const at = (minutes: number) => new Date(BEGIN + minutes * MINUTE);
const record = (minutes: number) => recordUsage(world, at(minutes).toISOString());
const times = (items: Array<Record<string, unknown>> | null) =>
	(items ?? []).map(({ timestamp }) => timestamp);

/** A poll at so many minutes by our clock, in so many requests, with the clock of the service `ahead` minutes before ours. */
async function pollAt(polls: PollSeries, minutes: number, ahead: number, requests: number) {
	const before = world.service.journal.length;
	if (requests > 0) world.service.fault({ skewMs: ahead * MINUTE, times: requests });
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
			// Set right: a steady clock says how much time has passed.
			await pollAt(polls, 20, 0, 1);
		},
	);

	it('a clock that is ten minutes behind only emits entries later', async () => {
		record(2);
		const polls = new PollSeries(world, from);
		expect(await pollAt(polls, 0, 10, 1)).toBeNull();
		expect(times(await pollAt(polls, 4, 10, 1))).toEqual([at(2).toISOString()]);
	});

	it.each([
		['30 s ahead', 0.5],
		['half a second ahead', 0.5 / 60],
		['five minutes behind', -5],
		['half an hour ahead', 30],
	])('%s at the first activation, misses nothing from then on', async (_name, ahead) => {
		const polls = new PollSeries(world, { pastCharges: 'none', options: { settleDelay: 0 } });
		let recorded = -60;
		const until = (seconds: number) => {
			for (; recorded <= Math.min(120, seconds); recorded++) record(recorded / 60 + 0.001);
		};
		const found = [];
		for (let poll = 0; poll <= 10; poll++) {
			until(poll * 60);
			world.service.clearFaults();
			world.service.fault({ skewMs: -ahead * MINUTE, times: 2 });
			found.push(...times(await polls.at(at(poll + ahead).toISOString())));
		}
		// The first poll is two seconds after the begin; `Date` has no fraction of a second.
		const since = found.filter((time) => Date.parse(String(time)) >= BEGIN + 2_000);
		expect(since).toHaveLength(119);
		expect(found.length - since.length).toBeLessThanOrEqual(1);
	});
});

describe('a service that does not send its time', () => {
	it.each(['entries', 'summary'])('loses nothing to a jump of an hour (%s)', async (emit) => {
		const polls = new PollSeries(world, { ...from, emit, options: { maxEntries: 1000 } });
		let found = 0;
		for (let minute = 0; minute < 150; minute += 2) {
			if (minute < 120) record(minute);
			const ahead = minute >= 30 && minute < 90 ? 60 : 0;
			world.service.clearFaults();
			world.service.fault({ headers: { date: '' }, times: 2 });
			for (const { entries = 1 } of (await polls.at(at(minute + ahead).toISOString())) ?? [])
				found += Number(entries);
		}
		expect(found).toBe(60);
	});
});

describe('a poll that never ends', () => {
	const poll = async () =>
		await runPoll({ ...world.access, node: new InferenceUsageTrigger(), parameters: from });

	it('holds up only those of the next minutes, and emits nothing if it ends after all', async () => {
		record(0);
		let now = Date.now();
		jest.restoreAllMocks();
		SERVICE_TIME_BY_TRIGGER.clear();
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
