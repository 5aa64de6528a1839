import { wait, type Ending } from '../../core/clock';

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
