/** Packs bits into bytes, the first bit of a byte at its low end (as WebP has them). */
export class LowBits {
	private readonly bytes: number[] = [];
	private rest = 0;
	private free = 8;

	/** The lowest bit of the value first; 16 bits at most. */
	put(value: number, count: number): this {
		this.rest |= value << (8 - this.free);
		this.free -= count;
		for (; this.free <= 0; this.free += 8) {
			this.bytes.push(this.rest & 0xff);
			this.rest >>>= 8;
		}
		return this;
	}

	/** The highest bit of the value first. */
	putReversed(value: number, count: number): this {
		let reversed = 0;
		for (let at = 0; at < count; at++) reversed |= ((value >> at) & 1) << (count - 1 - at);
		return this.put(reversed, count);
	}

	toBuffer(): Buffer {
		return Buffer.from(this.free < 8 ? [...this.bytes, this.rest] : this.bytes);
	}
}

/** Packs bits into bytes, the first bit of a byte at its high end, a zero after each byte of ones (as JPEG has them). */
export class HighBits {
	private readonly bytes: number[] = [];
	private rest = 0;
	private filled = 0;

	/** The highest bit of the value first; 16 bits at most. */
	put(value: number, count: number): void {
		this.rest = (this.rest << count) | value;
		this.filled += count;
		for (; this.filled >= 8; this.filled -= 8) {
			const byte = (this.rest >> (this.filled - 8)) & 0xff;
			this.bytes.push(byte);
			if (byte === 0xff) this.bytes.push(0);
		}
		this.rest &= (1 << this.filled) - 1;
	}

	/** The last byte is filled up with ones. */
	toBuffer(): Buffer {
		const padding = (8 - this.filled) % 8;
		this.put(2 ** padding - 1, padding);
		return Buffer.from(this.bytes);
	}
}
