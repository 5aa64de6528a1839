import { clock } from '../../core/clock';
import { Flow } from './flow';
import { LONGEST_WINDOW_MS, MARGIN_MS, SAME_MS, WINDOW_MS, type Allowance } from './rateLimits';
import { Sent } from './sent';
import { Turns } from './turns';

/** A window starts with a call that was sent so long before, at most: it was on its way, and the reset is rounded up. */
const ON_ITS_WAY_MS = 2_500;
/** Calls that are sent so close together arrive in any order. */
const TOGETHER_MS = 100;
/** A reset that is later by so much is that of another window, not the next moment of a sliding one. */
const JUMP_MS = 30_000;
/** So many calls that were sent may not have arrived when another one is counted. */
const ON_THE_WAY = 6;
/** Until two answers have come, a call waits so long for the answer to the one before: others show themselves by then. */
const FIRST_ANSWERS_MS = 2_000;
/** A process that is alone spreads half of a window up to so long before its end, so that another one finds room. */
const GUARD_MS = 10_000;
/** Calls are spread only if sending them at once would take less than this part of the time: slow answers spread them already. */
const SPREAD_PART = 1 / 3;
/** How much the latest answer counts in the average time that one takes. */
const WEIGHT = 0.2;
/** After so many refusals in a row, the resets they name are not believed: so many calls try again at once. */
const MOST_TRIES = 4;
/** A limit that is learned from refusals alone grows so much in its first window, and faster in later ones. */
const GROWTH = 1.5;
/** A limit that was found again is held for so many windows at most. */
const LONGEST_HOLD = 16;

/** What the latest answer says: of all calls, the first `seq` of ours are counted in it. */
interface Seen {
	seq: number;
	sentAt: number;
	left: number;
	/** On the steady clock; undefined where none is named that can be believed. */
	resetAt?: number;
}

/** How many calls of one kind the service takes, as far as its answers and refusals show. All times are those of the steady clock. */
export class Limit {
	private readonly sent = new Sent();
	private named?: number;
	private learned?: { calls: number; at: number; hold: number };
	private seen?: Seen;
	/** Calls since its reset that have ended without news. */
	private blanks = 0;
	/** When the call was sent that it is of. */
	private seenAt = Number.NEGATIVE_INFINITY;
	/** When the first of our calls was sent that is known to be in the window of now. */
	private windowFrom = Number.POSITIVE_INFINITY;
	/** Calls of others in the last window, as of the latest answer. */
	private foreign = 0;
	/** Whether a window was seen to restart as a whole. */
	private isFixed = false;
	/** Whether a call was refused after a reset, and our own calls explain it: the reset is not when calls come back. */
	private isResetWrong = false;
	/** Calls that were served although nothing was left, if no answer has said otherwise: the answers do not say what is left. */
	private contradictions = 0;
	private firstAt?: number;
	private answers = 0;
	/** How long an answer takes, on average. */
	private answerMs = 0;
	/** Refusals in a row. */
	refusals = 0;
	private refusedAt = Number.NEGATIVE_INFINITY;
	readonly turns: Turns;
	private readonly flow = new Flow();

	/** `limit`: where it is known before any answer; `processes`: how many share it, where the credential states it. */
	constructor(limit?: number, processes?: number) {
		this.named = limit;
		this.turns = new Turns(processes);
	}

	/** How many calls a window holds, where it is known. */
	get calls(): number | undefined {
		const { named, learned } = this;
		if (learned === undefined) return named;
		const windows = (clock.steady() - learned.at) / WINDOW_MS;
		// What was used before our first call is forgotten after a window.
		if (learned.hold === 0 && windows >= 1) return named;
		return Math.min(
			named ?? Number.POSITIVE_INFINITY,
			Math.floor(learned.calls * GROWTH ** ((windows / Math.max(1, learned.hold)) ** 2)),
		);
	}

	/** Whether a new one would know as much. */
	get isIdle(): boolean {
		return this.sent.at(0) < clock.steady() - 2 * WINDOW_MS;
	}

	/** Counts a call that is sent now; returns the function that takes what its answer says, and whether this limit, or another one, refuses it. */
	send(): (allowance: Allowance, isRefusal?: boolean, isOther?: boolean) => void {
		const sentAt = clock.steady();
		const seq = this.sent.add(sentAt);
		this.firstAt ??= sentAt;
		this.turns.sent();
		return (allowance, isRefusal = false, isOther = false) => {
			this.answers++;
			// What is refused is not counted.
			if (isRefusal || isOther) this.sent.drop(sentAt);
			if (isRefusal) this.refuse(allowance, sentAt);
			else if (!isOther) {
				this.refusals = 0;
				this.answerMs += WEIGHT * (clock.steady() - sentAt - this.answerMs);
			}
			this.learn(allowance, seq, sentAt, isRefusal);
		};
	}

