import type { Allowance } from './rateHeaders';

const MARGIN_MS = 250;
/** Two resets that are closer belong to one window: the service names whole seconds. */
const SAME_MS = 1_500;
/** The spread ends so long before the window does. */
const GUARD_MS = 10_000;
/** The rest of a longer window, such as that of a day, is not spread. */
const LONGEST_SPREAD_MS = 120_000;
const MINUTE_MS = 60_000;
/** So much of a limit is left to others at the most. */
const RESERVE = 0.2;

/** What is known of one limit of the service, in calls or in tokens. */
export interface RateWindow {
	/** How much a window holds; undefined until an answer has told. */
	limit?: number;
	/** What is left of this window, less what is in flight. */
	left: number;
	/** When the window ends, in Unix milliseconds; undefined until an answer of this window has told. */
	resetAt?: number;
	/** When the last call of this window was sent. */
	sentAt?: number;
	/** How many calls of others came between two of our answers, at the most: so many are left to them. */
	others: number;
}

/** Nothing is known yet, or only the limit. */
export function unknownWindow(limit?: number): RateWindow {
	return { limit, left: limit ?? Number.POSITIVE_INFINITY, others: 0 };
}

/** The window at `now`: a new one, full and not yet counted, once the last has ended. */
export function windowAt(window: RateWindow, now: number): RateWindow {
	if (window.resetAt === undefined || now < window.resetAt + MARGIN_MS) return window;
	return { ...unknownWindow(window.limit), others: Math.floor(window.others / 2) };
}

/** The window after a call was sent. Where answers name no reset, a window lasts a minute from its first call. */
export function withCall(window: RateWindow, now: number, namesReset: boolean): RateWindow {
	const resetAt = window.resetAt ?? (namesReset ? undefined : now + MINUTE_MS);
	return { ...window, left: window.left - 1, sentAt: now, resetAt };
}

/** The window after the answer to a call, which arrived at `now` when `sentAfter` calls had been sent after that one. */
export function withAnswer(
	window: RateWindow,
	{ limit, left, resetAt }: Allowance,
	sentAfter: number,
	now: number,
): RateWindow {
	const known = { ...window, limit: limit ?? window.limit };
	if (left === undefined || resetAt === undefined || resetAt <= now) return known;
	const counted = left - sentAfter;
	const ends = window.resetAt;
	if (ends === undefined) return { ...known, left: Math.min(window.left, counted), resetAt };
	// An answer that comes late is of a window that has ended by now.
	if (resetAt < ends - SAME_MS && resetAt < now + SAME_MS) return known;
	if (Math.abs(resetAt - ends) > SAME_MS) return { ...known, left: counted, resetAt };
	const missing = window.left - counted;
	// Calls of our own may have overtaken each other; only what exceeds them was another's.
	const others = missing > sentAfter ? Math.max(window.others, missing) : window.others;
	const most = Math.ceil((known.limit ?? Number.POSITIVE_INFINITY) * RESERVE);
	return { ...known, left: Math.min(window.left, counted), others: Math.min(others, most) };
}

/**
 * Milliseconds until a call may be sent, when `demand` calls want to go and `inFlight` are in flight:
 * at once while the window has room for all of them, evenly over the rest of it when it has not, after its reset when it is used up.
 * Infinity when only the answer to a call in flight can tell.
 */
export function windowDelay(
	{ left, others, resetAt, sentAt }: RateWindow,
	{ demand, inFlight, random }: { demand: number; inFlight: number; random: number },
	now: number,
): number {
	if (resetAt === undefined) {
		return inFlight > 0 && (others > 0 || left < 1) ? Number.POSITIVE_INFINITY : 0;
	}
	const free = left - others;
	if (free < 1) {
		// Processes that wait for the same reset do not all come back at once.
		const apart = Math.min(GUARD_MS, MARGIN_MS * (1 + others));
		return Math.max(0, resetAt - now) + MARGIN_MS + random * apart;
	}
	if (demand <= free || sentAt === undefined || resetAt - now > LONGEST_SPREAD_MS) return 0;
	const rest = Math.max(0, resetAt - GUARD_MS - sentAt);
	return Math.max(0, sentAt + rest / free - now);
}
