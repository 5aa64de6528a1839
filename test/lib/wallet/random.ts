import { createHash } from 'node:crypto';

/** Random values that are the same in every run, so that a failure can be repeated. */
export class Random {
	private count = 0;

	constructor(private readonly seed: string) {}

	bytes(length: number): Uint8Array {
		const out: number[] = [];
		while (out.length < length) {
			out.push(...createHash('sha256').update(`${this.seed} ${this.count++}`).digest());
		}
		return Uint8Array.from(out.slice(0, length));
	}

	hex(length: number): string {
		return Buffer.from(this.bytes(length)).toString('hex');
	}

	/** A whole number from `least` to `most`, both included. */
	int(least: number, most: number): number {
		return least + (Buffer.from(this.bytes(6)).readUIntBE(0, 6) % (most - least + 1));
	}

	pick<T>(items: readonly T[]): T {
		return items[this.int(0, items.length - 1)] as T;
	}

	text(least: number, most: number, letters: string): string {
		return Array.from({ length: this.int(least, most) }, () => this.pick([...letters])).join('');
	}
}
