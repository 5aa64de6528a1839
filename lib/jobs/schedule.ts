const SHORTEST_MS = 2_000;
const LONGEST_MS = 30_000;
const LONGEST_AFTER_FAILURE_MS = 60_000;

export interface PollInput {
	/** How long such a job usually takes, in milliseconds, when the service says so. */
	usualMs?: number;
	/** How long this one has been going on, in milliseconds. */
	runningMs: number;
	/** How many polls in a row have failed. */
	failures: number;
	/** 0 to 1. */
	random: number;
}

/**
 * Milliseconds until a job is asked after again, 2 s to 30 s: half of what is left of its usual time, as most jobs end
 * before it (NOTES 4.4: it is an 80th percentile), or a quarter of what it is late. After failures it backs off, with jitter, up to a minute.
 */
export function pollDelay({ usualMs = 0, runningMs, failures, random }: PollInput): number {
	if (failures > 0) {
		const ceiling = Math.min(LONGEST_AFTER_FAILURE_MS, 2 * SHORTEST_MS * 2 ** (failures - 1));
		return Math.round((ceiling * (1 + random)) / 2);
	}
	const late = runningMs - usualMs;
	const wish = late < 0 ? -late / 2 : late / 4;
	return Math.round(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wish)));
}
