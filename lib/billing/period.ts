import { DateTime } from 'luxon';

import { startOf } from '../core/localTime';
import { unreadableEntry } from './amount';
import { slotNames, Span } from './slots';

export type PeriodName =
	'today' | 'yesterday' | 'last7Days' | 'last30Days' | 'thisMonth' | 'lastMonth' | 'custom';

export interface ReportPeriods {
	current: Span;
	/** What it is compared with. */
	before: Span;
	/** Of a period that is still running: up to its end. */
	whole?: Span;
}

/**
 * The period of a report, and the one before it. The last days are whole days without today. A period that is still running ends
 * at `now` (Unix ms), and is compared with the same part of the one before. Days and months are those of the IANA zone.
 */
export function reportPeriods(
	name: Exclude<PeriodName, 'custom'>,
	now: number,
	zone: string,
): ReportPeriods {
	const at = DateTime.fromMillis(now, { zone });
	const today = startOf(at, 'day');
	const month = startOf(at, 'month');
	const daysAgo = (days: number) => startOf(today.minus({ days }), 'day');
	switch (name) {
		case 'today':
			return {
				...periods(daysAgo(1), earlier(at.minus({ days: 1 }), today), today, at),
				whole: wholeOf(today, 'day'),
			};
		case 'yesterday':
			return periods(daysAgo(2), daysAgo(1), daysAgo(1), today);
		case 'last7Days':
			return periods(daysAgo(14), daysAgo(7), daysAgo(7), today);
		case 'last30Days':
			return periods(daysAgo(60), daysAgo(30), daysAgo(30), today);
		case 'thisMonth':
			return {
				...periods(
					startOf(month.minus({ months: 1 }), 'month'),
					earlier(at.minus({ months: 1 }), month),
					month,
					at,
				),
				whole: wholeOf(month, 'month'),
			};
		case 'lastMonth': {
			const last = startOf(month.minus({ months: 1 }), 'month');
			return periods(startOf(last.minus({ months: 1 }), 'month'), last, last, month);
		}
	}
}

/** How late a charge may be recorded, as the usage trigger expects it by default. */
export const SETTLE_MS = 60_000;

/** Whether a span has ended so long before `now` (Unix ms) that all of its charges are recorded. */
export function isSettled({ end }: Span, now: number): boolean {
	return now >= end + SETTLE_MS;
}

/** A span of the user's own, and the one just before it: as many days long where it has whole days, and else as many milliseconds. */
export function customPeriods({ start, end }: Span, zone: string): ReportPeriods {
	const from = DateTime.fromMillis(start, { zone });
	const days = DateTime.fromMillis(end, { zone }).diff(from, 'days').days;
	const before = Number.isInteger(days) ? from.minus({ days }).toMillis() : start - (end - start);
	return { current: { start, end }, before: { start: before, end: start } };
}

function wholeOf(start: DateTime, unit: 'day' | 'month'): Span {
	const next = startOf(start.plus({ [unit]: 1 }), unit);
	return { start: start.toMillis(), end: next.toMillis() };
}

function earlier(one: DateTime, other: DateTime): DateTime {
	return one < other ? one : other;
}

function periods(
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
const LATEST_TIME = Date.UTC(9999, 0);

/** Whether a number (Unix ms) is a time that days and months can be counted around. */
export function isTime(at: number): boolean {
	return at >= 0 && at < LATEST_TIME;
}

/**
 * The hour, day, week (from Monday on) or month of an IANA zone that a moment (Unix ms) lies in. The two hours that have one name
 * when summer time ends are two. Throws a ServiceFailure when the moment is none.
 */
export function spendPeriod(at: number, unit: PeriodUnit, zone: string): SpendPeriod {
	if (!isTime(at)) throw unreadableEntry('without a valid timestamp');
	if (unit === 'hour') return hourAround(at, zone);
	const start = startOf(DateTime.fromMillis(at, { zone }), unit);
	const end = startOf(start.plus({ [unit]: 1 }), unit);
	return { start: iso(start), end: iso(end) };
}

function hourAround(at: number, zone: string): SpendPeriod {
	const nameOf = slotNames(zone, 'hour');
	const name = nameOf(at);
	let start = Math.floor(at / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
	let end = start + QUARTER_HOUR_MS;
	while (nameOf(start - 1) === name) start -= QUARTER_HOUR_MS;
	while (nameOf(end) === name) end += QUARTER_HOUR_MS;
	const time = (moment: number) => iso(DateTime.fromMillis(moment, { zone }));
	return { start: time(start), end: time(end) };
}

function iso(time: DateTime): string {
	const text = time.toISO();
	if (text === null) throw new RangeError(`No such time zone: ${time.zoneName}`);
	return text;
}
