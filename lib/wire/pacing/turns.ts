import { clock } from '../../core/clock';
import { SAME_MS, WINDOW_MS } from './rateLimits';

/** The first turn comes so long after the start of a window, and the last one so long before its end. */
const START_MS = 300;
const END_MS = 2_000;
/** A call that is refused although it had its turn makes a process take half of its turns. */
const HALF = 2;
const MOST_RESTRAINT = 4;
/** So few calls in a window show little of the others: the restraint ends slowly. */
const FEW = 2;
const GENTLE = 1.25;
/** After this part of a window, the calls in it show how many there will be. */
const ENOUGH = 0.3;
/** Calls are not made exactly when others expect them: some are left. */
const SPARE = 1.1;
/** So much of what others use is left to them: who has less than its share gets more than it, and none is refused for that. */
const PUSH = 0.03;
/** At the end of a window, calls of several processes cross: so much of the limit is left. */
const RESERVE = 0.01;
/** What is expected of others falls by so much in a window without a call of our own. */
const UNSEEN = 0.5;

/** What an answer says of a window that others use too. */
export interface Count {
	limit: number;
	/** Calls of all that the window has taken: the number of this call among them. */
	used: number;
	/** When it started and when this call was sent, on the steady clock. */
	start: number;
	sentAt: number;
	/** Calls of our own in it, and how many of them `used` may hold. */
	own: number;
	counted: number;
	/** Calls that were sent after this one. */
	after: number;
	isRefusal: boolean;
}

/**
 * The turns of one process among several. The service counts the calls of all, so that each answer carries a number that no other process has:
 * where one of `every` calls is ours, our next turn is our last number plus `every`, and comes when a window that is used evenly gets there
 * (docs/maintainers/cluster.md).
 */
export class Turns {
	/** The window that the counts are of. */
	private start = Number.NEGATIVE_INFINITY;
	/** Calls of others in this window, and before our first call of all. */
	private others = 0;
	private before = 0;
	/** Calls of others in the window before; undefined in the first one. */
	private previous?: number;
	/** Our own calls of this window. */
	private own = 0;
	private startedBeside = false;
	/** Calls of others in this window, as expected at its end. */
	private theirs = 0;
	/** When in the window, from 0 to 1, the others were counted last. */
	private part = 0;
	/** The number of our next turn, as far as is known. */
	private next?: number;
	private every = 1;
	private restraint = 1;
	private callersBefore = 1;
	/** How many processes there are, by the calls of others of late. */
	callers: number;

	constructor(private readonly stated = 1) {
		this.callers = stated;
	}

	/** Whether others use the limit, as far as is known. */
	get areShared(): boolean {
		return (
			this.every > 1.05 || this.restraint > 1 || (this.stated > 1 && this.previous === undefined)
		);
	}

	/** Whether a window was used before our first call, and only one call of the next one shows by whom. */
	get areUnsure(): boolean {
		return this.startedBeside && this.own === 1;
	}

	/** Notes a call of our own. */
	sent(): void {
		this.own++;
		if (this.next !== undefined) this.next += this.every;
	}

	learn(count: Count): void {
		const { limit, used, start, sentAt, own, counted, after, isRefusal } = count;
		if (start < this.start - SAME_MS) return;
		const isFirst = this.start === Number.NEGATIVE_INFINITY;
		if (start > this.start + WINDOW_MS / 2) this.open(start, limit);
		this.start = start;
		this.own = own;
		const others = used - counted;
		if (isFirst && this.stated === 1) this.before = Math.max(0, others);
		this.others = Math.max(this.others, others - this.before);
		this.part = Math.min(1, Math.max(0.01, (sentAt - start) / WINDOW_MS));
		if (isRefusal && this.previous !== undefined) {
			this.restraint = Math.min(MOST_RESTRAINT, this.restraint * HALF);
			this.others = Math.max(this.others, Math.min(HALF * limit, (limit - own) / this.part));
		}
		this.share(limit, used);
		if (!isRefusal) this.next = used + this.every * (1 + after);
	}

	/** Notes that the window is the one that ends then. */
	roll(limit: number, end: number): void {
		const start = end - WINDOW_MS;
		if (start > this.start + WINDOW_MS / 2) this.open(start, limit);
	}

	/** Milliseconds until our turn in the window that ends at `end`; at once if the turns left of it are enough for all that wait. */
	delay(limit: number, demand: number, end: number, now: number): number {
		const start = end - WINDOW_MS;
		this.next ??= this.every * clock.random() + 0.5;
		const turns = Math.floor((limit + 0.5 - this.next) / this.every) + 1;
		if (demand <= turns / 2) return 0;
		if (this.next > limit * (1 - RESERVE) + 0.5) return Math.max(1, end + START_MS - now);
		const at = (this.next - 1) / limit;
		return start + START_MS + at * (WINDOW_MS - START_MS - END_MS) - now;
	}

	private open(start: number, limit: number): void {
		const skipped = start > this.start + 1.5 * WINDOW_MS;
		const isKnown = this.start > Number.NEGATIVE_INFINITY;
		if (isKnown) {
			const unseen = Math.max(0, this.theirs - this.others);
			this.previous = skipped
				? 0
				: this.part < ENOUGH
					? this.others + unseen * UNSEEN
					: this.theirs;
			const restraint = this.restraint / (this.own > FEW ? HALF : this.own > 0 ? GENTLE : 1);
			this.restraint = restraint < 1.2 ? 1 : restraint;
		}
		if (this.next !== undefined) {
			const carried = this.next - limit;
			this.next = carried > 0 && carried <= this.every && !skipped ? carried : undefined;
		}
		this.callersBefore = skipped ? 1 : this.callers;
		this.startedBeside = this.before > 0;
		[this.start, this.others, this.before, this.own, this.part] = [start, 0, 0, 0, 0];
		this.share(limit, 0);
	}

	/** Which part of the calls is ours: what the others leave, at least an even share. */
	private share(limit: number, used: number): void {
		const { others, previous, part, stated } = this;
		const own = Math.max(1, this.own);
		// Others go on as they began, or as many as are stated.
		const counted = this.before > 0 ? Math.max(1, own - 1) : own;
		const callers = Math.max(previous === undefined ? stated : 1, 1 + others / counted);
		const left = Math.max(0, limit - used);
		// Where more want to call than can, numbers come sooner than a window that is used evenly gets there.
		const isCrowded = part > ENOUGH && (previous ?? 0) > limit / 2;
		const coming = isCrowded
			? others / part - others
			: Math.max(left * (1 - 1 / callers), (previous ?? 0) * (1 - part));
		this.theirs = others + coming;
		this.callers = Math.max(callers, this.callersBefore * (1 - part));
		const ours = left - coming + (stated > 1 ? 0 : PUSH * left);
		const { theirs } = this;
		const every = ours > 1 ? left / ours : (theirs + own) / own;
		this.every =
			this.restraint * (stated > 1 ? Math.min(every, stated) : theirs >= 1 ? every * SPARE : 1);
	}
}
