import { wait, type Ending, clock } from '../../core/clock';

/** Calls that wait for a moment, or for the end of another call. */
export class Waiters {
	private readonly waiting = new Set<() => void>();

	/** Whether nothing waits. */
	get none(): boolean {
		return this.waiting.size === 0;
	}

	/** Ends all waits. */
	wake(): void {
		for (const stop of [...this.waiting]) stop();
	}

	/** Waits `ms` milliseconds, or until `wake` is called or the signal is aborted. */
	async wait(ms: number, signal?: Ending): Promise<void> {
		const timer = { aborted: false };
		let stop = () => {};
		const ended = new Promise<void>((resolve) => {
			stop = () => {
				timer.aborted = true;
				this.waiting.delete(stop);
				signal?.removeEventListener('abort', stop);
				resolve();
			};
			this.waiting.add(stop);
			signal?.addEventListener('abort', stop);
		});
		if (ms !== Number.POSITIVE_INFINITY) void wait(ms, timer).then(stop);
		await ended;
	}
}

/** A body that is not read to its end holds its place no longer. */
const LONGEST_BODY_MS = 300_000;

/** Answers that are still on their way, where an account may have only so many calls open. */
export class OpenBodies {
	private readonly bodies = new Set<{ since: number }>();

	/** How many there are. */
	get count(): number {
		const now = clock.steady();
		for (const body of this.bodies) {
			if (now - body.since > LONGEST_BODY_MS) this.bodies.delete(body);
		}
		return this.bodies.size;
	}

	/** Counts a body until it is `closed`. */
	async add(closed: Promise<void>): Promise<void> {
		const body = { since: clock.steady() };
		this.bodies.add(body);
		await closed;
		this.bodies.delete(body);
	}
}
