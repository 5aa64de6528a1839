import { rounds } from '../../rounds';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService({ now: () => Date.now() });
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const BEGIN = Date.parse('2026-01-30T00:00:00Z');
const at = (ms: number) => new Date(BEGIN + ms).toISOString();

describe('a threshold after a long outage', () => {
	it('reports each missed day once, over the end of the month', async () => {
		const options = { timeZone: 'UTC' };
		const polls = new PollSeries(world, {
			emit: 'threshold',
			threshold: 1,
			period: 'day',
			pastCharges: 'date',
			start: at(0),
			options,
		});
		expect(await polls.at(at(MINUTE))).toBeNull();
		for (let day = 0; day < 5; day++) {
			// Nothing is spent on the fourth day, and every other currency is counted for itself.
			const amounts = day === 3 ? [] : [-0.6, -0.6, -0.6];
			for (const [hour, amount] of amounts.entries()) {
				recordUsage(world, at(day * DAY + (hour + 1) * 60 * MINUTE), { amount });
				recordUsage(world, at(day * DAY + (hour + 1) * 60 * MINUTE), { amount, currency: 'DIEM' });
			}
		}
		const told = (await polls.at(at(4 * DAY + 600 * MINUTE))) ?? [];
		const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-03'];
		expect(
			told.map(({ periodStart, currency }) => [String(periodStart).slice(0, 10), currency]),
		).toEqual(
			days.flatMap((day) => [
				[day, 'USD'],
				[day, 'DIEM'],
			]),
		);
		expect(told.every(({ spend }) => spend === 1.2)).toBe(true);
		expect(new Set(told.map(({ id }) => id)).size).toBe(8);
		expect(await polls.at(at(4 * DAY + 601 * MINUTE))).toBeNull();
	});
});

describe('a day of polls', () => {
	it.each(['entries', 'summary', 'threshold'])('starts no empty run (%s)', async (emit) => {
		const options = { product: 'image-*', timeZone: 'UTC' };
		const polls = new PollSeries(world, { emit, threshold: 5, pastCharges: 'none', options });
		const rare = rounds(10, 100);
		let [runs, empty] = [0, 0];
		for (let minute = 0; minute < 3 * rare; minute++) {
			for (let one = 0; one < 20; one++) recordUsage(world, at(minute * MINUTE + one * 2_000));
			if (minute % rare === rare / 2)
				recordUsage(world, at(minute * MINUTE), { sku: 'image-a', amount: -6 });
			const items = await polls.at(at((minute + 1) * MINUTE));
			if (items !== null) runs++;
			if (items?.length === 0) empty++;
		}
		expect([runs, empty]).toEqual([emit === 'threshold' ? 1 : 3, 0]);
	});
});

describe('another account’s key in the middle of a window', () => {
	it('goes on from the same place, and passes over nothing of that account', async () => {
		for (let minute = 0; minute < 25; minute++) recordUsage(world, at(minute * MINUTE));
		const from = { pastCharges: 'date', start: at(0), options: { maxEntries: 10 } };
		const polls = new PollSeries(world, from);
		expect(await polls.at(at(60 * MINUTE))).toHaveLength(10);
		world.service.reset();
		recordUsage(world, at(2 * MINUTE));
		for (let minute = 10; minute < 15; minute++) recordUsage(world, at(minute * MINUTE + 500));
		world.service.fault({ refuseCursor: true });
		const items = await polls.at(at(61 * MINUTE));
		expect(items?.map(({ timestamp }) => timestamp)).toEqual(
			[10, 11, 12, 13, 14].map((minute) => at(minute * MINUTE + 500)),
		);
	});
});
