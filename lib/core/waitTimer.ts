/** What is waited for may end so much later than it should: a new timer for each piece of a stream costs more than reading it. */
const LATE_MS = 2;

/**
 * Waits for one thing after another, each no longer than it may take. One timer serves all of them, as a stream has thousands of pieces.
 */
export class WaitTimer {
	private timer?: { signal: AbortSignal; at: number };

	private endsAt = 0;

	private rejectWait?: () => void;

	/** The result of `work`; throws what `late` makes once `ms` milliseconds of real time are over. */
	async within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
		this.endsAt = performance.now() + ms;
		if (this.timer === undefined || this.timer.at > this.endsAt + LATE_MS) this.startTimer(ms);
		try {
			return await new Promise<T>((resolve, reject) => {
				this.rejectWait = () => reject(late());
				work.then(resolve, reject);
			});
		} finally {
			this.rejectWait = undefined;
		}
	}

	/** Lets go of the timer, which would hold what is watched until its end. */
	clearTimer(): void {
		this.timer?.signal.removeEventListener('abort', this.onTimeout);
		this.timer = undefined;
	}

	private startTimer(ms: number): void {
		this.clearTimer();
		const signal = AbortSignal.timeout(Math.max(1, Math.ceil(ms)));
		signal.addEventListener('abort', this.onTimeout);
		this.timer = { signal, at: this.endsAt };
	}

	private readonly onTimeout = (): void => {
		this.timer = undefined;
		if (this.rejectWait === undefined) return;
		const left = this.endsAt - performance.now();
		if (left > 0) this.startTimer(left);
		else this.rejectWait();
	};
}
