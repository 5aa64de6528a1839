import { bytesToTell, formatOf, type Format } from './fileFormats';
import { mediaType, type Answer } from '../core/answer';
import { isStream, streamOf } from '../core/streams';
import { looksLikeText } from '../core/decode';

/** What the first bytes of a body tell of it. */
export interface Glance {
	/** Whether it is a file, and not JSON, a page or other text. */
	isFile: boolean;
	/** The format that its first bytes name, if they do. */
	found?: Format;
	/** Its first bytes. */
	head: Buffer;
	/** The answer to read on with, from its first byte. */
	answer: Answer;
}

/**
 * Looks at what an answer holds, whatever its header calls it: what was paid for is not thrown away for a wrong label, and a login page
 * is no picture for being called one. Throws what its stream throws.
 */
export async function glance(answer: Answer): Promise<Glance> {
	const { body } = answer;
	if (isStream(body)) {
		const start = await withHead(body, bytesToTell());
		const { head, all } = await withHead(start.all, bytesToTell(start.head));
		return { ...judged(answer, head), answer: { ...answer, body: streamOf(all, body) } };
	}
	const head = Buffer.isBuffer(body) ? body.subarray(0, bytesToTell(body)) : undefined;
	return { ...judged(answer, head), answer };
}

function judged(answer: Answer, head: Buffer | undefined): Omit<Glance, 'answer'> {
	const type = mediaType(answer);
	const isMedia = isMediaType(type);
	if (head === undefined) return { isFile: false, head: Buffer.alloc(0) };
	if (head.length === 0) return { isFile: isMedia || /^$|\/octet-stream$/.test(type), head };
	const format = formatOf(head);
	const isFile = format !== undefined || !looksLikeText(head) || type === 'image/svg+xml';
	return { isFile, head, ...(format === undefined ? {} : { found: format }) };
}

/** Whether a media type is that of a sound, a picture or a film. */
export function isMediaType(type: string): boolean {
	return /^(audio|image|video)\/./.test(type);
}

/** The first bytes of a stream, at least `enough` if there are as many, and all of it to read on with. Throws what the stream throws. */
export async function withHead(
	stream: AsyncIterable<Uint8Array>,
	enough: number,
): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array> }> {
	const pieces = stream[Symbol.asyncIterator]();
	const first: Uint8Array[] = [];
	for (let bytes = 0; bytes < enough;) {
		const next = await pieces.next();
		if (next.done === true) break;
		first.push(next.value);
		bytes += next.value.length;
	}
	const head = Buffer.concat(first);
	return { head, all: whole(head, pieces) };
}

async function* whole(head: Buffer, pieces: AsyncIterator<Uint8Array>) {
	try {
		if (head.length > 0) yield head;
		for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
			yield next.value;
		}
	} finally {
		await pieces.return?.();
	}
}
