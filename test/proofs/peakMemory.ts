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
export function forgetPeak(pid: number | 'self' = 'self'): void {
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The highest resident memory since then, in MB. */
export function peakMemory(pid: number | 'self' = 'self'): number {
	return statusMb(pid, 'VmHWM');
}

/** The resident memory of another process now, in MB. */
export function memoryNow(pid: number): number {
	return statusMb(pid, 'VmRSS');
}

function statusMb(pid: number | 'self', name: string): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return megabytes(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024);
}

function megabytes(bytes: number): number {
	return Math.round(bytes / MEGABYTE);
}
