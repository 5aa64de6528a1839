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
