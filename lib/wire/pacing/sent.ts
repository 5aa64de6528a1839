/** Two minutes: older calls count in no window of a minute, and no answer speaks of them. */
const KEPT_MS = 120_000;

/** When our calls of late were sent, on the steady clock. */
export class Sent {
	private times: number[] = [];
	/** How many calls were sent so far: the number of the last one. */
	count = 0;

	/** Notes a call; returns its number. */
	add(now: number): number {
		this.times.push(now);
		// Many at a time, so that most calls drop none.
		if ((this.times[0] ?? now) < now - 2 * KEPT_MS) {
			this.times = this.times.filter((at) => at > now - KEPT_MS);
		}
		return ++this.count;
	}

	/** Forgets a call that was sent then. */
	drop(at: number): void {
		const index = this.times.lastIndexOf(at);
		if (index >= 0) this.times.splice(index, 1);
	}

	/** How many calls were sent from the one time to the other, both included. */
	since(from: number, until = Number.POSITIVE_INFINITY): number {
		let end = this.times.length;
		while (end > 0 && (this.times[end - 1] ?? 0) > until) end--;
		let start = end;
		while (start > 0 && (this.times[start - 1] ?? 0) >= from) start--;
		return end - start;
	}

	/** When the `back`-th call before the last one was sent. */
	at(back: number): number {
		return this.times.at(-1 - back) ?? Number.NEGATIVE_INFINITY;
	}
}
