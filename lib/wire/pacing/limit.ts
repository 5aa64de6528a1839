import { clock } from '../../core/clock';
import {
	LONGEST_WINDOW_MS,
	MARGIN_MS,
	SAME_MS,
	WINDOW_MS,
	type Allowance,
} from '../errors/rateHeaders';

/** A limit that only refusals show grows by half in a window, and in twice as many windows each time that it is found again. */
const GROWTH_FACTOR = 1.5;
const MAX_HOLD_WINDOWS = 16;
/** What an answer adds to the share of a process, in calls. */
const SHARE_RISE_CALLS = 0.1;
const FAST_SHARE_RISE_CALLS = 1;
const RESERVED_FRACTION = 0.1;
/** The least part of a share, of a single call: with more processes than a limit has calls, each waits for longer than a window. */
const LEAST_PART = 1 / 8;
/** Where fewer calls are left than so many for each in flight, others may take them: calls go one after another. */
const SCARCE_CALLS_PER_IN_FLIGHT = 4;
/** Others would have used a limit by the time that so much of its window is left. */
const ALONE_MS = 0.75 * WINDOW_MS;
/** So long the first call goes alone: processes that start together would be refused all their calls. */
const FIRST_ANSWER_MS = 2_000;
/** Calls that are sent closer together may arrive in another order. */
const CERTAIN_ORDER_MS = 1_000;
const SENT_TIMES_KEPT_MS = 2 * WINDOW_MS;

/**
 * How many calls of one kind may go: no more than the answers leave until their reset, and no more than our share of the limit in any
 * minute of our own log. A refusal halves the share, each answer raises it a little. All times are those of the steady clock.
 */
export class Limit {
	/** When the calls of late were sent. */
	private sentTimes: number[] = [];
	/** How many were sent so far: the number of the last one. */
	private sentCount = 0;
	private statedLimit?: number;
	private inferredLimit?: { calls: number; at: number; hold: number };
	private firstSentAt?: number;
	private lastAt = Number.NEGATIVE_INFINITY;
	/** Part of an even gap until the next call: processes that start together do not stay together. */
	private apart = 1;
	/** How many were answered. */
	private answeredCount = 0;
	/** The answer that left the least until the reset, and how many of our calls it has certainly counted. */
	private lowestReading?: { counted: number; left: number; resetAt: number };
	/** Calls that were served although nothing was left, while no answer has left anything: the answers do not say what is left. */
	private contradictions = 0;
	/** Whether calls come back sooner than a minute after they were sent, as in windows that restart as a whole, and in buckets. */
	private callsReturnEarly = false;
	/** Whether no one else has used the limit since the last reset. */
	private mayBeAlone = false;
	private ourShare: number;
	private readonly stated: number;
	/** Refusals in a row. */
	refusalsInRow = 0;
	private refusedAt = Number.NEGATIVE_INFINITY;

	/** `limit`: where it is known before any answer; `processes`: how many share it, where the credential states it. */
	constructor(limit?: number, processes = 1) {
		this.statedLimit = limit;
		this.ourShare = this.stated = 1 / processes;
	}

	/** How many calls a window holds, where it is known. */
	get callsPerWindow(): number | undefined {
		const { statedLimit, inferredLimit } = this;
		if (inferredLimit === undefined) return statedLimit;
		const windows = (clock.steady() - inferredLimit.at) / WINDOW_MS;
		// What was used before our first call is forgotten after a window.
		if (inferredLimit.hold === 0 && windows >= 1) return statedLimit;
		const growth = GROWTH_FACTOR ** ((windows / Math.max(1, inferredLimit.hold)) ** 2);
		return Math.min(
			statedLimit ?? Number.POSITIVE_INFINITY,
			Math.floor(inferredLimit.calls * growth),
		);
	}

