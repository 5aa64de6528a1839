import { isRecord, type Json } from '../../core/record';
import type { ContentPart } from '../messages';
import { partOfFile, partOfUrl, type AttachmentKind } from '../attachmentParts';
import { isNonEmptyText, textOfContent } from '../simplifyCompletion';

/** Parts that already have the form of the chat convention. */
const WIRE_PART_TYPES = ['input_audio', 'video_url'];

/** The content of a user's message for the wire: text, or parts when there is more than text. Throws a ServiceFailure. */
export function userContent(content: unknown): string | ContentPart[] {
	return Array.isArray(content)
		? partsOrText(content.flatMap(partsOfBlock))
		: textOfContent(content);
}

/** The content of a message that holds text only: parts where one of them has a mark for caching. */
export function textContent(content: unknown): string | ContentPart[] {
	if (!Array.isArray(content) || !content.some(hasCacheMark)) return textOfContent(content);
	return partsOrText(
		content.map((block: unknown) => textPart(block, textOfContent([block]))).filter(hasText),
	);
}

function partsOrText(parts: ContentPart[]): string | ContentPart[] {
	const isPlain = parts.every((part) => part.type === 'text' && !hasCacheMark(part));
	return isPlain ? textOfContent(parts) : parts;
}

function hasCacheMark(block: unknown): boolean {
	return isRecord(block) && cacheControlOf(block) !== undefined;
}

function hasText({ text }: ContentPart): boolean {
	return text !== '';
}

function partsOfBlock(block: unknown): ContentPart[] {
	if (typeof block === 'string') return [textPart(block, block)].filter(hasText);
	if (!isRecord(block)) return [];
	const type = String(block.type);
	if (type === 'text') return [textPart(block, block.text)].filter(hasText);
	if (WIRE_PART_TYPES.includes(type)) return [{ ...block, type }];
	if (type === 'file' && isRecord(block.file)) return [{ ...block, type }];
	const part =
		type === 'image_url' ? partOfUrl('image', urlOf(block.image_url)) : mediaPart(type, block);
	return [withCacheAndDetail(part, block)];
}

function textPart(block: unknown, text: unknown): ContentPart {
	const part = { type: 'text', text };
	return isRecord(block) ? withCacheAndDetail(part, block) : part;
}

/** A part with what its block says of caching and, for a picture, of how closely to look at it. */
function withCacheAndDetail(part: ContentPart, block: Json): ContentPart {
	const mark = cacheControlOf(block);
	const detail = [block.image_url, block.metadata]
		.map((place) => (isRecord(place) ? place.detail : undefined))
		.find(isNonEmptyText);
	const { image_url: image } = part;
	return {
		...part,
		...(isRecord(image) && detail !== undefined ? { image_url: { ...image, detail } } : {}),
		...(mark === undefined ? {} : { cache_control: mark }),
	};
}

function cacheControlOf({ cache_control: topLevel, metadata }: Json): unknown {
	return [topLevel, isRecord(metadata) ? metadata.cache_control : undefined].find(isRecord);
}

/** A block that carries a file: its bytes as base64, or its address (old and new names of the same facts). */
function mediaPart(type: string, block: Json): ContentPart {
	const metadata = isRecord(block.metadata) ? block.metadata : {};
	const fileName = [metadata.filename, metadata.name, block.fileName].find(isNonEmptyText);
	const mimeType = [block.mime_type, block.mimeType, block.mediaType].find(isNonEmptyText) ?? '';
	const kind = attachmentKindOf(type, mimeType);
	if (isNonEmptyText(block.url)) return partOfUrl(kind, block.url, fileName);
	if (block.source_type === 'text' && isNonEmptyText(block.text))
		return { type: 'text', text: block.text };
	const { data } = block;
	const bytes =
		data instanceof Uint8Array ? Buffer.from(data) : Buffer.from(String(data ?? ''), 'base64');
	return partOfFile(kind, { bytes, mimeType, fileName });
}

function attachmentKindOf(type: string, mimeType: string): AttachmentKind {
	const kinds: AttachmentKind[] = ['image', 'audio', 'video'];
	return kinds.find((kind) => kind === type || mimeType.startsWith(`${kind}/`)) ?? 'file';
}

function urlOf(value: unknown): string {
	const address = isRecord(value) ? value.url : value;
	return typeof address === 'string' ? address : '';
}
