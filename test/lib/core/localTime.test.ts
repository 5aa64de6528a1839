import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DateTime } from 'luxon';

import {
	unixMsOfLocalTime,
	unixMsOfIsoText,
	startOfCalendarUnit,
} from '../../../lib/core/localTime';
import { rounds, sample } from '../../rounds';

/** What Python's zoneinfo makes of local times around the changes of the clocks, by `localTimes.py`. */
const TABLE = readFileSync(path.join(__dirname, '../../fixtures/localTimes.txt'), 'utf8');

const groups = TABLE.trim()
	.split('\n\n')
	.map((group) => {
		const [zones = '', ...times] = group.split('\n');
		return { zones: zones.split(' '), times: times.map((line) => line.split(' ')) };
	});

const iso = (at: number | undefined) => at !== undefined && new Date(at).toISOString();

describe('a local time', () => {
	const isKnown = (zone: string) => DateTime.now().setZone(zone).isValid;

	// Half of the zones are read in each season.
	it.each([
		['in December', '2026-12-20', 0],
		['in July', '2027-07-01', 1],
	])('is what zoneinfo says in every zone, read %s', (_season, today, turn) => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(today));
		const known = groups.map(({ zones, times }, group) => ({
			zones: sample(zones, 2, group + turn).filter(isKnown),
			times,
		}));
		const wrong = known.flatMap(({ zones, times }) =>
			zones.flatMap((zone) =>
				times
					.filter(([local = '', at = '']) => unixMsOfIsoText(local, zone) !== Date.parse(at))
					.map((line) => `${zone} ${line.join(' ')}`),
			),
		);
		clock.mockRestore();
		expect(known.flatMap(({ zones }) => zones).length).toBeGreaterThan(rounds(100, 200));
		expect(wrong).toEqual([]);
	});

	it('a local time that comes twice is the first one', () => {
		const midnight = Date.UTC(2026, 9, 25);
		expect(iso(unixMsOfLocalTime(midnight, 'Atlantic/Azores'))).toBe('2026-10-25T00:00:00.000Z');
	});

	it.each([
		['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
		['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
		['2026-10-25T02:30+01:00', 'Europe/Berlin', '2026-10-25T01:30:00.000Z'],
		['2026-10-25T02:30:00Z', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
		['2026-10-25T02:30[Europe/Berlin]', 'UTC', '2026-10-25T00:30:00.000Z'],
		['2026-10-25T02:30+01:00[Europe/Berlin]', 'UTC', '2026-10-25T01:30:00.000Z'],
		['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
		['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
	])('%s in %s is %s', (text, zone, at) => {
		expect(iso(unixMsOfIsoText(text, zone))).toBe(at);
	});

	it.each(['', 'tomorrow', '2026-13-01', '2026-10-25T02:30[Europe/Nowhere]'])(
		'is not %j',
		(text) => {
			expect(unixMsOfIsoText(text, 'UTC')).toBeUndefined();
		},
	);
});

test('a day starts at its first moment, however far its midnight is from that of the last change', () => {
	const at = DateTime.fromISO('2026-11-01T12:00:00Z', { zone: 'America/Havana' });
	expect(startOfCalendarUnit(at, 'day').toUTC().toISO()).toBe('2026-11-01T04:00:00.000Z');
	expect(startOfCalendarUnit(at, 'month').toUTC().toISO()).toBe('2026-11-01T04:00:00.000Z');
});
