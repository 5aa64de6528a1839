const SHORTEST_POLL_PAUSE_MS = 2_000;
const LONGEST_POLL_PAUSE_MS = 30_000;
const LONGEST_PAUSE_AFTER_FAILURE_MS = 60_000;
/** All jobs together are asked after so often, as they share the limits of the service (docs/maintainers/service.md#rate-limits: 60 or 120 a minute). */
const PAUSE_BETWEEN_ALL_POLLS_MS = 2_000;

export interface PollInput {
	/** How long a job of this kind usually takes, in milliseconds, if the service reports it. */
	usualMs?: number;
	/** How long this one has been going on, in milliseconds. */
	runningMs: number;
	/** How many polls in a row have failed. */
	failures: number;
	/** How many jobs are waited for in this process, this one included. */
	waiting: number;
	/** 0 to 1. */
	random: number;
}

/**
 * Milliseconds until a job is asked after again, 2 s to 30 s: half of what is left of its usual time, as most jobs end
 * before it (docs/maintainers/service.md#jobs: it is an 80th percentile), or a quarter of what it is late. The more jobs are waited for, the less often each
 * is asked after. After failures it backs off, with jitter, up to a minute.
 */
export function pollDelayMs({
	usualMs = 0,
	runningMs,
	failures,
	waiting,
	random,
}: PollInput): number {
	const shortest = Math.max(SHORTEST_POLL_PAUSE_MS, waiting * PAUSE_BETWEEN_ALL_POLLS_MS);
	if (failures > 0) {
		const ceiling = Math.min(
			LONGEST_PAUSE_AFTER_FAILURE_MS,
			2 * SHORTEST_POLL_PAUSE_MS * 2 ** (failures - 1),
		);
		return Math.max(shortest, Math.round((ceiling * (1 + random)) / 2));
	}
	const late = runningMs - usualMs;
	const delay = late < 0 ? -late / 2 : late / 4;
	return Math.round(Math.max(shortest, Math.min(LONGEST_POLL_PAUSE_MS, delay)));
}
