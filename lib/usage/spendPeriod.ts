import { DateTime } from 'luxon';

export const PERIOD_UNITS = ['hour', 'day', 'week', 'month'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** ISO 8601 with the offset of the zone; the start belongs to the period, the end does not. */
export interface SpendPeriod {
	start: string;
	end: string;
}

/** The hour, day, week (from Monday on) or month of an IANA zone that a moment (Unix ms) lies in. */
export function spendPeriod(at: number, unit: PeriodUnit, zone: string): SpendPeriod {
	const start = DateTime.fromMillis(at, { zone }).startOf(unit);
	const end = start.plus({ [unit]: 1 }).startOf(unit);
	return { start: iso(start), end: iso(end) };
}

function iso(time: DateTime): string {
	const text = time.toISO();
	if (text === null) throw new RangeError(`No such time zone: ${time.zoneName}`);
	return text;
}
