/** Reads a stream of bytes in pieces of the wanted length; no more of it is in memory than was asked for. */
export class ByteReader {
	/** How many bytes were taken. */
	position = 0;

	private rest: Buffer = Buffer.alloc(0);

	private readonly chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

	constructor(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
		this.chunks =
			Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
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

	private async fill(count: number): Promise<void> {
		const pieces = [this.rest];
		for (let { length } = this.rest; length < count;) {
			const next = await this.chunks.next();
			if (next.done === true) break;
			pieces.push(Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength));
			length += next.value.length;
		}
		this.rest = Buffer.concat(pieces);
	}
}
