const WINDOW_MS = 30_000;
/** Our clock and the service's see a failure at slightly different times. */
const MARGIN_MS = 500;
const ALLOWED = 19;
/** A larger crowd would be held back longer than a call may wait. */
const LARGEST_CROWD = 45;

/**
 * Milliseconds until one more call may be sent, when every call in flight and this one might fail: fewer than 20 failures fall into any 30 s
 * (docs/service.md#rate-limits), divided among `callers`. Infinity while only calls in flight stand in the way.
 */
export function budgetDelay(
	failures: number[],
	inFlight: number,
	now: number,
	callers = 1,
): number {
	const recent = recentFailures(failures, now, callers);
	const over = recent.length + inFlight - Math.max(1, Math.floor(ALLOWED / callers));
	if (over < 0) return 0;
	const oldest = recent[over];
	if (oldest === undefined) return inFlight > 0 ? Number.POSITIVE_INFINITY : 0;
	return oldest + windowMs(callers) + MARGIN_MS - now;
}

/** The failures, in Unix milliseconds, that still count. */
export function recentFailures(failures: number[], now: number, callers = LARGEST_CROWD): number[] {
	// A clock that was set back would make them last for hours.
	return failures.filter((at) => at <= now && now - at < windowMs(callers) + MARGIN_MS);
}

/** With more callers than failures allowed, each may fail once in a longer time. */
function windowMs(callers: number): number {
	return WINDOW_MS * Math.max(1, Math.min(callers, LARGEST_CROWD) / ALLOWED);
}
