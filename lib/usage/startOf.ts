import type { DateTime } from 'luxon';

/**
 * The first moment of the day, week (from Monday on) or month that a time lies in, in its zone. Where summer time ends at midnight, as in
 * the Azores, that day has its first hour twice, and luxon may begin it with the second one.
 */
export function startOf(time: DateTime, unit: 'day' | 'week' | 'month'): DateTime {
	let start = time.startOf(unit);
	for (;;) {
		// All clocks change at a full quarter of an hour.
		const earlier = start.minus({ minutes: 15 });
		if (earlier.toISODate() !== start.toISODate()) return start;
		start = earlier;
	}
}