	/** Whether a new one would know as much. */
	get isForgettable(): boolean {
		return (
			(this.sentTimes.at(-1) ?? Number.NEGATIVE_INFINITY) < clock.steady() - SENT_TIMES_KEPT_MS
		);
	}

	/** Counts a call that is sent now; returns the function that takes what its answer says, and whether this limit, or another one, refuses it. */
	recordSent(): (allowance: Allowance, isRefusal?: boolean, isOtherLimit?: boolean) => void {
		const sentAt = clock.steady();
		const seq = ++this.sentCount;
		const isInformed = this.lowestReading !== undefined;
		this.firstSentAt ??= sentAt;
		this.lastAt = sentAt;
		this.apart = 0.5 + clock.random();
		if ((this.sentTimes[0] ?? sentAt) < sentAt - 2 * SENT_TIMES_KEPT_MS) {
			this.sentTimes = this.sentTimes.filter((at) => at > sentAt - SENT_TIMES_KEPT_MS);
		}
		this.sentTimes.push(sentAt);
		return (allowance, isRefusal = false, isOther = false) => {
			this.answeredCount++;
			if (isRefusal || isOther) this.uncount(sentAt);
			this.statedLimit = limitFrom(allowance, this.statedLimit);
			if (isRefusal) this.noteRefused(allowance, sentAt, isInformed);
			else if (!isOther) this.noteServed(allowance);
			this.learnFrom(allowance, seq, sentAt, isRefusal);
		};
	}

	/** What is refused is not counted. */
	private uncount(sentAt: number): void {
		const index = this.sentTimes.lastIndexOf(sentAt);
		if (index >= 0) this.sentTimes.splice(index, 1);
	}

	/** Milliseconds until one more call may be sent, beside those in flight. */
	delayMs(inFlight: number): number {
		const now = clock.steady();
		const { lowestReading: seen, ourShare: share, sentTimes: times, lastAt } = this;
		const aloneMs = Math.max(0, lastAt + FIRST_ANSWER_MS - now);
		if (this.answeredCount === 0 && inFlight > 0 && aloneMs > 0) return aloneMs;
		const left = seen ? Math.max(seen.counted, this.answeredCount) + seen.left - this.sentCount : 0;
		if (left > 0 && share === 1) return inFlight * SCARCE_CALLS_PER_IN_FLIGHT > left ? aloneMs : 0;
		if (seen && left <= 0 && now < seen.resetAt + MARGIN_MS) {
			return seen.resetAt + MARGIN_MS * (1 + clock.random()) - now;
		}
		const limit = this.callsPerWindow;
		if (limit === undefined) return 0;
		// A second call in the same window shows whether others use the limit.
		const part = Math.max(limit * share, this.mayBeAlone ? Math.min(2, limit) : 0);
		const evenly = share < 1 ? lastAt + (this.apart * WINDOW_MS) / part - now : 0;
		const oldest = times.at(-Math.max(1, Math.floor(part))) ?? Number.NEGATIVE_INFINITY;
		// One call after the reset shows how many have come back.
		if (seen && share === 1 && this.callsReturnEarly && lastAt < seen.resetAt) return 0;
		return Math.max(evenly, oldest + WINDOW_MS + MARGIN_MS - now);
	}

	private noteServed({ left = 0, resetMs = WINDOW_MS }: Allowance): void {
		this.refusalsInRow = 0;
		const least = 1 / (this.statedLimit ?? 1);
		// More is left than will be used until the reset.
		const isSlow = left * least > resetMs / WINDOW_MS + RESERVED_FRACTION;
		const rise = isSlow ? FAST_SHARE_RISE_CALLS : SHARE_RISE_CALLS;
		// Beyond the part that is stated, only being alone with the limit leads.
		if (this.ourShare < this.stated)
			this.ourShare = Math.min(this.stated, this.ourShare + rise * least);
	}

