import { isRestrained, restrained, roundMs, withFirst, withGuess } from './crowd';
import type { Allowance } from './rateHeaders';
import { DRIFT_MS, STRAYS_MS, WINDOW_MS, type RateWindow, type SentSince } from './rateWindow';
import { withNumber } from './rotation';

/** Two resets that are closer belong to one window: the service names whole seconds. */
const SAME_MS = 1_500;

/** The answer to a call. */
export interface Answer {
	/** What it says of the limit. */
	allowance: Allowance;
	/** How many calls had been sent after that one when the answer came. */
	sentAfter: number;
	/** Whether it refuses the call for a limit. */
	isRefusal?: boolean;
	sentSince?: SentSince;
}

/** The window after an answer that arrived at `now`. */
export function withAnswer(window: RateWindow, answer: Answer, now: number): RateWindow {
	const { limit = 0, left, resetAt } = answer.allowance;
	const answers = window.answers + 1;
	const known = { ...window, limit: limit > 0 ? limit : window.limit, answers };
	if (left === undefined || resetAt === undefined || resetAt <= now) return known;
	const ends = window.resetAt;
	// An answer that comes late is of a window that has ended by now.
	if (ends !== undefined && resetAt < ends - SAME_MS && resetAt < now + SAME_MS) return known;
	const isSame = ends === undefined || Math.abs(resetAt - ends) <= SAME_MS;
	// A refusal with another reset is of another limit: the pause after it is enough.
	if (answer.isRefusal) return isSame ? withRefusal(known, left, resetAt) : known;
	const next = isSame ? known : otherWindow(known, resetAt, answer);
	const number = next.own - answer.sentAfter;
	const size = next.limit ?? left + next.own;
	// Calls of our own may have overtaken each other; only what exceeds them was another's.
	const foreign = Math.max(next.foreign, size - left - next.own);
	const others = Math.max(0, foreign - next.strays);
	const isFirst = ends === undefined && answer.sentAfter === 0;
	return {
		...next,
		...{ foreign, others, left: size - next.own - foreign, seenAt: now },
		named: Math.max(next.named, number),
		startedAt: next.startedAt ?? resetAt - WINDOW_MS,
		resetAt: isSame ? (ends ?? resetAt) : resetAt,
		crowd: isFirst
			? withFirst(next.crowd, others, size, momentOf(window, size))
			: withGuess(next.crowd, others, next.own),
		rotation: withNumber(next.rotation, number, size - left),
	};
}

/** What is known of a window that an answer names before the one before seemed to end. */
function otherWindow<Window extends RateWindow>(
	window: Window,
	resetAt: number,
	{ sentAfter, sentSince = () => 0 }: Answer,
): Window {
	const startedAt = resetAt - WINDOW_MS;
	// Answers may overtake each other or not come at all: calls that none has placed may count in it too.
	const unplaced = window.own - window.named;
	const own = Math.max(sentAfter + 1, Math.min(unplaced, sentSince(startedAt - DRIFT_MS)));
	const strays = Math.max(0, Math.min(unplaced, sentSince(startedAt - STRAYS_MS)) - own);
	const rotation = { ...window.rotation, call: 0 };
	return { ...window, own, named: 0, strays, foreign: strays, startedAt, rotation };
}

/** The window after a call was refused because it is used up: that says how many calls others made, not how many others there are. */
function withRefusal(window: RateWindow, left: number, resetAt: number): RateWindow {
	const { limit = left + window.own, own, startedAt, seenAt, rotation } = window;
	if (left > 0) return window;
	const foreign = Math.max(window.foreign, limit - own);
	const others = Math.max(0, foreign - window.strays);
	// Who was served in this window can compare the others with itself; who is refused again is one of very many.
	const knows = seenAt > 0 || isRestrained(window.crowd);
	const crowd = knows ? withGuess(window.crowd, others, own) : window.crowd;
	return {
		...window,
		...{ left: 0, foreign },
		...{ startedAt: startedAt ?? resetAt - WINDOW_MS, resetAt: window.resetAt ?? resetAt },
		crowd: rotation.missed ? crowd : restrained(crowd),
		rotation: { ...rotation, missed: true },
	};
}

/** When in the round the last call was sent, as a part of it; undefined when no window came before. */
function momentOf({ sentAt, startedAt }: RateWindow, limit: number): number | undefined {
	if (sentAt === undefined || startedAt === undefined) return undefined;
	return (sentAt - startedAt) / roundMs(limit);
}
