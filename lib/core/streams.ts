import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { MAX_ANSWER_BYTES, tooLargeFailure } from './bounds';

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

/** Comes when a streamed body has ended or was given up; undefined when there is nothing more to come. */
export function untilClosed(body: unknown): Promise<void> | undefined {
	if (!isEmitter(body) || body.closed === true) return undefined;
	return new Promise((resolve) => body.once('close', resolve));
}

/** Whether a streamed body that is closed was read to its end. */
export function isReadToEnd(body: unknown): boolean {
	return isEmitter(body) && body.readableEnded === true;
}

interface Emitter {
	closed?: unknown;
	readableEnded?: unknown;
	once(event: 'close', tell: () => void): unknown;
	destroy(): unknown;
}

function isEmitter(body: unknown): body is Emitter {
	return (
		isStream(body) &&
		'once' in body &&
		typeof body.once === 'function' &&
		'destroy' in body &&
		typeof body.destroy === 'function'
	);
}

/** Cancels a streamed body that will not be read to its end, so that its connection is released. */
export function cancelBody(body: unknown): void {
	if (isEmitter(body) && body.closed !== true) body.destroy();
}

/**
 * A readable stream over what `chunks` yields, of the same class as the streamed body `sample`.
 * Packages for n8n may not import node:stream; the body of an answer brings the class along. Throws a TypeError when it is no stream.
 */
export function streamOf(chunks: AsyncIterable<Uint8Array>, sample: unknown): Readable {
	const maker: unknown = isStream(sample) ? sample.constructor : undefined;
	if (typeof maker !== 'function' || !('from' in maker) || typeof maker.from !== 'function') {
		throw new TypeError('A streamed answer was expected');
	}
	return maker.from(chunks) as Readable;
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