	private learnFrom({ left, resetMs }: Allowance, seq: number, sentAt: number, isRefusal: boolean) {
		const { statedLimit: limit } = this;
		if (limit === undefined || left === undefined || left > limit) return;
		const callsInDoubtfulOrder = Math.max(
			0,
			this.callsBetween(sentAt - CERTAIN_ORDER_MS, sentAt) - 1,
		);
		const ownCalls = this.callsBetween(sentAt - WINDOW_MS + SAME_MS, sentAt) - callsInDoubtfulOrder;
		if (ownCalls + left > limit + 1) this.callsReturnEarly = true;
		if (left > 0) this.contradictions = Number.NEGATIVE_INFINITY;
		else if (isRefusal) this.contradictions = -1;
		else if (ownCalls < limit / 2) this.contradictions++;
		if (this.contradictions > 1) return void (this.lowestReading = this.statedLimit = undefined);
		if (resetMs === undefined || resetMs > LONGEST_WINDOW_MS) return;
		// A bucket that holds calls names no wait; otherwise, a reset that has passed says nothing.
		if (resetMs < -SAME_MS || (left === 0 && resetMs <= 0)) return;
		const resetAt = clock.steady() + Math.max(0, resetMs);
		// Our calls explain what is left. If the last reset is long ago, no one else uses the limit.
		const since = this.callsBetween(resetAt - WINDOW_MS - SAME_MS, sentAt);
		this.mayBeAlone = since + left >= limit;
		if (this.mayBeAlone && resetMs < ALONE_MS) this.ourShare = 1;
		const before = this.lowestReading ?? { left, resetAt: Number.NEGATIVE_INFINITY };
		const isSame = sentAt < before.resetAt && Math.abs(resetAt - before.resetAt) <= SAME_MS;
		if (isSame ? left <= before.left : resetAt > before.resetAt) {
			this.lowestReading = {
				counted: seq - callsInDoubtfulOrder,
				left,
				resetAt: isSame ? before.resetAt : resetAt,
			};
		}
	}

	/** `isInformed`: whether answers had said, before it was sent, that it would be taken. */
	private noteRefused({ left, resetMs = 0 }: Allowance, sentAt: number, isInformed: boolean): void {
		const now = clock.steady();
		// Refusals of calls that were in flight together are one.
		const isNew = sentAt >= this.refusedAt;
		if (isNew) this.refusalsInRow++;
		this.refusedAt = now;
		this.callsReturnEarly = false;
		if (this.statedLimit !== undefined && left === 0 && resetMs > 0) {
			// Others were faster.
			if (isInformed && isNew && this.refusalsInRow <= 2) {
				this.ourShare = Math.max(LEAST_PART / this.statedLimit, this.ourShare / 2);
			}
			return;
		}
		const { inferredLimit } = this;
		if (this.refusalsInRow > 1 && inferredLimit !== undefined && now - inferredLimit.at < WINDOW_MS)
			return;
		const calls = Math.max(1, this.callsBetween(sentAt - WINDOW_MS, sentAt));
		const isFirst = (this.firstSentAt ?? now) > now - WINDOW_MS;
		const isSame = Math.abs(calls - (inferredLimit?.calls ?? 0)) <= calls / 4;
		const again = isSame ? 2 * (inferredLimit?.hold ?? 0) : 0;
		const hold = isFirst ? 0 : Math.min(MAX_HOLD_WINDOWS, again || 1);
		this.inferredLimit = { calls, at: now, hold };
	}

	/** How many calls were sent from the one time to the other. */
	private callsBetween(from: number, until: number): number {
		return this.before(until, true) - this.before(from);
	}

	private before(moment: number, orAt = false): number {
		let [low, high] = [0, this.sentTimes.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			const at = this.sentTimes[middle] ?? 0;
			if (at < moment || (orAt && at === moment)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Where no limit is named, it is at least the call and what is left. */
function limitFrom({ limit, left }: Allowance, before?: number): number | undefined {
	return limit ?? (left === undefined ? before : Math.max(before ?? 1, left + 1));
}
