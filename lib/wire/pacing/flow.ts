import { clock } from '../../core/clock';
import { MARGIN_MS, SAME_MS, WINDOW_MS } from './rateLimits';

/** Resets of one window differ by less, also where the clocks are compared again by whole seconds. */
const MOVES_MS = 2 * SAME_MS;
/** A reset that is later by so much may be that of the next window. */
const NEXT_MS = WINDOW_MS - MOVES_MS;
/** A process with less than this part of the rate shares it with others. */
const ALONE = 0.75;
/** The smallest part of the rate: 64 processes have so much each. */
const SMALLEST = 1 / 64;
/** Calls of several processes cross: so much of the limit is left for them. */
const RESERVE = 0.2;
/** However small the part, a call goes every two windows. */
const LONGEST_MS = 2 * WINDOW_MS;
/** How the part changes: halved by a refusal, and more with each answer that leaves something. */
const HALF = 0.5;
const RISE = 0.02;

/** What an answer says of a limit, and what our own calls explain of it. All times are those of the steady clock. */
interface Level {
	limit: number;
	left: number;
	resetAt: number;
	sentAt: number;
	isRefusal: boolean;
	/** How many processes there are, as far as is known by other means. */
	callers: number;
	/** Calls of our own before this one that a window of a minute still counts. */
	own: number;
}

/**
 * Our part of a limit that flows: a window that slides, or a bucket that fills. Calls come back one by one there, so that the reset moves by small
 * steps, and no answer shows a process its number among those of all (docs/maintainers/cluster.md).
 */
export class Flow {
	/** Whether the reset moves by small steps. */
	isSeen = false;
	/** Whether calls come back sooner than after a minute, as from a bucket. */
	isBucket = false;
	private anchor?: number;
	private isServed = false;
	private part = 1;
	private halvedAt = Number.NEGATIVE_INFINITY;

	/** Whether others use the limit too. */
	get isShared(): boolean {
		return this.isSeen && this.part < ALONE;
	}

	/** How many processes there are, by our part. */
	get callers(): number {
		return 1 / this.part;
	}

	learn({ limit, left, resetAt, sentAt, isRefusal, callers, own }: Level): void {
		// Refusals alone may name any reset.
		this.isServed ||= !isRefusal;
		if (!this.isServed) return;
		const step = resetAt - (this.anchor ?? resetAt);
		if (Math.abs(step) > MOVES_MS) this.anchor = resetAt;
		this.anchor ??= resetAt;
		if (!this.isSeen && step > MOVES_MS && step < NEXT_MS) {
			this.isSeen = true;
			this.take(1 / callers);
		}
		if (own + left > limit + 1) this.isBucket = true;
		if (!this.isSeen) return;
		// Our own calls explain what is left.
		if (!this.isBucket && own + left >= limit - 1) this.take(1);
		else if (isRefusal) this.halve(sentAt);
		// Hardly anyone uses it.
		else if (left >= (1 - RESERVE) * limit) this.take(this.part / HALF);
		else if (left > (this.isShared ? RESERVE * limit : 0)) this.take(this.part + RISE);
	}

	/** When the next call may go: `left` and `resetAt` of the latest answer, `since` calls after it, the last one sent at `last`. */
	next(limit: number, left: number, resetAt: number, since: number, last: number): number {
		const room = left - since;
		if (!this.isShared && room >= 1) return last;
		const spread = last + Math.min(LONGEST_MS, WINDOW_MS / limit / this.part);
		return room >= 1 ? spread : Math.max(spread, resetAt + MARGIN_MS);
	}

	private take(part: number): void {
		this.part = Math.max(SMALLEST, Math.min(1, part));
	}

	/** A call that was sent before the last refusal was known says nothing new. */
	private halve(sentAt: number): void {
		if (sentAt < this.halvedAt) return;
		this.take(this.part * HALF);
		this.halvedAt = clock.steady();
	}
}
