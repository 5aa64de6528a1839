import { bytesForKind, fileKindOf, type FileKind } from './fileKinds';
import { mediaType, type Answer } from '../core/answer';
import { AnswerBody } from '../core/streams';

export interface InspectedBody {
	/** Whether it is a file, and not JSON, a page or other text. */
	isFile: boolean;
	kind?: FileKind;
	head: Buffer;
}

/**
 * Looks at the start of what an answer holds, whatever its header calls it: what was paid for is not thrown away for a wrong label, and a login page
 * is no picture for being called one. Throws what its stream throws.
 */
export async function inspectBody(answer: Answer): Promise<InspectedBody> {
	const { body } = answer;
	if (!(body instanceof AnswerBody) && !Buffer.isBuffer(body))
		return { isFile: false, head: Buffer.alloc(0) };
	const head = Buffer.isBuffer(body) ? body : await headOf(body);
	const type = mediaType(answer);
	if (head.length === 0)
		return { isFile: isMediaType(type) || /^$|\/octet-stream$/.test(type), head };
	const kind = fileKindOf(head);
	return { isFile: kind?.mimeType.startsWith('text/') !== true, kind, head };
}

/** So few bytes tell a container. */
const SIGNATURE_BYTES = 64;

/** What does not begin as one may say what it is later: a drawing does after comments and a declaration. */
async function headOf(body: AnswerBody): Promise<Buffer> {
	const start = await body.head(SIGNATURE_BYTES);
	const head = await body.head(bytesForKind(start, SIGNATURE_BYTES));
	const isClear = fileKindOf(head)?.structure !== undefined;
	return isClear ? head : await body.head(bytesForKind(start));
}

/** Whether a label is one media type: two of them, or one with other signs, say nothing. */
export function isMediaType(type: string): boolean {
	return /^(?:audio|image|video)\/[\w.+-]+$/.test(type);
}
