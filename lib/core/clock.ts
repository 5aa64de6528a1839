import { sleep } from 'n8n-workflow';

const WAIT_SLICE_MS = 250;

/** The time and chance that waits depend on, in one place so that a test can hold them still. */
export const clock = {
	now: (): number => Date.now(),
	/** Milliseconds since some moment, by a clock that is never set: for waits and for what lies how far apart. */
	steady: (): number => performance.now(),
	random: (): number => Math.random(),
	sleep: async (ms: number): Promise<void> => await sleep(ms),
};

/** What comes of a task; undefined where it takes longer than `ms` milliseconds of real time, and goes on. */
export async function within<T>(task: Promise<T>, ms: number): Promise<T | undefined> {
	const timeout = AbortSignal.timeout(ms);
	return await new Promise<T | undefined>((resolve, reject) => {
		const giveUp = () => resolve(undefined);
		timeout.addEventListener('abort', giveUp);
		void task.then(resolve, reject).finally(() => timeout.removeEventListener('abort', giveUp));
	});
}

/** Waits `ms` milliseconds, or less when the signal is aborted: it then ends within a quarter of a second. */
export async function wait(ms: number, signal?: Pick<AbortSignal, 'aborted'>): Promise<void> {
	const end = clock.steady() + ms;
	for (let left = ms; left > 0 && !signal?.aborted; left = end - clock.steady()) {
		await clock.sleep(Math.min(left, WAIT_SLICE_MS));
	}
}

/** Lets others have a turn of n8n's loop: to await a promise is not enough. */
export async function nextTurn(): Promise<void> {
	await sleep(0);
}

/** So long work may hold n8n's loop. */
const TURN_MS = 20;

/** The same pieces. Where what is made of them takes long, others have a turn of n8n's loop between two of them. */
export async function* inTurns<T>(pieces: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
	let since = performance.now();
	for await (const piece of pieces) {
		if (performance.now() - since > TURN_MS) {
			await nextTurn();
			since = performance.now();
		}
		yield piece;
	}
}

/** What is waited for may end so much later than it should: a new timer for each piece of a stream costs more than reading it. */
const LATE_MS = 2;

/**
 * Waits for one thing after another, each no longer than it may take. One timer serves all of them, as a stream has thousands of pieces.
 */
export class WaitTimer {
	private timer?: { signal: AbortSignal; at: number };

	private endsAt = 0;

	private rejectWait?: (error?: Error) => void;

	/** The result of `work`; throws what `late` makes once `ms` milliseconds of real time are over. */
	async within<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
		this.endsAt = performance.now() + ms;
		if (this.timer === undefined || this.timer.at > this.endsAt + LATE_MS) this.startTimer(ms);
		try {
			return await new Promise<T>((resolve, reject) => {
				this.rejectWait = (error = late()) => reject(error);
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

	/** Lets go of the timer, and ends the wait with an error. */
	end(error: Error): void {
		this.clearTimer();
		this.rejectWait?.(error);
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
