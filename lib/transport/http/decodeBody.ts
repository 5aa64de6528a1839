/** More bytes than this are never read of one answer, counted after decompression. */
export const LARGEST_BODY = 250_000_000;

/** A body as the service meant it: JSON where it parses as JSON, otherwise text. Bytes are read as UTF-8. */
export function decodeBody(body: unknown): unknown {
	const text = Buffer.isBuffer(body) ? body.toString('utf8') : body;
	if (typeof text !== 'string') return text;
	try {
		const parsed: unknown = JSON.parse(text);
		return parsed;
	} catch {
		return text;
	}
}

/** Whether a value can be read chunk by chunk, as a response asked for as a stream can. */
export function isStream(value: unknown): value is AsyncIterable<Uint8Array> {
	return (
		typeof value === 'object' &&
		value !== null &&
		!Buffer.isBuffer(value) &&
		Symbol.asyncIterator in value
	);
}

/** The whole of a stream as bytes; throws an Error when it grows past `limit` bytes. */
export async function readAll(
	stream: AsyncIterable<Uint8Array>,
	limit = LARGEST_BODY,
): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > limit) throw new Error(`The body is larger than ${limit} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
