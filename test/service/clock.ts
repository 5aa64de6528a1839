/** A clock that a test can move: another clock, and how far this one is ahead of it. */
export class Clock {
	private ahead = 0;

	constructor(private readonly base: () => number) {}

	now(): number {
		return this.base() + this.ahead;
	}

	advance(ms: number): void {
		this.ahead += ms;
	}

	clear(): void {
		this.ahead = 0;
	}
}
