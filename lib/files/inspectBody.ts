import { bytesForFormat, fileFormatOf, type FileFormat } from './fileFormats';
import { fileKindOf, KIND_BYTES } from './fileKind';
import { mediaType, type Answer } from '../core/answer';
import { isStream, streamOf } from '../core/streams';
import { looksLikeText } from '../core/decodeBody';

export interface InspectedBody {
	/** Whether it is a file, and not JSON, a page or other text. */
	isFile: boolean;
	found?: FileFormat;
	head: Buffer;
	answer: Answer;
}

/**
 * Looks at what an answer holds, whatever its header calls it: what was paid for is not thrown away for a wrong label, and a login page
 * is no picture for being called one. Throws what its stream throws.
 */
export async function inspectBody(answer: Answer): Promise<InspectedBody> {
	const { body } = answer;
	if (isStream(body)) {
		const start = await splitHead(body, bytesForFormat());
		// What no format begins like may say what it is later: a drawing does after comments and a declaration.
		const isClear = fileFormatOf(start.head) !== undefined;
		const { head, all } = await splitHead(
			start.all,
			isClear ? bytesForFormat(start.head) : KIND_BYTES,
		);
		return { ...inspectHead(answer, head), answer: { ...answer, body: streamOf(all, body) } };
	}
	const head = Buffer.isBuffer(body)
		? body.subarray(0, Math.max(bytesForFormat(body), KIND_BYTES))
		: undefined;
	return { ...inspectHead(answer, head), answer };
}

function inspectHead(answer: Answer, head: Buffer | undefined): Omit<InspectedBody, 'answer'> {
	const type = mediaType(answer);
	const isMedia = isMediaType(type);
	if (head === undefined) return { isFile: false, head: Buffer.alloc(0) };
	if (head.length === 0) return { isFile: isMedia || /^$|\/octet-stream$/.test(type), head };
	const format = fileFormatOf(head);
	const isFile =
		format !== undefined || !looksLikeText(head) || fileKindOf(head)?.mimeType === 'image/svg+xml';
	return { isFile, head, ...(format === undefined ? {} : { found: format }) };
}

/** Whether a label is one media type: two of them, or one with other signs, say nothing. */
export function isMediaType(type: string): boolean {
	return /^(?:audio|image|video)\/[\w.+-]+$/.test(type);
}

/** The first bytes of a stream, at least `minBytes` if there are as many, and all of it to read on with. Throws what the stream throws. */
export async function splitHead(
	stream: AsyncIterable<Uint8Array>,
	minBytes: number,
): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array> }> {
	const pieces = stream[Symbol.asyncIterator]();
	const first: Uint8Array[] = [];
	for (let bytes = 0; bytes < minBytes;) {
		const next = await pieces.next();
		if (next.done === true) break;
		first.push(next.value);
		bytes += next.value.length;
	}
	const head = Buffer.concat(first);
	return { head, all: wholeStreamOf(head, pieces) };
}

async function* wholeStreamOf(head: Buffer, pieces: AsyncIterator<Uint8Array>) {
	try {
		if (head.length > 0) yield head;
		for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
			yield next.value;
		}
	} finally {
		await pieces.return?.();
	}
}
