import { callersIn, isRestrained, reserve, roundMs, shareOf } from './crowd';
import { endOf, MARGIN_MS, NEAR_END_MS, type KnownWindow, type RateWindow } from './rateWindow';
import { rotationDelay } from './rotationDelay';
import { rotationSize } from './rotation';

/** A process that is alone spreads its calls up to so long before the end of the window. */
const GUARD_MS = 10_000;
/** The rest of a longer window, such as that of a day, is not spread. */
const LONGEST_SPREAD_MS = 120_000;
/** Until two answers have come, a call waits so long for the answer to the one before. */
const FIRST_ANSWERS_MS = 2_000;
/** So long after the round, what others use shows what they leave. */
const WATCHED_MS = 3_000;
/** More callers than this on average: one alone, that counted a call of its own for another's, is none. */
const SEVERAL = 1.3;

/** What wants to be sent. */
export interface Calls {
	demand: number;
	inFlight: number;
	/** 0 to 1. */
	random: number;
}

/**
 * Milliseconds until a call may be sent. Alone: at once while the window has room for all calls, evenly over the rest of it when it has not,
 * after its reset when it is used up. Beside other processes: in its own part of the window. Infinity when only an answer can tell.
 */
export function windowDelay(window: RateWindow, calls: Calls, now: number): number {
	const { limit, left, resetAt, sentAt, others, answers, crowd, startedAt } = window;
	const { demand, inFlight, random } = calls;
	if (sentAt !== undefined && inFlight > 0 && answers < 2) {
		return Math.max(0, sentAt + FIRST_ANSWERS_MS - now);
	}
	if (limit === undefined) return 0;
	const isLong = resetAt !== undefined && resetAt - now > LONGEST_SPREAD_MS;
	if (startedAt !== undefined && !isLong) {
		const known = { ...window, limit, startedAt };
		const every = rotationSize(crowd, window.rotation, limit);
		if (every !== undefined) return Math.max(0, rotationDelay(known, every, demand, now));
		const several = others > 0 || isRestrained(crowd) || callersIn(crowd, limit) > SEVERAL;
		if (several) return Math.max(0, sharedDelay(known, demand, now));
	}
	if (resetAt === undefined) return inFlight > 0 && left < 1 ? Number.POSITIVE_INFINITY : 0;
	if (left < 1) return Math.max(0, resetAt - now) + MARGIN_MS * (1 + random);
	if (demand <= left || sentAt === undefined || isLong) return 0;
	const rest = Math.max(0, resetAt - GUARD_MS - sentAt);
	return Math.max(0, sentAt + rest / left - now);
}

/** The first call of a window goes at a random moment of the round, the others evenly over what is left of the window after it. */
function sharedDelay(window: KnownWindow, demand: number, now: number): number {
	const { limit, startedAt, own, crowd, sentAt = 0 } = window;
	const endsAt = endOf(window);
	const nextWindow = Math.max(1, endsAt + MARGIN_MS + 1 - now);
	const round = roundMs(limit);
	if (own === 0) {
		const share = shareOf(crowd, limit);
		if (!isRestrained(crowd) && demand <= share / 2) return 0;
		if (share + crowd.carry < 1) return nextWindow;
		return startedAt + MARGIN_MS + crowd.phase * round - now;
	}
	const roundEnd = startedAt + round;
	const from = Math.max(roundEnd, window.seenAt);
	const rest = endsAt - NEAR_END_MS - from;
	const part = rest > 0 ? partOf(window, roundEnd, rest) : 0;
	if (part < 1) return nextWindow;
	if (demand <= (now < roundEnd ? part / 2 : part)) return 0;
	const gap = rest / part;
	// Evenly random over the calls of a window, and the same whenever it is asked for (golden ratio).
	const chance = (crowd.phase * 7 + own * 0.618) % 1;
	const at = sentAt > roundEnd ? sentAt + (0.5 + chance) * gap : from + chance * gap;
	return at < endsAt ? at - now : nextWindow;
}

/** How many more calls of this window are for this process: its share, or what others will leave if that is more. */
function partOf(window: KnownWindow, roundEnd: number, rest: number): number {
	const { limit, left, startedAt, seenAt, others, crowd } = window;
	const callers = callersIn(crowd, limit);
	// Those that come later in the round have not been counted yet.
	const counted = seenAt < roundEnd ? Math.min(left, limit - callers) : left;
	const free = counted - reserve(callers, limit);
	const share = Math.floor(Math.max(0, free / callers / crowd.restraint) + crowd.carry);
	if (seenAt < roundEnd + WATCHED_MS) return share;
	const theirs = (crowd.restraint * (others * rest)) / (seenAt - startedAt);
	return Math.max(share, Math.floor(free - theirs - Math.sqrt(theirs + 1)));
}
