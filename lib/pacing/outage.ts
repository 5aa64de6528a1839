/** So many failures in a row may be chance. */
const CHANCE = 3;
const FIRST_MS = 1_000;
const LONGEST_MS = 15_000;

/** Failures in a row that say that the service is down, and when the last one came. */
export interface Outage {
	failures: number;
	at: number;
}

/** Milliseconds until the next call asks whether the service is up again: one at a time, less and less often. */
export function outageDelay({ failures, at }: Outage, inFlight: number, now: number): number {
	if (failures < CHANCE) return 0;
	if (inFlight > 0) return Number.POSITIVE_INFINITY;
	return at + Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - CHANCE)) - now;
}
