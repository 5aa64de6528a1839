import { DateTime, IANAZone } from 'luxon';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * The moment (Unix ms) at which the clocks of an IANA zone show a local time, given as the Unix time of the same figures in UTC.
 * Of two such moments it is the first; a time that is left out counts by the clock before the change (RFC 5545, section 3.3.5).
 * Luxon decides by the season of the run instead.
 */
export function unixMsOfLocalTime(local: number, zone: string): number {
	const rules = IANAZone.create(zone);
	const offset = (at: number) => rules.offset(at) * MINUTE_MS;
	// No zone is further from UTC than a day, so that a change of its clocks lies between the two.
	const [before, after] = [offset(local - DAY_MS), offset(local + DAY_MS)];
	const moments = [local - before, local - after].filter((at) => at + offset(at) === local);
	return moments.length > 0 ? Math.min(...moments) : local - before;
}

/** The moment (Unix ms) of an ISO 8601 text; one without an offset is the local time of the zone. Undefined where the text is none. */
export function unixMsOfIsoText(text: string, zone: string): number | undefined {
	const [, time = text, name = zone] = /^([^[]*)\[([^\]]*)\]$/.exec(text) ?? [];
	const parsed = DateTime.fromISO(time, { zone: 'utc' });
	if (!parsed.isValid || !IANAZone.isValidZone(name)) return undefined;
	// A text with an offset is the same moment wherever it is read.
	const elsewhere = DateTime.fromISO(time, { zone: 'utc+1' });
	const isFixed = parsed.toMillis() === elsewhere.toMillis();
	return isFixed ? parsed.toMillis() : unixMsOfLocalTime(parsed.toMillis(), name);
}

/** The first moment of the day, week (from Monday on) or month that a time lies in, in its zone. */
export function startOfCalendarUnit(time: DateTime, unit: 'day' | 'week' | 'month'): DateTime {
	const local = time.setZone('utc', { keepLocalTime: true }).startOf(unit);
	const zone = time.zoneName ?? 'utc';
	return DateTime.fromMillis(unixMsOfLocalTime(local.toMillis(), zone), { zone });
}
