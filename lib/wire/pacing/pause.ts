import { clock } from '../../core/clock';
import { LONGEST_WINDOW_MS } from '../errors/rateHeaders';
import { believedDelay } from '../errors/retryDelay';

/** So long before all others, calls about work that is paid for ask again. */
const LEAD_MS = 1_000;

/**
 * How long a refusal holds back calls: until the time that it names, or until one of them is served. A time further away than a minute may be
 * wrong: one call asks again after a minute, then after two, four, at most ten.
 */
export class Pause {
	private endsAt = Number.NEGATIVE_INFINITY;
	private asksAt = Number.NEGATIVE_INFINITY;
	private refusals = 0;
	/** How far away that was when it was named. */
	private namedMs = 0;
	/** Whether the call that asks again is in flight. */
	private isAsking = false;

	/** Milliseconds until the time that was named; 0 or less once it is over. */
	get leftMs(): number {
		return this.endsAt - clock.steady();
	}

	/** Whether it lasts, until a time that may be wrong. */
	get isFar(): boolean {
		return this.leftMs > 0 && this.namedMs > LONGEST_WINDOW_MS;
	}

	/** Milliseconds until one more call may be sent; Infinity while the end of another one is to say. */
	delayMs(goesFirst = false): number {
		const { leftMs } = this;
		if (leftMs <= 0) return 0;
		if (this.isAsking) return Number.POSITIVE_INFINITY;
		return Math.max(0, Math.min(leftMs, this.asksAt + (goesFirst ? 0 : LEAD_MS) - clock.steady()));
	}

	/** Notes that a call is sent; returns the function that takes its end, and whether it was served. */
	startCall(): (isServed: boolean) => void {
		if (this.leftMs <= 0) return () => {};
		this.isAsking = true;
		return (isServed) => {
			this.isAsking = false;
			if (isServed) this.endsAt = Number.NEGATIVE_INFINITY;
		};
	}

	/** Holds back calls for so long, after a refusal; that of the call that asked again is the latest word. */
	hold(ms: number): void {
		const now = clock.steady();
		const before = this.isAsking ? Number.NEGATIVE_INFINITY : this.endsAt;
		if (this.leftMs <= 0) this.refusals = 1;
		else if (this.isAsking) this.refusals++;
		this.endsAt = Math.max(before, now + ms);
		this.namedMs = this.leftMs;
		this.asksAt = now + believedDelay(this.namedMs, this.refusals);
	}
}
