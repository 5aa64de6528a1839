import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const MEGABYTE = 1_000_000;

/** Collects what can be collected, and returns the resident memory then, in MB. */
export async function idleMemory(): Promise<number> {
	for (let round = 0; round < 5; round++) {
		globalThis.gc?.();
		await pause(50);
	}
	return megabytes(process.memoryUsage.rss());
}

/** Linux keeps the highest resident memory of a process, and starts again when 5 is written there. */
export function forgetPeak(): void {
	writeFileSync('/proc/self/clear_refs', '5');
}

/** The highest resident memory since then, in MB. */
export function peakMemory(): number {
	const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
	return megabytes(Number(kilobytes) * 1024);
}

function megabytes(bytes: number): number {
	return Math.round(bytes / MEGABYTE);
}
