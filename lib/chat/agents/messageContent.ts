import { isRecord, type Json } from '../../core/record';
import type { Part } from '../messages';
import { partOfFile, partOfUrl, type AttachmentKind } from '../parts';
import { isText, textOf } from '../simplifyCompletion';

/** Parts that already have the form of the chat convention. */
const WIRE_PARTS = ['input_audio', 'video_url'];

/** The content of a user's message for the wire: text, or parts when there is more than text. Throws a ServiceFailure. */
export function userContent(content: unknown): string | Part[] {
	return Array.isArray(content) ? asTextWherePlain(content.flatMap(partOf)) : textOf(content);
}

/** The content of a message that holds text only: parts where one of them has a mark for caching. */
export function textContent(content: unknown): string | Part[] {
	if (!Array.isArray(content) || !content.some(isMarked)) return textOf(content);
	return asTextWherePlain(
		content.map((block: unknown) => textPart(block, textOf([block]))).filter(hasText),
	);
}

function asTextWherePlain(parts: Part[]): string | Part[] {
	const isPlain = parts.every((part) => part.type === 'text' && !isMarked(part));
	return isPlain ? textOf(parts) : parts;
}

function isMarked(block: unknown): boolean {
	return isRecord(block) && cacheControlOf(block) !== undefined;
}

function hasText({ text }: Part): boolean {
	return text !== '';
}

function partOf(block: unknown): Part[] {
	if (typeof block === 'string') return [textPart(block, block)].filter(hasText);
	if (!isRecord(block)) return [];
	const type = String(block.type);
	if (type === 'text') return [textPart(block, block.text)].filter(hasText);
	if (WIRE_PARTS.includes(type)) return [{ ...block, type }];
	if (type === 'file' && isRecord(block.file)) return [{ ...block, type }];
	const part =
		type === 'image_url' ? partOfUrl('image', addressOf(block.image_url)) : mediaPart(type, block);
	return [withKept(part, block)];
}

function textPart(block: unknown, text: unknown): Part {
	const part = { type: 'text', text };
	return isRecord(block) ? withKept(part, block) : part;
}

/** A part with what its block says of caching and, for a picture, of how closely to look at it. */
function withKept(part: Part, block: Json): Part {
	const mark = cacheControlOf(block);
	const detail = [block.image_url, block.metadata]
		.map((place) => (isRecord(place) ? place.detail : undefined))
		.find(isText);
	const { image_url: image } = part;
	return {
		...part,
		...(isRecord(image) && detail !== undefined ? { image_url: { ...image, detail } } : {}),
		...(mark === undefined ? {} : { cache_control: mark }),
	};
}

function cacheControlOf({ cache_control: own, metadata }: Json): unknown {
	return [own, isRecord(metadata) ? metadata.cache_control : undefined].find(isRecord);
}

/** A block that carries a file: its bytes as base64, or its address (old and new names of the same facts). */
function mediaPart(type: string, block: Json): Part {
	const metadata = isRecord(block.metadata) ? block.metadata : {};
	const fileName = [metadata.filename, metadata.name, block.fileName].find(isText);
	const mimeType = [block.mime_type, block.mimeType, block.mediaType].find(isText) ?? '';
	const kind = kindOf(type, mimeType);
	if (isText(block.url)) return partOfUrl(kind, block.url, fileName);
	if (block.source_type === 'text' && isText(block.text)) return { type: 'text', text: block.text };
	const { data } = block;
	const bytes =
		data instanceof Uint8Array ? Buffer.from(data) : Buffer.from(String(data ?? ''), 'base64');
	return partOfFile(kind, { bytes, mimeType, fileName });
}

function kindOf(type: string, mimeType: string): AttachmentKind {
	const kinds: AttachmentKind[] = ['image', 'audio', 'video'];
	return kinds.find((kind) => kind === type || mimeType.startsWith(`${kind}/`)) ?? 'file';
}

function addressOf(value: unknown): string {
	const address = isRecord(value) ? value.url : value;
	return typeof address === 'string' ? address : '';
}
