import { roundMs } from './crowd';
import { endOf, MARGIN_MS, NEAR_END_MS, type KnownWindow } from './rateWindow';
import { nextNumber } from './rotation';

/**
 * Milliseconds until the turn of this process, which is every `every`-th call: the first calls of all processes come in a round at the
 * start of the window, the others evenly over the rest of it. At once if what is left of its part is enough for all that wait.
 */
export function rotationDelay(
	window: KnownWindow,
	every: number,
	demand: number,
	now: number,
): number {
	const { limit, left, startedAt, own, rotation } = window;
	const nextWindow = Math.max(1, endOf(window) + MARGIN_MS + 1 - now);
	if (left < 1) return nextWindow;
	const number = nextNumber(rotation, own, every);
	const callsFrom = (first: number) => Math.floor((limit + 0.5 - first) / every) + 1;
	// The others leave it its part, even if it takes that at once.
	const part = Math.max(callsFrom(number), callsFrom(rotation.first) - own);
	const from = startedAt + MARGIN_MS;
	const roundEnd = from + roundMs(limit);
	if (demand <= (now < roundEnd ? part / 2 : part)) return 0;
	if (number > limit + 0.5) return nextWindow;
	if (number <= every || every >= limit) {
		return from + ((number - 1) / Math.min(every, limit)) * (roundEnd - from) - now;
	}
	const rest = endOf(window) - NEAR_END_MS - roundEnd;
	return roundEnd + ((number - every) / (limit - every)) * rest - now;
}
