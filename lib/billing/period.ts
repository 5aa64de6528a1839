import { DateTime, IANAZone } from 'luxon';

import { startOfCalendarUnit } from '../core/localTime';
import { unreadableEntryFailure } from './amount';

export type PeriodName =
	| 'today'
	| 'yesterday'
	| 'last7Days'
	| 'last30Days'
	| 'lastWeek'
	| 'thisMonth'
	| 'lastMonth'
	| 'custom';

export interface ReportPeriods {
	current: TimeSpan;
	/** What it is compared with. */
	before: TimeSpan;
	/** Of a period that is still running: up to its end. */
	whole?: TimeSpan;
}

/**
 * The period of a report, and the one before it. The last days are whole days without today. A period that is still running ends
 * at `now` (Unix ms), and is compared with the same part of the one before. Days, weeks (from Monday on) and months are those of the IANA zone.
 */
export function reportPeriods(
	name: Exclude<PeriodName, 'custom'>,
	now: number,
	zone: string,
): ReportPeriods {
	const at = DateTime.fromMillis(now, { zone });
	const today = startOfCalendarUnit(at, 'day');
	const month = startOfCalendarUnit(at, 'month');
	const daysAgo = (days: number) => startOfCalendarUnit(today.minus({ days }), 'day');
	switch (name) {
		case 'today':
			return {
				...toReportPeriods(daysAgo(1), earlierTime(at.minus({ days: 1 }), today), today, at),
				whole: calendarUnitFrom(today, 'day'),
			};
		case 'yesterday':
			return toReportPeriods(daysAgo(2), daysAgo(1), daysAgo(1), today);
		case 'last7Days':
			return toReportPeriods(daysAgo(14), daysAgo(7), daysAgo(7), today);
		case 'last30Days':
			return toReportPeriods(daysAgo(60), daysAgo(30), daysAgo(30), today);
		case 'lastWeek': {
			const week = startOfCalendarUnit(at, 'week');
			const weeksAgo = (weeks: number) => startOfCalendarUnit(week.minus({ weeks }), 'week');
			return toReportPeriods(weeksAgo(2), weeksAgo(1), weeksAgo(1), week);
		}
		case 'thisMonth':
			return {
				...toReportPeriods(
					startOfCalendarUnit(month.minus({ months: 1 }), 'month'),
					earlierTime(at.minus({ months: 1 }), month),
					month,
					at,
				),
				whole: calendarUnitFrom(month, 'month'),
			};
		case 'lastMonth': {
			const last = startOfCalendarUnit(month.minus({ months: 1 }), 'month');
			return toReportPeriods(
				startOfCalendarUnit(last.minus({ months: 1 }), 'month'),
				last,
				last,
				month,
			);
		}
	}
}

/** How late a charge may be recorded, as the usage trigger expects it by default. */
const MAX_CHARGE_DELAY_MS = 60_000;

/** Whether a span has ended so long before `now` (Unix ms) that all of its charges are recorded. */
export function isFullyRecorded({ end }: TimeSpan, now: number): boolean {
	return now >= end + MAX_CHARGE_DELAY_MS;
}

/** A span of the user's own, and the one just before it: as many days long where it has whole days, and else as many milliseconds. */
export function customPeriods({ start, end }: TimeSpan, zone: string): ReportPeriods {
	const from = DateTime.fromMillis(start, { zone });
	const days = DateTime.fromMillis(end, { zone }).diff(from, 'days').days;
	const before = Number.isInteger(days) ? from.minus({ days }).toMillis() : start - (end - start);
	return { current: { start, end }, before: { start: before, end: start } };
}

function calendarUnitFrom(start: DateTime, unit: 'day' | 'month'): TimeSpan {
	const next = startOfCalendarUnit(start.plus({ [unit]: 1 }), unit);
	return { start: start.toMillis(), end: next.toMillis() };
}

function earlierTime(one: DateTime, other: DateTime): DateTime {
	return one < other ? one : other;
}

function toReportPeriods(
	beforeStart: DateTime,
	beforeEnd: DateTime,
	start: DateTime,
	end: DateTime,
): ReportPeriods {
	return {
		current: { start: start.toMillis(), end: end.toMillis() },
		before: { start: beforeStart.toMillis(), end: beforeEnd.toMillis() },
	};
}

export const PERIOD_UNITS = ['hour', 'day', 'week', 'month'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** ISO 8601 with the offset of the zone; the start belongs to the period, the end does not. */
export interface SpendPeriod {
	start: string;
	end: string;
}

/** All clocks change at a full quarter of an hour. */
const QUARTER_HOUR_MS = 900_000;
const LATEST_TIME_MS = Date.UTC(9999, 0);

/** Whether a number (Unix ms) is a time that days and months can be counted around. */
export function isSupportedTime(at: number): boolean {
	return at >= 0 && at < LATEST_TIME_MS;
}

/**
 * The hour, day, week (from Monday on) or month of an IANA zone that a moment (Unix ms) lies in. The two hours that have one name
 * when summer time ends are two. Throws a ServiceFailure when the moment is none.
 */
export function spendPeriodAround(at: number, unit: PeriodUnit, zone: string): SpendPeriod {
	if (!isSupportedTime(at)) throw unreadableEntryFailure('without a valid timestamp');
	if (unit === 'hour') return hourAround(at, zone);
	const start = startOfCalendarUnit(DateTime.fromMillis(at, { zone }), unit);
	const end = startOfCalendarUnit(start.plus({ [unit]: 1 }), unit);
	return { start: toIsoText(start), end: toIsoText(end) };
}

function hourAround(at: number, zone: string): SpendPeriod {
	const nameOf = createIntervalNamer(zone, 'hour');
	const name = nameOf(at);
	let start = Math.floor(at / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
	let end = start + QUARTER_HOUR_MS;
	while (nameOf(start - 1) === name) start -= QUARTER_HOUR_MS;
	while (nameOf(end) === name) end += QUARTER_HOUR_MS;
	const time = (moment: number) => toIsoText(DateTime.fromMillis(moment, { zone }));
	return { start: time(start), end: time(end) };
}

function toIsoText(time: DateTime): string {
	const text = time.toISO();
	if (text === null) throw new RangeError(`No such time zone: ${time.zoneName}`);
	return text;
}

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
