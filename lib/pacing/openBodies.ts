import { clock } from '../base/clock';

/** A body that is not read to its end holds its place no longer. */
const LONGEST_BODY_MS = 300_000;

/** Answers that are still on their way, where an account may have only so many calls open. */
export class OpenBodies {
	private readonly bodies = new Set<{ since: number }>();

	/** How many there are. */
	get count(): number {
		const now = clock.steady();
		for (const body of this.bodies) {
			if (now - body.since > LONGEST_BODY_MS) this.bodies.delete(body);
		}
		return this.bodies.size;
	}

	/** Counts a body until it is `closed`. */
	async add(closed: Promise<void>): Promise<void> {
		const body = { since: clock.steady() };
		this.bodies.add(body);
		await closed;
		this.bodies.delete(body);
	}
}
