import { bytesForFormat, fileFormatOf, type FileFormat } from './fileFormats';
import { fileKindOf, KIND_BYTES } from './fileKind';
import { mediaType, type Answer } from '../core/answer';
import { AnswerBody } from '../core/streams';
import { looksLikeText } from '../core/decodeBody';

export interface InspectedBody {
	/** Whether it is a file, and not JSON, a page or other text. */
	isFile: boolean;
	found?: FileFormat;
	head: Buffer;
}

/**
 * Looks at the start of what an answer holds, whatever its header calls it: what was paid for is not thrown away for a wrong label, and a login page
 * is no picture for being called one. Throws what its stream throws.
 */
export async function inspectBody(answer: Answer): Promise<InspectedBody> {
	const { body } = answer;
	if (body instanceof AnswerBody) {
		const start = await body.head(bytesForFormat());
		// What no format begins like may say what it is later: a drawing does after comments and a declaration.
		const isClear = fileFormatOf(start) !== undefined;
		return inspectHead(answer, await body.head(isClear ? bytesForFormat(start) : KIND_BYTES));
	}
	const head = Buffer.isBuffer(body)
		? body.subarray(0, Math.max(bytesForFormat(body), KIND_BYTES))
		: undefined;
	return inspectHead(answer, head);
}

function inspectHead(answer: Answer, head: Buffer | undefined): InspectedBody {
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
