import { isSupportedTime, spendPeriodAround, type PeriodUnit } from '../../../lib/billing/period';

describe('spendPeriod', () => {
	it.each([
		'2026-03-15T12:34:56.789Z hour UTC 2026-03-15T12:00:00.000Z 2026-03-15T13:00:00.000Z',
		'2026-03-15T12:34:56.789Z day UTC 2026-03-15T00:00:00.000Z 2026-03-16T00:00:00.000Z',
		'2026-03-15T12:34:56.789Z week UTC 2026-03-09T00:00:00.000Z 2026-03-16T00:00:00.000Z',
		'2026-03-15T12:34:56.789Z month UTC 2026-03-01T00:00:00.000Z 2026-04-01T00:00:00.000Z',
		// Its start belongs to a period, its end does not.
		'2026-03-16T00:00:00.000Z day UTC 2026-03-16T00:00:00.000Z 2026-03-17T00:00:00.000Z',
		'2026-03-14T23:30:00.000Z day Asia/Tokyo 2026-03-15T00:00:00.000+09:00 2026-03-16T00:00:00.000+09:00',
		// Summer time begins and ends in Berlin: days of 23 and of 25 hours.
		'2026-03-29T12:00:00.000Z day Europe/Berlin 2026-03-29T00:00:00.000+01:00 2026-03-30T00:00:00.000+02:00',
		'2026-10-25T12:00:00.000Z day Europe/Berlin 2026-10-25T00:00:00.000+02:00 2026-10-26T00:00:00.000+01:00',
		'2026-10-01T00:00:00.000Z month Europe/Berlin 2026-10-01T00:00:00.000+02:00 2026-11-01T00:00:00.000+01:00',
		// The hour that exists twice is two hours.
		'2026-10-25T00:30:00.000Z hour Europe/Berlin 2026-10-25T02:00:00.000+02:00 2026-10-25T02:00:00.000+01:00',
		'2026-10-25T01:30:00.000Z hour Europe/Berlin 2026-10-25T02:00:00.000+01:00 2026-10-25T03:00:00.000+01:00',
		'2026-03-29T00:30:00.000Z hour Europe/Berlin 2026-03-29T01:00:00.000+01:00 2026-03-29T03:00:00.000+02:00',
	])('a moment, its unit, zone and period: %s', (line) => {
		const [at = '', unit, zone = '', start, end] = line.split(' ');
		expect(spendPeriodAround(Date.parse(at), unit as PeriodUnit, zone)).toEqual({ start, end });
	});

	it('counts from the start of 1970 to the end of 9998', () => {
		const latest = Date.UTC(9999, 0);
		expect([-1, 0, latest - 1, latest].map(isSupportedTime)).toEqual([false, true, true, false]);
	});

	it.each<[PeriodUnit, string]>([
		['hour', 'Europe/Berlin'],
		['hour', 'Asia/Kathmandu'],
		['hour', 'Australia/Lord_Howe'],
		['day', 'America/Sao_Paulo'],
		['day', 'Africa/Cairo'],
		['week', 'America/New_York'],
		['month', 'Pacific/Apia'],
	])('periods by %s join without gap or overlap in %s', (unit, zone) => {
		let at = Date.parse('2026-03-25T00:00:00.000Z');
		const until = Date.parse(
			unit === 'hour' ? '2026-04-07T00:00:00.000Z' : '2027-03-25T00:00:00.000Z',
		);
		while (at < until) {
			const { start, end } = spendPeriodAround(at, unit, zone);
			expect(Date.parse(start)).toBeLessThanOrEqual(at);
			expect(Date.parse(end)).toBeGreaterThan(at);
			expect(spendPeriodAround(Date.parse(end) - 1, unit, zone)).toEqual({ start, end });
			expect(spendPeriodAround(Date.parse(end), unit, zone).start).toBe(end);
			at = Date.parse(end);
		}
	});
});
