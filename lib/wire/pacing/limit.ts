import { clock } from '../../core/clock';
import {
	LONGEST_WINDOW_MS,
	MARGIN_MS,
	SAME_MS,
	WINDOW_MS,
	type Allowance,
} from '../errors/rateHeaders';

/** A limit that only refusals show grows by half in a window, and in twice as many windows each time that it is found again. */
const GROWTH = 1.5;
const LONGEST_HOLD = 16;
/** What an answer adds to the share of a process, in calls. */
const RISE = 0.1;
const FAST_RISE = 1;
const RESERVE = 0.1;
/** The least part of a share, of a single call: with more processes than a limit has calls, each waits for longer than a window. */
const LEAST_PART = 1 / 8;
/** Where fewer calls are left than so many for each in flight, others may take them: calls go one after another. */
const SCARCE = 4;
/** Others would have used a limit by the time that so much of its window is left. */
const ALONE_MS = 0.75 * WINDOW_MS;
/** So long the first call goes alone: processes that start together would be refused all their calls. */
const FIRST_ANSWER_MS = 2_000;
/** Calls that are sent closer together may arrive in another order. */
const ORDERED_MS = 1_000;
const KEPT_MS = 2 * WINDOW_MS;

/**
 * How many calls of one kind may go: no more than the answers leave until their reset, and no more than our share of the limit in any
 * minute of our own log. A refusal halves the share, each answer raises it a little. All times are those of the steady clock.
 */
export class Limit {
	/** When the calls of late were sent. */
	private times: number[] = [];
	/** How many were sent so far: the number of the last one. */
	private count = 0;
	private named?: number;
	private found?: { calls: number; at: number; hold: number };
	private firstAt?: number;
	private lastAt = Number.NEGATIVE_INFINITY;
	/** Part of an even gap until the next call: processes that start together do not stay together. */
	private apart = 1;
	/** How many were answered. */
	private ended = 0;
	/** The answer that left the least until the reset, and how many of our calls it has certainly counted. */
	private seen?: { counted: number; left: number; resetAt: number };
	/** Calls that were served although nothing was left, while no answer has left anything: the answers do not say what is left. */
	private contradictions = 0;
	/** Whether calls come back sooner than a minute after they were sent, as in windows that restart as a whole, and in buckets. */
	private comeBackSooner = false;
	/** Whether no one else has used the limit since the last reset. */
	private mayBeAlone = false;
	private share: number;
	private readonly stated: number;
	/** Refusals in a row. */
	refusals = 0;
	private refusedAt = Number.NEGATIVE_INFINITY;

	/** `limit`: where it is known before any answer; `processes`: how many share it, where the credential states it. */
	constructor(limit?: number, processes = 1) {
		this.named = limit;
		this.share = this.stated = 1 / processes;
	}

	/** How many calls a window holds, where it is known. */
	get calls(): number | undefined {
		const { named, found } = this;
		if (found === undefined) return named;
		const windows = (clock.steady() - found.at) / WINDOW_MS;
		// What was used before our first call is forgotten after a window.
		if (found.hold === 0 && windows >= 1) return named;
		const growth = GROWTH ** ((windows / Math.max(1, found.hold)) ** 2);
		return Math.min(named ?? Number.POSITIVE_INFINITY, Math.floor(found.calls * growth));
	}

	/** Whether a new one would know as much. */
	get isIdle(): boolean {
		return (this.times.at(-1) ?? Number.NEGATIVE_INFINITY) < clock.steady() - KEPT_MS;
	}

	/** Counts a call that is sent now; returns the function that takes what its answer says, and whether this limit, or another one, refuses it. */
	send(): (allowance: Allowance, isRefusal?: boolean, isOther?: boolean) => void {
		const sentAt = clock.steady();
		const seq = ++this.count;
		const isInformed = this.seen !== undefined;
		this.firstAt ??= sentAt;
		this.lastAt = sentAt;
		this.apart = 0.5 + clock.random();
		if ((this.times[0] ?? sentAt) < sentAt - 2 * KEPT_MS) {
			this.times = this.times.filter((at) => at > sentAt - KEPT_MS);
		}
		this.times.push(sentAt);
		return (allowance, isRefusal = false, isOther = false) => {
			this.ended++;
			if (isRefusal || isOther) this.uncount(sentAt);
			this.named = limitOf(allowance, this.named);
			if (isRefusal) this.refuse(allowance, sentAt, isInformed);
			else if (!isOther) this.serve(allowance);
			this.learn(allowance, seq, sentAt, isRefusal);
		};
	}

