import { wait } from '../../core/clock';

/** Calls that wait for a moment, or for the end of another call. */
export class Waiters {
	private readonly stopWaits = new Set<() => void>();

	/** Whether nothing waits. */
	get isEmpty(): boolean {
		return this.stopWaits.size === 0;
	}

	/** Ends all waits. */
	wakeAll(): void {
		for (const stop of [...this.stopWaits]) stop();
	}

	/** Waits `ms` milliseconds, or until `wakeAll` is called or the signal is aborted. */
	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		const timer = { aborted: false };
		let stop = () => {};
		const ended = new Promise<void>((resolve) => {
			stop = () => {
				timer.aborted = true;
				this.stopWaits.delete(stop);
				signal?.removeEventListener('abort', stop);
				resolve();
			};
			this.stopWaits.add(stop);
			signal?.addEventListener('abort', stop);
		});
		if (ms !== Number.POSITIVE_INFINITY) void wait(ms, timer).then(stop);
		await ended;
	}
}
