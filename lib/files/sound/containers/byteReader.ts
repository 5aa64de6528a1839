type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const NOTHING = Buffer.alloc(0);

/** Reads a stream of bytes in pieces of the wanted length; no more of it is in memory than was asked for. */
export class ByteReader {
	/** How many bytes were taken. */
	position = 0;

	private rest: Buffer = NOTHING;

	/** The chunk that was read last, where the end of `rest` is a copy of its first bytes, and how many. */
	private chunk: Buffer = NOTHING;

	private copied = 0;

	private chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

	/** `open` reads the same stream again from its start. */
	constructor(
		stream: Chunks,
		private readonly open?: () => Promise<Chunks>,
	) {
		this.chunks = iterated(stream);
	}

	/** Goes back to the start. */
	async restart(): Promise<void> {
		if (this.open === undefined) throw new TypeError('The stream can be read only once');
		await this.close();
		this.chunks = iterated(await this.open());
		[this.rest, this.chunk, this.copied] = [NOTHING, NOTHING, 0];
		this.position = 0;
	}

	/** The next bytes without taking them; fewer only at the end of the stream. */
	async peek(count: number): Promise<Buffer> {
		if (this.rest.length < count) await this.fill(count);
		return this.rest.subarray(0, count);
	}

	/** The next bytes; fewer only at the end of the stream. */
	async take(count: number): Promise<Buffer> {
		const bytes = await this.peek(count);
		this.rest = this.rest.subarray(bytes.length);
		this.position += bytes.length;
		if (this.rest.length <= this.copied) {
			this.rest = this.chunk.subarray(this.copied - this.rest.length);
			[this.chunk, this.copied] = [NOTHING, 0];
		}
		return bytes;
	}

	/** Passes over the next bytes without keeping them. */
	async skip(count: number): Promise<void> {
		let left = count;
		while (left > 0) {
			const { length } = await this.take(Math.min(left, Math.max(this.rest.length, 1)));
			if (length === 0) return;
			left -= length;
		}
	}

	/** Cancels the stream. */
	async close(): Promise<void> {
		await this.chunks.return?.();
	}

	/** Copies no more than what lies across two chunks. */
	private async fill(count: number): Promise<void> {
		let last = this.chunk.subarray(this.copied);
		const pieces = [this.rest, last];
		let length = this.rest.length + last.length;
		while (length < count) {
			const next = await this.chunks.next();
			if (next.done === true) break;
			last = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
			pieces.push(last);
			length += last.length;
		}
		const wanted = Math.min(count, length);
		this.rest = Buffer.concat(pieces, wanted);
		[this.chunk, this.copied] = [last, last.length - (length - wanted)];
	}
}

function iterated(chunks: Chunks): AsyncIterator<Uint8Array> | Iterator<Uint8Array> {
	return Symbol.asyncIterator in chunks
		? chunks[Symbol.asyncIterator]()
		: chunks[Symbol.iterator]();
}

/** The number in some bits, counted from the first byte and the highest of each byte first. */
export function bitsAt(bytes: Buffer, from: number, count: number): number {
	let value = 0;
	for (let bit = from; bit < from + count; bit++) {
		value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
	}
	return value;
}
