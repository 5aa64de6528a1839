import type { Allowance } from './rateHeaders';

const MARGIN_MS = 250;
/** How much a new call counts in the average. */
const WEIGHT = 0.3;

/** What is known of a limit in tokens (docs/service.md#rate-limits). */
export interface TokenWindow {
	left: number;
	/** When the window ends, in Unix milliseconds. */
	resetAt: number;
	/** How many tokens a call has taken, on average. */
	perCall: number;
}

/** Nothing is known yet. */
export function unknownTokens(): TokenWindow {
	return { left: Number.POSITIVE_INFINITY, resetAt: 0, perCall: 0 };
}

/** The window after an answer that arrived at `now`. */
export function withTokens(
	window: TokenWindow,
	{ left, resetAt }: Allowance,
	now: number,
): TokenWindow {
	if (left === undefined || resetAt === undefined) return window;
	const used = now < window.resetAt ? window.left - left : Number.NaN;
	const perCall =
		used >= 0 && Number.isFinite(used)
			? window.perCall * (1 - WEIGHT) + used * (window.perCall === 0 ? 1 : WEIGHT)
			: window.perCall;
	return { left, resetAt, perCall };
}

/** Milliseconds until one more call of average length fits, beside those in flight. */
export function tokensDelay(
	{ left, resetAt, perCall }: TokenWindow,
	inFlight: number,
	now: number,
): number {
	if (now >= resetAt + MARGIN_MS || left - perCall * inFlight > 0) return 0;
	return resetAt + MARGIN_MS - now;
}