	/** What is refused is not counted. */
	private uncount(sentAt: number): void {
		const index = this.times.lastIndexOf(sentAt);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** Milliseconds until one more call may be sent, beside those in flight. */
	delay(inFlight: number): number {
		const now = clock.steady();
		const { seen, share, times, lastAt } = this;
		const alone = Math.max(0, lastAt + FIRST_ANSWER_MS - now);
		if (this.ended === 0 && inFlight > 0 && alone > 0) return alone;
		const left = seen ? Math.max(seen.counted, this.ended) + seen.left - this.count : 0;
		if (left > 0 && share === 1) return inFlight * SCARCE > left ? alone : 0;
		if (seen && left <= 0 && now < seen.resetAt + MARGIN_MS) {
			return seen.resetAt + MARGIN_MS * (1 + clock.random()) - now;
		}
		const limit = this.calls;
		if (limit === undefined) return 0;
		// A second call in the same window shows whether others use the limit.
		const part = Math.max(limit * share, this.mayBeAlone ? Math.min(2, limit) : 0);
		const evenly = share < 1 ? lastAt + (this.apart * WINDOW_MS) / part - now : 0;
		const oldest = times.at(-Math.max(1, Math.floor(part))) ?? Number.NEGATIVE_INFINITY;
		// One call after the reset shows how many have come back.
		if (seen && share === 1 && this.comeBackSooner && lastAt < seen.resetAt) return 0;
		return Math.max(evenly, oldest + WINDOW_MS + MARGIN_MS - now);
	}

	private serve({ left = 0, resetMs = WINDOW_MS }: Allowance): void {
		this.refusals = 0;
		const least = 1 / (this.named ?? 1);
		// More is left than will be used until the reset.
		const isSlow = left * least > resetMs / WINDOW_MS + RESERVE;
		const rise = isSlow ? FAST_RISE : RISE;
		// Beyond the part that is stated, only being alone with the limit leads.
		if (this.share < this.stated) this.share = Math.min(this.stated, this.share + rise * least);
	}

	private learn({ left, resetMs }: Allowance, seq: number, sentAt: number, isRefusal: boolean) {
		const { named: limit } = this;
		if (limit === undefined || left === undefined || left > limit) return;
		const unordered = Math.max(0, this.since(sentAt - ORDERED_MS, sentAt) - 1);
		const own = this.since(sentAt - WINDOW_MS + SAME_MS, sentAt) - unordered;
		if (own + left > limit + 1) this.comeBackSooner = true;
		if (left > 0) this.contradictions = Number.NEGATIVE_INFINITY;
		else if (isRefusal) this.contradictions = -1;
		else if (own < limit / 2) this.contradictions++;
		if (this.contradictions > 1) return void (this.seen = this.named = undefined);
		if (resetMs === undefined || resetMs > LONGEST_WINDOW_MS) return;
		// A bucket that holds calls names no wait; otherwise, a reset that has passed says nothing.
		if (resetMs < -SAME_MS || (left === 0 && resetMs <= 0)) return;
		const resetAt = clock.steady() + Math.max(0, resetMs);
		// Our calls explain what is left. If the last reset is long ago, no one else uses the limit.
		const since = this.since(resetAt - WINDOW_MS - SAME_MS, sentAt);
		this.mayBeAlone = since + left >= limit;
		if (this.mayBeAlone && resetMs < ALONE_MS) this.share = 1;
		const before = this.seen ?? { left, resetAt: Number.NEGATIVE_INFINITY };
		const isSame = sentAt < before.resetAt && Math.abs(resetAt - before.resetAt) <= SAME_MS;
		if (isSame ? left <= before.left : resetAt > before.resetAt) {
			this.seen = { counted: seq - unordered, left, resetAt: isSame ? before.resetAt : resetAt };
		}
	}

	/** `isInformed`: whether answers had said, before it was sent, that it would be taken. */
	private refuse({ left, resetMs = 0 }: Allowance, sentAt: number, isInformed: boolean): void {
		const now = clock.steady();
		// Refusals of calls that were in flight together are one.
		const isNew = sentAt >= this.refusedAt;
		if (isNew) this.refusals++;
		this.refusedAt = now;
		this.comeBackSooner = false;
		if (this.named !== undefined && left === 0 && resetMs > 0) {
			// Others were faster.
			if (isInformed && isNew && this.refusals <= 2) {
				this.share = Math.max(LEAST_PART / this.named, this.share / 2);
			}
			return;
		}
		const { found } = this;
		if (this.refusals > 1 && found !== undefined && now - found.at < WINDOW_MS) return;
		const calls = Math.max(1, this.since(sentAt - WINDOW_MS, sentAt));
		const isFirst = (this.firstAt ?? now) > now - WINDOW_MS;
		const isSame = Math.abs(calls - (found?.calls ?? 0)) <= calls / 4;
		const again = isSame ? 2 * (found?.hold ?? 0) : 0;
		const hold = isFirst ? 0 : Math.min(LONGEST_HOLD, again || 1);
		this.found = { calls, at: now, hold };
	}

	/** How many calls were sent from the one time to the other. */
	private since(from: number, until: number): number {
		return this.before(until, true) - this.before(from);
	}

	private before(moment: number, orAt = false): number {
		let [low, high] = [0, this.times.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			const at = this.times[middle] ?? 0;
			if (at < moment || (orAt && at === moment)) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Where no limit is named, it is at least the call and what is left. */
function limitOf({ limit, left }: Allowance, before?: number): number | undefined {
	return limit ?? (left === undefined ? before : Math.max(before ?? 1, left + 1));
}