	/** Notes that the answer to a call that was sent then may say nothing, so that another call may find out what is left. */
	noteBlank(sentAt: number): void {
		if (sentAt >= (this.seen?.resetAt ?? sentAt)) this.blanks++;
	}

	/** Milliseconds until one more call may be sent, when `demand` calls want to go and `waiting` of them can go at once. */
	delay(demand: number, waiting: number, inFlight: number): number {
		const now = clock.steady();
		const limit = this.calls;
		const end = this.endOfWindow(now);
		if (limit !== undefined && end !== undefined) this.turns.roll(limit, end);
		const first = this.sent.at(0) + FIRST_ANSWERS_MS - now;
		if (first > 0 && ((inFlight > 0 && this.answers < 2) || this.turns.areUnsure)) return first;
		if (limit === undefined) return 0;
		const { seen, flow } = this;
		if (flow.isSeen && seen?.resetAt !== undefined && this.isRated) {
			const since = this.sent.count - seen.seq;
			return flow.next(limit, seen.left, seen.resetAt, since, this.sent.at(0)) - now;
		}
		const room = this.room(limit, now);
		if (room < 1) return this.untilRoom(limit, now);
		if (this.turns.areShared) {
			return end === undefined ? 0 : this.turns.delay(limit, demand, end, now);
		}
		return this.spread(limit, room, demand, waiting + inFlight) - now;
	}

	/** Whether our own calls do not explain what is left: usage before our first call is no caller, and a reset that is wrong is no rate. */
	private get isRated(): boolean {
		if (this.flow.isBucket) return true;
		const now = clock.steady();
		const isBeside = (this.firstAt ?? now) <= now - WINDOW_MS && this.foreignAt(now) > 0;
		return isBeside || this.flow.isShared;
	}

	/** How many processes there are, by the calls of others of late. */
	get callers(): number {
		return this.flow.isSeen ? this.flow.callers : this.turns.callers;
	}

	/** When the window ends that the last reset speaks of, or the one of now where windows follow each other. */
	private endOfWindow(now: number): number | undefined {
		const resetAt = this.seen?.resetAt;
		if (resetAt === undefined) return undefined;
		return resetAt + Math.max(0, Math.ceil((now - resetAt) / WINDOW_MS)) * WINDOW_MS;
	}

	/** When the next call of a process that is alone goes: half of a window at once, the rest evenly, so that another one finds room. */
	private spread(limit: number, room: number, demand: number, atOnce: number): number {
		const resetAt = this.seen?.resetAt;
		const last = this.sent.at(0);
		if (demand <= room || room > limit / 2 || resetAt === undefined || !Number.isFinite(last)) {
			return last;
		}
		const rest = Math.max(0, resetAt - GUARD_MS - last);
		const takes = (this.answerMs * room) / atOnce;
		return takes < rest * SPREAD_PART ? last + rest / room : last;
	}

	/** How many calls may be sent now. */
	private room(limit: number, now: number): number {
		const { seen, sent } = this;
		const byLog = limit - sent.since(now - WINDOW_MS - MARGIN_MS) - this.foreignAt(now);
		if (seen === undefined) return byLog;
		const { seq, left, resetAt = Number.NEGATIVE_INFINITY } = seen;
		const byAnswer = left - (sent.count - seq);
		if (now < resetAt + MARGIN_MS) return byAnswer;
		const since = sent.since(Math.max(resetAt, now - WINDOW_MS - MARGIN_MS));
		if (this.isFixed) return limit - since;
		if (this.isResetWrong) return Math.max(byAnswer, byLog);
		// Whatever the limiter, something has come back: one call shows how much, more where resets have been wrong.
		const tries = Math.max(1, Math.min(MOST_TRIES, this.refusals)) + this.blanks - since;
		return Math.max(byAnswer, byLog, tries);
	}

