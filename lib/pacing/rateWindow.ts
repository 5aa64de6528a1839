import { nextRound, unknownCrowd, type Crowd } from './crowd';
import { nextRotation, unknownRotation, type Rotation } from './rotation';

/** After the named end of a window, the next one has certainly started. */
export const MARGIN_MS = 250;
/** Several processes spread their calls up to so long before the end of a window. */
export const NEAR_END_MS = 2_000;
/** The windows that processes share out last a minute (docs/service.md#rate-limits). */
export const WINDOW_MS = 60_000;
/** A call that was sent so long before the end of a window may reach the service in the next one. */
export const STRAYS_MS = 5_000;
/** A window opens with its first call, so one that no answer named ends so much later. */
export const DRIFT_MS = 1_000;

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
	/** Calls of our own in this window: all, and those up to the last that an answer has shown to count in it. */
	own: number;
	named: number;
	/** Earlier calls of our own that may count in it. */
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
	const none = { own: 0, named: 0, strays: 0, foreign: 0, others: 0, answers: 0, seenAt: 0 };
	return { limit, left, ...none, crowd, rotation };
}

/** How many calls were sent since a moment, in Unix milliseconds. */
export type SentSince = (at: number) => number;

/** The window at `now`: a new one, full and not yet counted, once the last has ended. */
export function windowAt(
	window: RateWindow,
	now: number,
	sentSince: SentSince = () => 0,
): RateWindow {
	const { limit, startedAt, sentAt, own, named, answers, crowd, rotation } = window;
	if (startedAt === undefined) return window;
	const resetAt = endOf({ ...window, startedAt });
	if (now < resetAt + MARGIN_MS) return window;
	const next = unknownWindow(limit, nextRound(crowd, limit ?? 1, own, own + window.foreign));
	const strays = Math.min(own - named, sentSince(resetAt - STRAYS_MS));
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
