import { DateTime } from 'luxon';

import { startOf } from './startOf';

/** A stretch of time in Unix milliseconds; its start belongs to it, its end does not. */
export interface Span {
	start: number;
	end: number;
}

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
