const WINDOW_MS = 30_000;
/** Our clock and the service's see a failure at slightly different times. */
const MARGIN_MS = 500;
const ALLOWED = 19;

/**
 * Milliseconds until one more call may be sent, when every call in flight and this one might fail: fewer than 20 failures fall into any 30 s
 * (docs/service.md#rate-limits). Infinity while only calls in flight stand in the way.
 */
export function budgetDelay(failures: number[], inFlight: number, now: number): number {
	const recent = recentFailures(failures, now);
	const over = recent.length + inFlight - ALLOWED;
	if (over < 0) return 0;
	const oldest = recent[over];
	return oldest === undefined ? Number.POSITIVE_INFINITY : oldest + WINDOW_MS + MARGIN_MS - now;
}

/** The failures, in Unix milliseconds, that still count. */
export function recentFailures(failures: number[], now: number): number[] {
	// A clock that was set back would make them last for hours.
	return failures.filter((at) => at <= now && now - at < WINDOW_MS + MARGIN_MS);
}
