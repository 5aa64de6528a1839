import { DateTime } from 'luxon';

import type { Span } from './period';

export type BudgetUnit = 'hour' | 'day' | 'week' | 'month';

/** The whole hour, day, week (from Monday) or month of the IANA zone in which `now` (Unix ms) lies. */
export function budgetPeriod(unit: BudgetUnit, now: number, zone: string): Span {
	const at = DateTime.fromMillis(now, { zone });
	if (unit === 'hour') {
		// The hour that comes twice when summer time ends is two hours.
		const start = now - ((((now + at.offset * 60_000) % 3_600_000) + 3_600_000) % 3_600_000);
		return { start, end: start + 3_600_000 };
	}
	const start = at.startOf(unit);
	return {
		start: start.toMillis(),
		end: start
			.plus({ [unit]: 1 })
			.startOf(unit)
			.toMillis(),
	};
}
