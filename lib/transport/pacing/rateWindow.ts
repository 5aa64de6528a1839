import {
	restrained,
	nextRound,
	roundMs,
	unknownCrowd,
	withFirst,
	withGuess,
	type Crowd,
} from './crowd';
import type { Allowance } from './rateHeaders';
import { nextRotation, unknownRotation, withNumber, type Rotation } from './rotation';

/** After the named end of a window, the next one has certainly started. */
export const MARGIN_MS = 250;
/** Several processes spread their calls up to so long before the end of a window. */
export const NEAR_END_MS = 2_000;
/** The windows that processes share out last a minute (docs/service.md#rate-limits). */
const WINDOW_MS = 60_000;
/** Two resets that are closer belong to one window: the service names whole seconds. */
const SAME_MS = 1_500;
/** A call that was sent so long before the end of a window may reach the service in the next one. */
const STRAYS_MS = 5_000;
/** A window opens with its first call, so one that no answer named ends so much later. */
const DRIFT_MS = 1_000;

/** What is known of one limit of the service, in calls. */
export interface RateWindow {
	/** How much a window holds; undefined until an answer has said it. */
	limit?: number;
	/** What is left of this window, less what is in flight. */
	left: number;
	/** When the window began, as far as its end or that of the one before shows. */
	startedAt?: number;
	/** When it ends, in Unix milliseconds; undefined until an answer of this window has said it. */
	resetAt?: number;
	/** When the last call was sent. */
	sentAt?: number;
	/** When the last answer of this window came. */
	seenAt: number;
	/** Calls of our own in this window, and such as were in flight when it began and may count in it. */
	own: number;
	strays: number;
	/** What was used besides our own calls of this window, as far as is certain. */
	foreign: number;
	/** Calls of others among these, as far as is certain. */
	others: number;
	/** Answers so far, in all windows. */
	answers: number;
	crowd: Crowd;
	rotation: Rotation;
}

/** A window of a known limit. */
export type KnownWindow = RateWindow & { limit: number; startedAt: number };

/** When a window ends, as far as that is known. */
export function endOf({ resetAt, startedAt }: Pick<KnownWindow, 'resetAt' | 'startedAt'>): number {
	return resetAt ?? startedAt + WINDOW_MS + DRIFT_MS;
}

/** Nothing is known yet, or only the limit. */
export function unknownWindow(limit?: number, crowd = unknownCrowd()): RateWindow {
	const left = limit ?? Number.POSITIVE_INFINITY;
	const rotation = unknownRotation(crowd);
	const none = { own: 0, strays: 0, foreign: 0, others: 0, answers: 0, seenAt: 0 };
	return { limit, left, ...none, crowd, rotation };
}

/** The window at `now`, when `inFlight` calls are in flight: a new one, full and not yet counted, once the last has ended. */
export function windowAt(window: RateWindow, now: number, inFlight = 0): RateWindow {
	const { limit, startedAt, sentAt, own, answers, crowd, rotation } = window;
	if (startedAt === undefined) return window;
	const resetAt = endOf({ ...window, startedAt });
	if (now < resetAt + MARGIN_MS) return window;
	const next = unknownWindow(limit, nextRound(crowd, limit ?? 1, own, own + window.foreign));
	const strays = (sentAt ?? 0) > resetAt - STRAYS_MS ? inFlight : 0;
	return {
		...next,
		...{ sentAt, answers, strays, foreign: strays, left: next.left - strays },
		...(now < resetAt + WINDOW_MS
			? { startedAt: resetAt, rotation: nextRotation(rotation, own, crowd, limit ?? 1) }
			: {}),
	};
}

/** The window after a call was sent. Where answers name no reset, a window lasts a minute from its first call. */
export function withCall(window: RateWindow, now: number, namesReset: boolean): RateWindow {
	const next = { ...window, left: window.left - 1, own: window.own + 1, sentAt: now };
	if (namesReset || window.resetAt !== undefined) return next;
	return { ...next, startedAt: now, resetAt: now + WINDOW_MS };
}

/** The window after the answer to a call, which arrived at `now` when `sentAfter` calls had been sent after that one. */
export function withAnswer(
	window: RateWindow,
	{ limit = 0, left, resetAt }: Allowance,
	sentAfter: number,
	now: number,
): RateWindow {
	const answers = window.answers + 1;
	const known = { ...window, limit: limit > 0 ? limit : window.limit, answers };
	if (left === undefined || resetAt === undefined || resetAt <= now) return known;
	const ends = window.resetAt;
	// An answer that comes late is of a window that has ended by now.
	if (ends !== undefined && resetAt < ends - SAME_MS && resetAt < now + SAME_MS) return known;
	const isSame = ends === undefined || Math.abs(resetAt - ends) <= SAME_MS;
	const own = isSame ? window.own : sentAfter + 1;
	const size = known.limit ?? left + own;
	// Calls of our own may have overtaken each other; only what exceeds them was another's.
	const foreign = Math.max(isSame ? window.foreign : 0, size - left - own);
	const others = Math.max(0, foreign - (isSame ? window.strays : 0));
	const isFirst = ends === undefined && sentAfter === 0;
	const rotation = isSame ? window.rotation : { ...window.rotation, call: 0 };
	return {
		...known,
		...{ own, foreign, others, left: size - own - foreign, seenAt: now },
		startedAt: (isSame ? window.startedAt : undefined) ?? resetAt - WINDOW_MS,
		resetAt: isSame ? (ends ?? resetAt) : resetAt,
		crowd: isFirst
			? withFirst(window.crowd, others, size, momentOf(window, size))
			: withGuess(window.crowd, others, own),
		rotation: withNumber(rotation, own - sentAfter, size - left),
	};
}

/** The window after a call was refused because it is used up. */
export function withRefusal(window: RateWindow): RateWindow {
	const { crowd, rotation } = window;
	if (rotation.missed) return window;
	return { ...window, crowd: restrained(crowd), rotation: { ...rotation, missed: true } };
}

/** When in the round the last call was sent, as a part of it; undefined when no window came before. */
function momentOf({ sentAt, startedAt }: RateWindow, limit: number): number | undefined {
	if (sentAt === undefined || startedAt === undefined) return undefined;
	return (sentAt - startedAt) / roundMs(limit);
}
