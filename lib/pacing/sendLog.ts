/** Calls older than this no longer count in any window that several processes share (docs/service.md#rate-limits). */
const KEPT_MS = 70_000;

/** When the calls of late were sent. */
export class SendLog {
	private times: number[] = [];
	/** How many calls were sent so far. */
	sent = 0;

	/** Notes a call that is sent at `now`, in Unix milliseconds; returns its number. */
	add(now: number): number {
		this.times.push(now);
		const oldest = this.times[0] ?? now;
		// Many at a time, so that most calls drop none.
		if (oldest < now - 2 * KEPT_MS) this.times = this.times.filter((at) => at > now - KEPT_MS);
		return ++this.sent;
	}

	/** How many of these calls were sent at that time or later. */
	since = (from: number): number => {
		let count = 0;
		while (count < this.times.length && (this.times.at(-1 - count) ?? 0) >= from) count++;
		return count;
	};
}
