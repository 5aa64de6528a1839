/** Below it, a measure says more of the machine than of the task. */
const LEAST_MS = 5;
/** How much longer a text is. */
const TIMES_LONGER = 8;

/**
 * Whether the processor time of a task grows much faster than the size of what it works on: of eight times the size, more than twenty-four times the
 * time. A time that grows with the square takes sixty-four times as long.
 */
export function growsTooFast(size: number, task: (size: number) => void): boolean {
	const before = Math.max(
		LEAST_MS,
		processorMs(() => task(size)),
	);
	const isSlow = () => processorMs(() => task(size * TIMES_LONGER)) > 3 * TIMES_LONGER * before;
	// A machine that pauses is slow once.
	return isSlow() && isSlow() && isSlow();
}

/** In milliseconds; a machine that is busy with others does not count. */
export function processorMs(task: () => void): number {
	const start = process.cpuUsage();
	task();
	const { user, system } = process.cpuUsage(start);
	return (user + system) / 1000;
}
