/** Numbers that look random and are the same in every run (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** From 0 up to, but without, 1. */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number from `least` to `most`, both included. */
	from(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	chance(share: number): boolean {
		return this.next() < share;
	}
}
