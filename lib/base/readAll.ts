import { giveUp } from './streams';
import { ANSWER_BYTES, tooLarge } from './bounds';

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
	{ bytes: most, ms = LONGEST_MS, end = () => giveUp(stream) }: ReadLimits = {
		bytes: ANSWER_BYTES.paid,
	},
): Promise<Buffer> {
	const late = AbortSignal.timeout(ms);
	late.addEventListener('abort', end);
	return await drained(stream, most)
		.catch((error: unknown) => {
			if (!late.aborted) throw error;
			throw Object.assign(new Error('The answer took too long'), { code: 'ETIMEDOUT' });
		})
		.finally(() => late.removeEventListener('abort', end));
}

async function drained(stream: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	// Leaving the loop closes the stream.
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > most) throw tooLarge(`more than ${megabytes(most)} MB`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

const LONGEST_MS = 3_600_000;

/** For sentences: 1 for a million bytes. */
export function megabytes(bytes: number): number {
	return Math.round(bytes / 10_000) / 100;
}
