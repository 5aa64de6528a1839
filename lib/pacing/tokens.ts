import { clock } from '../base/clock';
import type { Allowance } from './rateHeaders';

const MARGIN_MS = 250;
const WINDOW_MS = 60_000;
/** A window that is named longer than this is one of a day, or no window. */
const LONGEST_MS = 75_000;
/** Services name whole seconds. */
const SAME_MS = 1_500;

/** What the answer to one call says, by the number of the call. */
interface Seen {
	seq: number;
	left: number;
}

/** What is known of a limit in tokens (docs/service.md#rate-limits). */
export class Tokens {
	private count = 0;
	/** The end of the window: headers speak of some time between the call and the end of its answer. */
	private end = { least: Number.NEGATIVE_INFINITY, most: Number.NEGATIVE_INFINITY };
	/** The first and the last call of the window, by what is known. */
	private first?: Seen;
	private last?: Seen;
	private perCall = 0;

	/** Counts a call that is sent now; returns the function that takes what its answer says. */
	send(): (allowance: Allowance) => void {
		const seq = ++this.count;
		const sentAt = clock.steady();
		return ({ left, resetMs }) => {
			if (left === undefined || resetMs === undefined || resetMs > LONGEST_MS) return;
			const most = Math.min(clock.steady() + resetMs, sentAt + LONGEST_MS);
			this.learn({ seq, left }, sentAt, sentAt + resetMs, most);
		};
	}

	/** Milliseconds until one more call fits, beside those in flight. */
	delay(inFlight: number): number {
		const until = this.end.most + MARGIN_MS - clock.steady();
		if (until <= 0 || this.last === undefined) return 0;
		const { seq, left } = this.last;
		const fits = left > this.perCall * (this.count - seq + 1);
		return fits || (inFlight === 0 && left > 0) ? 0 : until;
	}

	private learn(seen: Seen, sentAt: number, least: number, most: number): void {
		const { end } = this;
		if (least > end.most + SAME_MS) {
			this.end = { least, most };
			this.first = this.last = seen;
			return;
		}
		if (most < end.least - SAME_MS || sentAt < end.most - WINDOW_MS - SAME_MS) return;
		this.end = { least: Math.max(least, end.least), most: Math.min(most, end.most) };
		if (this.first === undefined || seen.seq < this.first.seq) this.first = seen;
		if (this.last === undefined || seen.seq > this.last.seq) this.last = seen;
		const calls = this.last.seq - this.first.seq;
		if (calls > 0) this.perCall = Math.max(0, this.first.left - this.last.left) / calls;
	}
}
