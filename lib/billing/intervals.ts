import { DateTime, IANAZone } from 'luxon';

import { startOfCalendarUnit } from '../core/localTime';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export type IntervalUnit = 'day' | 'hour';

/**
 * Names the day (`2026-03-29`) or the hour (`2026-03-29T03:00+02:00`) of the IANA zone that a moment (Unix ms) lies in. The offset keeps
 * the two hours apart that have one name when summer time ends.
 */
export function createIntervalNamer(zone: string, unit: IntervalUnit): (at: number) => string {
	const { offset } = offsetReader(zone);
	let cachedHour = { from: 0, to: 0, name: '' };
	return (at) => {
		if (at >= cachedHour.from && at < cachedHour.to) return cachedHour.name;
		const ahead = offset(at);
		const local = at + ahead;
		const hour = local - (((local % HOUR_MS) + HOUR_MS) % HOUR_MS);
		const text = new Date(hour).toISOString();
		const name = unit === 'day' ? text.slice(0, 10) : text.slice(0, 16) + offsetText(ahead);
		const [from, to] = [hour - ahead, hour - ahead + HOUR_MS];
		// An hour in which the clocks change is resolved for each moment.
		if (offset(from) === ahead && offset(to - 1) === ahead) cachedHour = { from, to, name };
		return name;
	};
}

/** The names of all slots that a span touches, in order, so that those without usage are there too. */
export function intervalNamesWithin(
	{ start, end }: TimeSpan,
	zone: string,
	unit: IntervalUnit,
): string[] {
	const nameOf = createIntervalNamer(zone, unit);
	const names = new Set<string>();
	let at = start;
	while (at < end) {
		names.add(nameOf(at));
		// All clocks change at a full quarter of an hour.
		at = unit === 'hour' ? at - (at % (HOUR_MS / 4)) + HOUR_MS / 4 : nextDay(at, zone);
	}
	return [...names];
}

/** A moment as ISO 8601 with the offset of the zone. */
export function localIsoText(at: number, zone: string): string {
	const { offset } = offsetReader(zone);
	const ahead = offset(at);
	return new Date(at + ahead).toISOString().slice(0, 23) + offsetText(ahead);
}

function nextDay(at: number, zone: string): number {
	const today = startOfCalendarUnit(DateTime.fromMillis(at, { zone }), 'day');
	return startOfCalendarUnit(today.plus({ days: 1 }), 'day').toMillis();
}

function offsetReader(zone: string): { offset(at: number): number } {
	const rules = IANAZone.create(zone);
	return { offset: (at) => rules.offset(at) * MINUTE_MS };
}

function offsetText(ahead: number): string {
	const minutes = Math.abs(ahead) / MINUTE_MS;
	const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
	return `${ahead < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** A stretch of time in Unix milliseconds; its start belongs to it, its end does not. */
export interface TimeSpan {
	start: number;
	end: number;
}
