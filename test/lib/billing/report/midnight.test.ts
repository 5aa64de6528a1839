import {
	reportPeriods,
	spendPeriodAround,
	intervalNamesWithin,
	type TimeSpan,
} from '../../../../lib/billing/period';

const iso = ({ start, end }: TimeSpan) => [start, end].map((at) => new Date(at).toISOString());

describe('a day whose first hour comes twice', () => {
	it.each([
		['Atlantic/Azores', '2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z'],
		['America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
	])('a day in %s begins with the first of two hours at midnight', (zone, begin, end) => {
		const [first, last] = [Date.parse(begin), Date.parse(end)];
		for (let at = first; at < last; at += 900_000) {
			const { start: from, end: to } = spendPeriodAround(at, 'day', zone);
			expect([Date.parse(from), Date.parse(to)]).toEqual([first, last]);
			expect(reportPeriods('today', at, zone).current).toEqual({ start: first, end: at });
		}
		const day = reportPeriods('yesterday', last + 1, zone);
		expect(iso(day.current)).toEqual([begin, end]);
		expect(intervalNamesWithin(day.current, zone, 'day')).toEqual([begin.slice(0, 10)]);
		expect(intervalNamesWithin(day.current, zone, 'hour')).toHaveLength(25);
		const dayBefore = spendPeriodAround(first - 1, 'day', zone);
		expect(Date.parse(dayBefore.end)).toBe(first);
	});
});

describe('a day without midnight', () => {
	it.each([
		['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
		['America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
	])('a day without midnight in %s begins at one o’clock', (zone, begin, end) => {
		const { start: from, end: to } = spendPeriodAround(Date.parse(begin) + 1, 'day', zone);
		expect(iso({ start: Date.parse(from), end: Date.parse(to) })).toEqual([begin, end]);
		expect(iso(reportPeriods('yesterday', Date.parse(end), zone).current)).toEqual([begin, end]);
	});
});

describe('the last week', () => {
	it.each([
		['on a Sunday', '2026-03-29T12:00:00Z', '2026-03-15T23:00:00.000Z', '2026-03-22T23:00:00.000Z'],
		['on a Monday', '2026-03-29T22:00:00Z', '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
		[
			'in a new year',
			'2026-01-01T12:00:00Z',
			'2025-12-21T23:00:00.000Z',
			'2025-12-28T23:00:00.000Z',
		],
	])('is Monday to Sunday before the running one %s, in the zone', (_when, now, start, end) => {
		const { current, before } = reportPeriods('lastWeek', Date.parse(now), 'Europe/Berlin');
		expect(iso(current)).toEqual([start, end]);
		expect(intervalNamesWithin(current, 'Europe/Berlin', 'day')).toHaveLength(7);
		expect(before.end).toBe(current.start);
		expect(intervalNamesWithin(before, 'Europe/Berlin', 'day')).toHaveLength(7);
	});
});

test('days are cut at their own midnight in zones with half an hour and with three quarters', () => {
	for (const [zone, begin] of [
		['Asia/Kolkata', '2026-05-01T18:30:00.000Z'],
		['Asia/Kathmandu', '2026-05-01T18:15:00.000Z'],
	] as const) {
		const { current } = reportPeriods('yesterday', Date.parse('2026-05-03T12:00:00Z'), zone);
		expect(iso(current)[0]).toBe(begin);
		expect(intervalNamesWithin(current, zone, 'hour')).toHaveLength(24);
	}
});
