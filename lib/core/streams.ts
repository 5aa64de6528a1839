import type { IExecuteSingleFunctions } from 'n8n-workflow';

import {
	type BodyBounds,
	MAX_ANSWER_BYTES,
	stalledAnswerFailure,
	tooLargeFailure,
	tooSlowFailure,
} from './bounds';
import { WaitTimer } from './clock';

type Readable = Exclude<
	Parameters<IExecuteSingleFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

/** Whether a value can be read chunk by chunk, as a response asked for as a stream can. */
export function isStream(value: unknown): value is AsyncIterable<Uint8Array> {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Buffer.isBuffer(value) &&
		Symbol.asyncIterator in value
	);
}

/** Whether the data of an event is the end of a stream, as gateways write it. */
export function isDoneMarker(data: string): boolean {
	return /^\s*\[done\][\s;]*$/i.test(data);
}

/** Cancels a streamed body that will not be read to its end, so that its connection is released. */
export function cancelBody(body: unknown): void {
	if (isStream(body) && 'destroy' in body && typeof body.destroy === 'function') body.destroy();
}

/**
 * A readable stream over what `chunks` yields, of the same class as the streamed body `sample`.
 * Packages for n8n may not import node:stream; the body of an answer brings the class along. Throws a TypeError when it is no stream.
 */
export function streamOf(chunks: AsyncIterable<Uint8Array>, sample: unknown): Readable {
	const like = sample instanceof AnswerBody ? sample.source : sample;
	const maker: unknown = isStream(like) ? like.constructor : undefined;
	if (typeof maker !== 'function' || !('from' in maker) || typeof maker.from !== 'function') {
		throw new TypeError('A streamed answer was expected');
	}
	return maker.from(chunks) as Readable;
}

/** Bytes in a millisecond below which an answer that lasts longer than `speedGraceMs` is given up. */
const MIN_BYTES_PER_MS = 10;

/** The body of an answer as it arrives: its chunks within their bounds, as `clean` lets go of their bytes (latin1). It ends its source with itself, also where nothing was read yet. */
export class AnswerBody implements AsyncIterableIterator<Uint8Array> {
	/** Whether it was read to its end. */
	isWhole = false;

	private tellClosed!: () => void;

	/** Comes when it has ended or was given up. */
	readonly closed = new Promise<void>((resolve) => (this.tellClosed = resolve));

	private tellBegun!: (hasBegun: boolean) => void;

	/** Whether a part of it counts as an answer; comes with the first that does, as its reader says, or when it is closed. */
	readonly begun = new Promise<boolean>((resolve) => (this.tellBegun = resolve));

	private readonly watch = new WaitTimer();

	private readonly chunks: AsyncGenerator<Uint8Array>;

	/** Chunks that were looked at and are still to be read. */
	private readonly ahead: Uint8Array[] = [];

	constructor(
		readonly source: AsyncIterable<Uint8Array>,
		clean: (bytes?: string) => string,
		bounds: BodyBounds,
	) {
		this.chunks = this.cleanChunks(clean, bounds);
	}

	async next(): Promise<IteratorResult<Uint8Array>> {
		const value = this.ahead.shift();
		return value === undefined ? await this.chunks.next() : { done: false, value };
	}

	async return(): Promise<IteratorResult<Uint8Array>> {
		this.destroy();
		return await Promise.resolve({ done: true, value: undefined });
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	/** The first bytes of a file, at least so many if it has as many; they are still to be read. Throws what its source throws. */
	async head(least: number): Promise<Buffer> {
		let bytes = this.ahead.reduce((sum, { length }) => sum + length, 0);
		while (bytes < least) {
			const next = await this.chunks.next();
			if (next.done === true) break;
			this.ahead.push(next.value);
			bytes += next.value.length;
			this.begin();
		}
		return Buffer.concat(this.ahead);
	}

	/** Notes that a part of it counts as an answer. */
	begin(): void {
		this.tellBegun(true);
	}

	/** Ends it, without waiting for a source that hangs. */
	destroy(): void {
		this.watch.end(new Error('The answer was given up'));
		cancelBody(this.source);
		this.ahead.length = 0;
		void this.chunks.return(undefined);
		this.close();
	}

	private close(): void {
		this.tellBegun(false);
		this.tellClosed();
	}

	private async *cleanChunks(
		clean: (bytes?: string) => string,
		{ bytes: most, idleMs, speedGraceMs }: BodyBounds,
	): AsyncGenerator<Uint8Array> {
		const startedAt = performance.now();
		const incoming = this.source[Symbol.asyncIterator]();
		let bytesRead = 0;
		/** Nothing of the time in which the reader does something else counts as a stall. */
		const nextChunk = async () => {
			const left = startedAt + speedGraceMs + bytesRead / MIN_BYTES_PER_MS - performance.now();
			const failure = () =>
				left < idleMs ? tooSlowFailure(bytesRead) : stalledAnswerFailure(idleMs);
			return await this.watch.within(incoming.next(), Math.min(idleMs, left), failure);
		};
		try {
			for (let next = await nextChunk(); next.done !== true; next = await nextChunk()) {
				const { value } = next;
				bytesRead += value.length;
				if (bytesRead > most) throw tooLargeFailure(`more than ${megabytes(most)} MB`);
				const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value);
				const text = bytes.toString('latin1');
				const ready = clean(text);
				if (ready !== '') yield ready === text ? bytes : Buffer.from(ready, 'latin1');
			}
			const rest = clean();
			if (rest !== '') yield Buffer.from(rest, 'latin1');
			this.isWhole = true;
		} finally {
			this.watch.clearTimer();
			if (!this.isWhole) cancelBody(this.source);
			this.close();
		}
	}
}

export interface ReadLimits {
	bytes: number;
	/** How long it may take, in milliseconds. */
	ms?: number;
	/** Ends the connection; without it, the stream is closed. */
	end?(): void;
}

/**
 * The whole of a stream as bytes. Throws a ServiceFailure when it grows past the limit, an Error with the code ETIMEDOUT when it takes
 * too long, and what the stream throws.
 */
export async function readAll(
	stream: AsyncIterable<Uint8Array>,
	{ bytes: most, ms = MAX_READ_MS, end = () => cancelBody(stream) }: ReadLimits = {
		bytes: MAX_ANSWER_BYTES.paid,
	},
): Promise<Buffer> {
	const timeoutSignal = AbortSignal.timeout(ms);
	timeoutSignal.addEventListener('abort', end);
	return await concatChunks(stream, most)
		.catch((error: unknown) => {
			if (!timeoutSignal.aborted) throw error;
			throw Object.assign(new Error('The answer took too long'), { code: 'ETIMEDOUT' });
		})
		.finally(() => timeoutSignal.removeEventListener('abort', end));
}

async function concatChunks(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	// Leaving the loop closes the stream.
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > most) throw tooLargeFailure(`more than ${megabytes(most)} MB`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

const MAX_READ_MS = 3_600_000;

/** For sentences: 1 for a million bytes. */
export function megabytes(bytes: number): number {
	return Math.round(bytes / 10_000) / 100;
}
