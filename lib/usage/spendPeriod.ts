import { DateTime } from 'luxon';

import { ServiceFailure } from '../base/failure';
import { slotNames } from './slots';
import { startOf } from './startOf';

export const PERIOD_UNITS = ['hour', 'day', 'week', 'month'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** ISO 8601 with the offset of the zone; the start belongs to the period, the end does not. */
export interface SpendPeriod {
	start: string;
	end: string;
}

/** All clocks change at a full quarter of an hour. */
const QUARTER = 900_000;
const LATEST = Date.UTC(9999, 0);

/** Whether a number (Unix ms) is a time that days and months can be counted around. */
export function isTime(at: number): boolean {
	return at >= 0 && at < LATEST;
}

/**
 * The hour, day, week (from Monday on) or month of an IANA zone that a moment (Unix ms) lies in. The two hours that have one name
 * when summer time ends are two. Throws a ServiceFailure when the moment is none.
 */
export function spendPeriod(at: number, unit: PeriodUnit, zone: string): SpendPeriod {
	if (!isTime(at)) {
		const facts = { kind: 'malformed', status: 200 } as const;
		throw new ServiceFailure('The service sent a usage entry without a valid timestamp', facts);
	}
	if (unit === 'hour') return hourAround(at, zone);
	const start = startOf(DateTime.fromMillis(at, { zone }), unit);
	const end = startOf(start.plus({ [unit]: 1 }), unit);
	return { start: iso(start), end: iso(end) };
}

function hourAround(at: number, zone: string): SpendPeriod {
	const nameOf = slotNames(zone, 'hour');
	const name = nameOf(at);
	let start = Math.floor(at / QUARTER) * QUARTER;
	let end = start + QUARTER;
	while (nameOf(start - 1) === name) start -= QUARTER;
	while (nameOf(end) === name) end += QUARTER;
	const time = (moment: number) => iso(DateTime.fromMillis(moment, { zone }));
	return { start: time(start), end: time(end) };
}

function iso(time: DateTime): string {
	const text = time.toISO();
	if (text === null) throw new RangeError(`No such time zone: ${time.zoneName}`);
	return text;
}
