/** Gathers bits into bytes; `lsb` puts the first bit of a byte at its low end, `msb` at its high end. */
export class Bits {
	private readonly bits: number[] = [];

	/** The lowest bit of the value first. */
	low(value: number, count: number): this {
		for (let at = 0; at < count; at++) this.bits.push((value >> at) & 1);
		return this;
	}

	/** The highest bit of the value first. */
	high(value: number, count: number): this {
		for (let at = count - 1; at >= 0; at--) this.bits.push((value >> at) & 1);
		return this;
	}

	get length(): number {
		return this.bits.length;
	}

	bytes(order: 'lsb' | 'msb'): Buffer {
		const bytes = Buffer.alloc(Math.ceil(this.bits.length / 8));
		for (const [at, bit] of this.bits.entries()) {
			const place = order === 'lsb' ? at % 8 : 7 - (at % 8);
			bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (bit << place);
		}
		return bytes;
	}
}