	/** Milliseconds until there is room, which is at most a window. */
	private untilRoom(limit: number, now: number): number {
		const { resetAt = Number.NEGATIVE_INFINITY } = this.seen ?? {};
		const margin = MARGIN_MS * (1 + clock.random());
		if (resetAt + MARGIN_MS > now) return Math.max(1, resetAt + margin - now);
		const used = this.sent.since(now - WINDOW_MS - MARGIN_MS);
		const back = Math.min(used, Math.max(1, Math.floor(limit - this.foreignAt(now)))) - 1;
		return Math.max(1, Math.min(WINDOW_MS, this.sent.at(back) + WINDOW_MS - now) + margin);
	}

	private foreignAt(now: number): number {
		return this.seenAt > now - WINDOW_MS ? this.foreign : 0;
	}

	private learn(answer: Allowance, seq: number, sentAt: number, isRefusal: boolean): void {
		const { resetMs } = answer;
		let { left } = answer;
		// Where no limit is named, it is at least this call and what is left.
		const limit =
			answer.limit ?? (left === undefined ? this.named : Math.max(this.named ?? 1, left + 1));
		this.named = limit;
		if (limit === undefined || left === undefined || left > limit) return;
		const { seen } = this;
		const now = clock.steady();
		const isNear = resetMs !== undefined && resetMs <= LONGEST_WINDOW_MS;
		const resetAt = isNear ? now + resetMs : undefined;
		const before = seen?.resetAt;
		// Windows of a day, and resets that cannot be believed, have no turns.
		const isNew = before !== undefined && resetAt !== undefined && resetAt > before + SAME_MS;
		const isWindow = before === undefined || (isNew && resetAt > before + JUMP_MS);
		const own = this.sent.since(sentAt - WINDOW_MS + SAME_MS, sentAt);
		if (left > 0) this.contradictions = Number.NEGATIVE_INFINITY;
		// The last call that was served says 0 as well.
		else if (isRefusal) this.contradictions = -1;
		// Only one call is the last before a reset.
		else if (isWindow ? own < limit / 2 : seen?.left === 0 && sentAt < before)
			this.contradictions++;
		if (this.contradictions > 1) return void (this.seen = this.named = undefined);
		if (!isWindow && seen !== undefined && Math.abs(sentAt - seen.sentAt) < TOGETHER_MS) {
			// They arrived in any order: the lowest number is that of all of them, if they speak of one window.
			left = seen.left = Math.min(left, seen.left);
		}
		if (seq < (seen?.seq ?? 0)) return;
		const used = limit - left;
		if (before !== undefined && isWindow && sentAt > before) {
			this.isFixed = used + Math.min(ON_THE_WAY, own / 2) < own;
			if (this.isFixed) this.isResetWrong = false;
		}
		this.foreign = Math.max(0, used - this.sent.since(sentAt - WINDOW_MS - SAME_MS, sentAt));
		this.seenAt = sentAt;
		this.seen = { seq, sentAt, left, resetAt };
		this.blanks = 0;
		if (resetAt !== undefined) {
			this.flow.learn({
				...{ limit, left, resetAt, sentAt, isRefusal, callers: this.turns.callers },
				own: this.sent.since(now - WINDOW_MS + SAME_MS, sentAt - TOGETHER_MS),
			});
		}
		if (resetAt !== undefined && resetAt > now) {
			const start = resetAt - WINDOW_MS;
			if (isWindow) this.windowFrom = sentAt;
			const from = Math.min(start - ON_ITS_WAY_MS, this.windowFrom);
			this.turns.learn({
				...{ limit, used, start, sentAt, isRefusal, after: this.sent.count - seq },
				own: this.sent.since(from),
				counted: this.sent.since(from, sentAt + TOGETHER_MS),
			});
		}
	}

	private refuse({ limit = this.named, left }: Allowance, sentAt: number): void {
		const now = clock.steady();
		if (sentAt >= this.refusedAt) this.refusals++;
		this.refusedAt = now;
		this.isFixed = false;
		// What went through in the last minute.
		const calls = this.sent.since(sentAt - WINDOW_MS, sentAt);
		if (limit !== undefined && left === 0) {
			this.isResetWrong ||= calls >= limit / 2;
			return;
		}
		const { learned } = this;
		const isFirst = (this.firstAt ?? now) > now - WINDOW_MS;
		const isFound = learned !== undefined && Math.abs(calls - learned.calls) <= calls / 4;
		const hold = isFirst ? 0 : isFound ? Math.min(LONGEST_HOLD, learned.hold * 2 || 1) : 1;
		if (this.refusals > 1 && learned !== undefined && now - learned.at < WINDOW_MS) return;
		this.learned = { calls: Math.max(1, calls), at: now, hold };
	}
}
