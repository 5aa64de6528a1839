import { clock } from '../../core/clock';
import { LONGEST_WINDOW_MS, MARGIN_MS, SAME_MS, type Allowance } from '../errors/rateHeaders';

/** What answers leave of a limit in tokens, and what a call takes of it on average (docs/maintainers/service.md#rate-limits). */
export class Tokens {
	private endsAt = Number.NEGATIVE_INFINITY;
	private left = 0;
	/** What the first answer of the window left, and how many came after it. */
	private first = 0;
	private answers = 0;

	learn({ left, resetMs }: Allowance): void {
		if (left === undefined || resetMs === undefined || resetMs > LONGEST_WINDOW_MS) return;
		const endsAt = clock.steady() + resetMs;
		if (endsAt < this.endsAt - SAME_MS) return;
		if (endsAt > this.endsAt + SAME_MS) {
			this.endsAt = endsAt;
			this.first = this.left = left;
			this.answers = 0;
			return;
		}
		this.left = Math.min(this.left, left);
		this.answers++;
	}

	/** Milliseconds until one more call fits, beside those in flight. */
	delay(inFlight: number): number {
		const until = this.endsAt + MARGIN_MS - clock.steady();
		if (until <= 0) return 0;
		const perCall = (this.first - this.left) / Math.max(1, this.answers);
		const fits = this.left > perCall * (inFlight + 1);
		return fits || (inFlight === 0 && this.left > 0) ? 0 : until;
	}
}
