import { isRecord } from '../../core/record';
import type { Part } from '../messages';
import { partOfFile, partOfUrl, type AttachmentKind } from '../parts';
import { textOf } from '../simplifyCompletion';

type Json = Record<string, unknown>;

/** Parts that already have the form of the chat convention. */
const WIRE_PARTS = ['input_audio', 'video_url'];

/** The content of a user's message for the wire: text, or parts when there is more than text. Throws a ServiceFailure. */
export function userContent(content: unknown): string | Part[] {
	if (!Array.isArray(content)) return textOf(content);
	const parts = content.flatMap(partOf);
	return parts.every((part) => part.type === 'text') ? textOf(content) : parts;
}

function partOf(block: unknown): Part[] {
	if (typeof block === 'string') return block === '' ? [] : [{ type: 'text', text: block }];
	if (!isRecord(block)) return [];
	const type = String(block.type);
	if (type === 'text') return block.text === '' ? [] : [{ type, text: block.text }];
	if (type === 'image_url') return [partOfUrl('image', addressOf(block.image_url))];
	if (WIRE_PARTS.includes(type)) return [{ ...block, type }];
	if (type === 'file' && isRecord(block.file)) return [{ ...block, type }];
	return [mediaPart(type, block)];
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

/** Whether a value is a text that is not empty. */
export function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}
