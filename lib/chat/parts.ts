import { badInput } from '../base/failure';
import { formatOf } from '../media/formats';
import type { Part } from './messages';

export type AttachmentKind = 'image' | 'audio' | 'video' | 'file';

/** Formats of `input_audio` by media type and by file extension (docs/service.md#chat). */
const AUDIO_FORMATS: Record<string, string> = {
	'audio/wav': 'wav',
	'audio/x-wav': 'wav',
	'audio/wave': 'wav',
	'audio/mpeg': 'mp3',
	'audio/mp3': 'mp3',
	'audio/aiff': 'aiff',
	'audio/x-aiff': 'aiff',
	'audio/aac': 'aac',
	'audio/ogg': 'ogg',
	'audio/flac': 'flac',
	'audio/x-flac': 'flac',
	'audio/mp4': 'm4a',
	'audio/x-m4a': 'm4a',
};
const FORMATS = ['wav', 'mp3', 'aiff', 'aac', 'ogg', 'flac', 'm4a', 'pcm16', 'pcm24'];

/** A file for a message, and what is known of it. */
export interface MessageFile {
	bytes: Buffer;
	mimeType: string;
	fileName?: string;
}

/**
 * The message part of a file's bytes: a data URL, or plain base64 with its format for audio. What the bytes are counts more than what
 * the file is called; without bytes, a label that says nothing is taken. Throws a ServiceFailure.
 */
export function partOfFile(kind: AttachmentKind, file: MessageFile): Part {
	const base64 = file.bytes.toString('base64');
	const type = typeOf(kind, file);
	if (kind === 'audio') {
		return { type: 'input_audio', input_audio: { data: base64, format: audioFormat(file, type) } };
	}
	if (kind !== 'file' && !type.startsWith(`${kind}/`) && !(type === UNKNOWN && isUnread(file))) {
		throw badInput(
			`The attachment must be ${kind === 'image' ? 'an image' : 'a video'}, but the file is of the type "${file.mimeType}"`,
			'Choose another binary field, or set Kind to the kind of the file.',
		);
	}
	return partOfUrl(kind, `data:${type};base64,${base64}`, file.fileName);
}

const UNKNOWN = 'application/octet-stream';

/** The media type in small letters and without parameters; that of the bytes where they are of the kind, but not as labelled. */
function typeOf(kind: AttachmentKind, { bytes, mimeType }: MessageFile): string {
	const [label = ''] = mimeType.toLowerCase().split(';');
	const own = label.trim() || UNKNOWN;
	const types = Object.keys(formatOf(bytes.subarray(0, 64))?.types ?? {});
	if (kind === 'file') return own === UNKNOWN ? (types[0] ?? own) : own;
	const found = types.includes(own) ? undefined : types.find((type) => type.startsWith(`${kind}/`));
	return found ?? own;
}

function isUnread({ bytes }: MessageFile): boolean {
	return bytes.length === 0;
}

function audioFormat(file: MessageFile, type: string): string {
	const extension = file.fileName?.split('.').pop()?.toLowerCase() ?? '';
	const format = AUDIO_FORMATS[type] ?? FORMATS.find((name) => name === extension);
	if (format !== undefined) return format;
	// The format is found once the bytes are read.
	if (isUnread(file) && type === UNKNOWN) return 'wav';
	throw badInput(
		`An audio attachment must be one of ${FORMATS.join(', ')}, but the file is of the type "${file.mimeType}"`,
		'Convert the file, or choose another binary field.',
	);
}

/** The message part of an address (http, https or data URL); throws a ServiceFailure for audio, which is taken as a file only. */
export function partOfUrl(kind: AttachmentKind, url: string, fileName?: string): Part {
	if (!/^(https?:\/\/|data:)/i.test(url) || !URL.canParse(url)) {
		throw badInput(
			`The URL of an attachment must start with https://, http:// or data:, but "${url.slice(0, 80)}" was given`,
		);
	}
	switch (kind) {
		case 'image':
			return { type: 'image_url', image_url: { url } };
		case 'video':
			return { type: 'video_url', video_url: { url } };
		case 'file':
			return {
				type: 'file',
				file: { file_data: url, ...(fileName ? { filename: fileName } : {}) },
			};
		case 'audio':
			throw badInput('Audio can be attached from a binary field only, not by URL');
	}
}
