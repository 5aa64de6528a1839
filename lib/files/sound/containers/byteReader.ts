import { cancelledFailure } from '../../../core/failure';
import { cancelBody } from '../../../core/streams';

type ByteChunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const NO_BYTES = Buffer.alloc(0);

/** Reads a stream of bytes in pieces of the wanted length; no more of it is in memory than was asked for. */
export class ByteReader {
	position = 0;

	private buffered: Buffer = NO_BYTES;

	/** The chunk that was read last, where the end of `buffered` is a copy of its first bytes, and how many. */
	private lastChunk: Buffer = NO_BYTES;

	private copiedBytes = 0;

	private chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

	/** `reopen` reads the same stream again from its start; `cancel` ends the reading, as a cancelled execution does. */
	constructor(
		private stream: ByteChunks,
		private readonly reopen?: () => Promise<ByteChunks>,
		private readonly cancel?: Pick<AbortSignal, 'aborted'>,
	) {
		this.chunks = iteratorOf(stream);
	}

	async restart(): Promise<void> {
		if (this.reopen === undefined) throw new TypeError('The stream can be read only once');
		await this.close();
		this.stream = await this.reopen();
		this.chunks = iteratorOf(this.stream);
		[this.buffered, this.lastChunk, this.copiedBytes] = [NO_BYTES, NO_BYTES, 0];
		this.position = 0;
	}

	/** The next bytes without taking them; fewer only at the end of the stream. */
	async peek(count: number): Promise<Buffer> {
		if (this.buffered.length < count) await this.fill(count);
		return this.buffered.subarray(0, count);
	}

	/** The next bytes; fewer only at the end of the stream. */
	async take(count: number): Promise<Buffer> {
		const bytes = await this.peek(count);
		this.buffered = this.buffered.subarray(bytes.length);
		this.position += bytes.length;
		if (this.buffered.length <= this.copiedBytes) {
			this.buffered = this.lastChunk.subarray(this.copiedBytes - this.buffered.length);
			[this.lastChunk, this.copiedBytes] = [NO_BYTES, 0];
		}
		return bytes;
	}

	async skip(count: number): Promise<void> {
		let bytesLeft = count;
		while (bytesLeft > 0) {
			const { length } = await this.take(Math.min(bytesLeft, Math.max(this.buffered.length, 1)));
			if (length === 0) return;
			bytesLeft -= length;
		}
	}

	async close(): Promise<void> {
		await this.chunks.return?.();
		cancelBody(this.stream);
	}

	/** Copies no more than what lies across two chunks. */
	private async fill(count: number): Promise<void> {
		let last = this.lastChunk.subarray(this.copiedBytes);
		const pieces = [this.buffered, last];
		let length = this.buffered.length + last.length;
		while (length < count) {
			if (this.cancel?.aborted) throw cancelledFailure();
			const next = await this.chunks.next();
			if (next.done === true) break;
			last = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
			pieces.push(last);
			length += last.length;
		}
		const wanted = Math.min(count, length);
		this.buffered = Buffer.concat(pieces, wanted);
		[this.lastChunk, this.copiedBytes] = [last, last.length - (length - wanted)];
	}
}

function iteratorOf(chunks: ByteChunks): AsyncIterator<Uint8Array> | Iterator<Uint8Array> {
	return Symbol.asyncIterator in chunks
		? chunks[Symbol.asyncIterator]()
		: chunks[Symbol.iterator]();
}

/** The number in some bits, counted from the first byte and the highest of each byte first; zeros beyond the end. */
export function bitsAt(bytes: Buffer, from: number, count: number): number {
	let value = 0;
	for (let bit = from; bit < from + count; bit++) {
		value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
	}
	return value;
}
