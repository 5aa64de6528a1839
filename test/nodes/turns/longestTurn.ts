import { PerformanceObserver, type PerformanceObserverEntryList } from 'node:perf_hooks';

/** Of this thread where Node.js counts it, else of the process: what others do on a busy machine does not count. */
function processorMs(): number {
	const usage: unknown = 'threadCpuUsage' in process ? process.threadCpuUsage : undefined;
	const used = typeof usage === 'function' ? (usage() as NodeJS.CpuUsage) : process.cpuUsage();
	return (used.user + used.system) / 1000;
}

interface Span {
	from: number;
	to: number;
}

/**
 * The processor time of the longest turn of the event loop while a task goes on, in milliseconds, without the pauses in which memory is cleared.
 * That of the process has in it what other threads do meanwhile: a turn takes no longer than passes by the clock.
 */
export async function longestTurn(task: () => Promise<unknown>): Promise<number> {
	const turns: Array<Span & { ms: number }> = [];
	const pauses: Span[] = [];
	const note = (list: PerformanceObserverEntryList) => {
		for (const { startTime, duration } of list.getEntries())
			pauses.push({ from: startTime, to: startTime + duration });
	};
	const observer = new PerformanceObserver(note);
	observer.observe({ entryTypes: ['gc'] });
	await turnOver();
	let [used, from, isOver] = [processorMs(), performance.now(), false];
	const look = () => {
		const [nowUsed, to] = [processorMs(), performance.now()];
		turns.push({ from, to, ms: Math.min(nowUsed - used, to - from) });
		[used, from] = [nowUsed, to];
		if (!isOver) setImmediate(look);
	};
	setImmediate(look);
	await task();
	isOver = true;
	look();
	await turnOver();
	observer.disconnect();
	const pausedIn = ({ from, to }: Span) =>
		pauses.reduce(
			(sum, one) => sum + Math.max(0, Math.min(to, one.to) - Math.max(from, one.from)),
			0,
		);
	// Too many turns to hand to a function.
	return turns
		.map((turn) => turn.ms - (turn.ms < SHORT_MS ? 0 : pausedIn(turn)))
		.reduce((longest, ms) => Math.max(longest, ms), 0);
}

/** Turns that are looked at no further. */
const SHORT_MS = 20;

const turnOver = async () => await new Promise((resolve) => setImmediate(resolve));
