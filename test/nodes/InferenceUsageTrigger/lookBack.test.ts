import { Random } from '../../lib/billing/random';
import { rounds } from '../../rounds';
import { withService } from '../withService';
import type { Engine } from './crashHost';
import { lacking, live } from './life';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService({ now: () => Date.now() });
const HOUR = 3_600_000;
const record = (time: string, change = {}) =>
	recordUsage(world, `2026-03-15T${time}:00.000Z`, change);
const at = (time: string) => `2026-03-15T${time}:00Z`;
const parameters = { pastCharges: 'date', start: at('00:00') };
const hour = { ...parameters, options: { lookBack: 60 } };

async function times(polls: PollSeries, ...polled: string[]) {
	const items = [];
	for (const time of polled) items.push(...((await polls.at(at(time))) ?? []));
	return items.map(({ timestamp }) => String(timestamp).slice(11, 16));
}

describe('entries that are recorded up to an hour late, 1 in 50', () => {
	const engines: Engine[] = ['durable', 'default', 'scheduler'];

	it.each(engines)('all come, each once, in the %s engine', async (engine) => {
		const random = new Random(16);
		const result = await live(world, {
			seed: 16,
			engine,
			minutes: rounds(60, 240),
			perMinute: rounds(10, 160),
			maxEntries: rounds(60, 4_000),
			trouble: 0.1,
			pollEvery: 3,
			late: { share: 0.02, mostMs: HOUR },
			options: { lookBack: 60 },
			dies: () => engine === 'durable' && random.chance(0.1),
		});
		const stored = [...result.disk.stored.values()];
		expect(result.recorded.length).toBeGreaterThan(rounds(500, 100_000));
		expect({
			missing: lacking(result.recorded, stored),
			unknown: lacking(stored, result.recorded),
			repeated: result.disk.given - stored.length,
		}).toEqual({ missing: 0, unknown: 0, repeated: 0 });
	});
});

describe('Recheck for Late Entries', () => {
	it('emits what was recorded late, and nothing that was emitted before', async () => {
		const polls = new PollSeries(world, hour);
		record('00:10');
		record('00:20');
		expect(await times(polls, '00:30')).toEqual(['00:10', '00:20']);
		record('00:15');
		// Equal to one that was emitted: it has another ID, as it comes second.
		record('00:20');
		expect(await times(polls, '01:00', '01:05')).toEqual(['00:15', '00:20']);
	});

	it('reads as far back as it says, from the start of the poll before', async () => {
		const polls = new PollSeries(world, hour);
		await times(polls, '02:00', '02:10');
		record('01:08');
		record('01:10');
		record('01:12');
		expect(await times(polls, '02:11')).toEqual(['01:10', '01:12']);
	});

	it('adds late entries up in the summary of the poll that finds them', async () => {
		const polls = new PollSeries(world, { ...hour, emit: 'summary' });
		record('00:10');
		expect(await polls.at(at('00:30'))).toMatchObject([{ entries: 1 }]);
		record('00:09');
		expect(await polls.at(at('00:31'))).toMatchObject([
			{ entries: 1, from: '2026-03-15T00:09:00.000Z' },
		]);
	});

	it('turned on, off and on again, and made longer, repeats nothing', async () => {
		const polls = new PollSeries(world, parameters);
		for (let minute = 10; minute < 50; minute++) record(`00:${minute}`);
		const found = await times(polls, '00:20');
		for (const [lookBack, polled] of [
			[30, '00:25'],
			[60, '00:30'],
			[0, '00:35'],
			[60, '00:40'],
			[1440, '00:55'],
		] as const) {
			polls.parameters = { ...parameters, options: { lookBack, maxEntries: 10 } };
			found.push(...(await times(polls, polled, polled)));
		}
		expect(found).toEqual(Array.from({ length: 40 }, (_, index) => `00:${index + 10}`));
		expect(await times(polls, '01:30')).toEqual([]);
	});

	it('starts no empty run for what it reads at every poll', async () => {
		const few = { lookBack: 60, maxEntries: 10, product: 'image-*' };
		const polls = new PollSeries(world, { ...parameters, options: few });
		for (let minute = 10; minute < 59; minute++) {
			for (let one = 0; one < 4; one++) record(`01:${minute}`);
		}
		await polls.at(at('01:50'));
		for (const time of ['02:00', '02:01', '02:02']) expect(await polls.at(at(time))).toBeNull();
	});
});
