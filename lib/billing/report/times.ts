import { DateTime } from 'luxon';

import { startOfCalendarUnit } from '../../core/localTime';
import { type TimeSpan } from '../period';

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The short name of a month from 1 to 12, given as a number or as its two digits. */
export function monthName(month: number | string): string {
	return MONTHS[Number(month) - 1] ?? String(month);
}

/** The name of a day's slot as it is read: `2026-03-09` is `9 Mar 2026`. */
export function readableDay(slot: string): string {
	const [year = '', month = '', day = ''] = slot.slice(0, 10).split('-');
	return `${Number(day)} ${monthName(month)} ${year}`;
}

/** The names of days in a row as they are read: `9–12 Mar 2026`. */
export function readableDays(first: string, last: string): string {
	return readableDayRange(DateTime.fromISO(first), DateTime.fromISO(last));
}

/** The names of hours' slots as they are read, without the day: `14:00–15:00`, with the offset where a day has the hour twice. */
export function readableHours(slots: string[]): string[] {
	const local = slots.map((slot) => slot.slice(0, 16));
	return slots.map((slot, index) => {
		const start = slot.slice(11, 16);
		const end = `${String(Number(start.slice(0, 2)) + 1).padStart(2, '0')}:${start.slice(3)}`;
		const twice = local.filter((one) => one === local[index]).length > 1;
		return `${start}–${end}${twice ? ` (UTC${slot.slice(16)})` : ''}`;
	});
}

/** A span in the IANA zone as it is read: `9 Mar 2026`, `9–15 Mar 2026`, `9 Mar 2026, 14:00–15:00`. */
export function readableTimeRange({ start, end }: TimeSpan, zone: string): string {
	const from = DateTime.fromMillis(start, { zone });
	const to = DateTime.fromMillis(end, { zone });
	const last = DateTime.fromMillis(Math.max(start, end - 1), { zone });
	const isWhole = [from, to].every((at) => +startOfCalendarUnit(at, 'day') === +at) && end > start;
	if (isWhole) return readableDayRange(from, last);
	const day = (at: DateTime) => readableDay(at.toISODate() ?? '');
	const time = (at: DateTime) => at.toFormat('HH:mm');
	const oneDay = from.hasSame(last, 'day');
	const until = oneDay && !to.hasSame(last, 'day') ? '24:00' : time(to);
	if (oneDay) return `${day(from)}, ${time(from)}–${until}`;
	return `${day(from)}, ${time(from)} – ${day(to)}, ${time(to)}`;
}

/** The same with the zone behind it: `9–15 Mar 2026 (Europe/Berlin)`. */
export function readableTimeRangeWithZone(span: TimeSpan, zone: string): string {
	return `${readableTimeRange(span, zone)} (${zone})`;
}

/** The first and the last day of a span for the name of a file: `2026-03-09_to_2026-03-15`, and one day alone as `2026-03-09`. */
export function datesOfSpan({ start, end }: TimeSpan, zone: string): string {
	const dates = [start, Math.max(start, end - 1)].map((at) =>
		DateTime.fromMillis(at, { zone }).toISODate(),
	);
	return [...new Set(dates)].join('_to_');
}

function readableDayRange(first: DateTime, last: DateTime): string {
	const end = readableDay(last.toISODate() ?? '');
	if (first.hasSame(last, 'day')) return end;
	if (first.hasSame(last, 'month')) return `${first.day}–${end}`;
	if (first.hasSame(last, 'year')) return `${first.day} ${monthName(first.month)} – ${end}`;
	return `${readableDay(first.toISODate() ?? '')} – ${end}`;
}
