import {
	readableDay,
	readableHours,
	readableTimeRangeWithZone,
} from '../../../../lib/billing/report/times';

const span = (start: string, end: string, zone = 'Europe/Berlin') =>
	readableTimeRangeWithZone({ start: Date.parse(start), end: Date.parse(end) }, zone);

it.each([
	['2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', '29 Mar 2026'],
	['2026-11-14T00:00+01:00', '2026-11-21T00:00+01:00', '14–20 Nov 2026'],
	['2026-02-28T00:00+01:00', '2026-03-07T00:00+01:00', '28 Feb – 6 Mar 2026'],
	['2025-12-30T00:00+01:00', '2026-01-02T00:00+01:00', '30 Dec 2025 – 1 Jan 2026'],
	['2026-03-09T14:00+01:00', '2026-03-09T15:00+01:00', '9 Mar 2026, 14:00–15:00'],
	['2026-03-09T14:00+01:00', '2026-03-10T00:00+01:00', '9 Mar 2026, 14:00–24:00'],
	['2026-03-01T00:00+01:00', '2026-03-09T14:05+01:00', '1 Mar 2026, 00:00 – 9 Mar 2026, 14:05'],
	['2026-03-09T00:00+01:00', '2026-03-09T00:00+01:00', '9 Mar 2026, 00:00–00:00'],
])('%s to %s reads %s', (start, end, text) => {
	expect(span(start, end)).toBe(`${text} (Europe/Berlin)`);
});

it('takes a day that begins at one o’clock for a whole one', () => {
	const text = span('2026-04-24T01:00+03:00', '2026-04-25T00:00+03:00', 'Africa/Cairo');
	expect(text).toBe('24 Apr 2026 (Africa/Cairo)');
});

it('names days and hours, with the offset where an hour comes twice', () => {
	expect(readableDay('2026-03-09')).toBe('9 Mar 2026');
	expect(
		readableHours([
			'2026-10-25T01:00+02:00',
			'2026-10-25T02:00+02:00',
			'2026-10-25T02:00+01:00',
			'2026-10-25T23:00+01:00',
		]),
	).toEqual(['01:00–02:00', '02:00–03:00 (UTC+02:00)', '02:00–03:00 (UTC+01:00)', '23:00–24:00']);
});
