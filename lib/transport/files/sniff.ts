import { mediaType, type Answer } from '../http/answer';
import { isStream } from '../http/decodeBody';
import { streamOf } from './streams';

const ENOUGH = 64;

/** What the first bytes of a body tell of it. */
export interface Glance {
	/** Whether it is a file, and not JSON, a page or other text. */
	isFile: boolean;
	/** The media type that its first bytes name, if they do. */
	found?: string;
	/** The answer to read on with, from its first byte. */
	answer: Answer;
}

/**
 * Looks at what an answer holds, whatever its header calls it: what was paid for is not thrown away for a wrong label.
 * A body that is labelled as sound, picture or film is believed and left untouched. Throws what its stream throws.
 */
export async function glance(answer: Answer): Promise<Glance> {
	const type = mediaType(answer);
	if (/^(audio|image|video)\/./.test(type)) return { isFile: true, answer };
	const { body } = answer;
	if (!isStream(body)) {
		const head = Buffer.isBuffer(body) ? body.subarray(0, ENOUGH) : undefined;
		return { ...judged(type, head), answer };
	}
	const pieces = body[Symbol.asyncIterator]();
	let head = Buffer.alloc(0);
	while (head.length < ENOUGH) {
		const next = await pieces.next();
		if (next.done === true) break;
		head = Buffer.concat([head, next.value]);
	}
	return {
		...judged(type, head),
		answer: { ...answer, body: streamOf(whole(head, pieces), body) },
	};
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

function judged(type: string, head: Buffer | undefined): Omit<Glance, 'answer'> {
	if (head === undefined) return { isFile: false };
	if (head.length === 0) return { isFile: /^$|\/octet-stream$/.test(type) };
	return isText(head) ? { isFile: false } : { isFile: true, found: signature(head) };
}

/** Whether bytes are UTF-8 without control characters; the last character may be cut. */
function isText(bytes: Buffer): boolean {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
		return !/(?!\s)\p{Cc}/u.test(text);
	} catch {
		return false;
	}
}

const SIGNATURES: Array<[RegExp, string]> = [
	[/^\x89PNG/, 'image/png'],
	[/^\xff\xd8\xff/, 'image/jpeg'],
	[/^RIFF[^]{4}WEBP/, 'image/webp'],
	[/^RIFF[^]{4}WAVE/, 'audio/wav'],
	[/^fLaC/, 'audio/flac'],
	[/^OggS[^]{24}OpusHead/, 'audio/opus'],
	[/^OggS/, 'audio/ogg'],
	[/^ID3/, 'audio/mpeg'],
	[/^[^]{4}ftyp/, 'video/mp4'],
	[/^[^]E\xdf\xa3/, 'video/webm'],
];

function signature(head: Buffer): string | undefined {
	const text = head.toString('latin1');
	return SIGNATURES.find(([begin]) => begin.test(text))?.[1];
}
