import { badInput } from '../base/failure';
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

/** The message part of a file's bytes: a data URL, or plain base64 with its format for audio. Throws a ServiceFailure. */
export function partOfFile(
	kind: AttachmentKind,
	file: { bytes: Buffer; mimeType: string; fileName?: string },
): Part {
	const base64 = file.bytes.toString('base64');
	if (kind === 'audio') {
		const extension = file.fileName?.split('.').pop()?.toLowerCase() ?? '';
		const format = AUDIO_FORMATS[file.mimeType] ?? FORMATS.find((name) => name === extension);
		if (format === undefined) {
			throw badInput(
				`An audio attachment must be one of ${FORMATS.join(', ')}, but the file is of the type "${file.mimeType}"`,
			);
		}
		return { type: 'input_audio', input_audio: { data: base64, format } };
	}
	if (kind !== 'file' && !file.mimeType.startsWith(`${kind}/`)) {
		throw badInput(
			`The attachment must be ${kind === 'image' ? 'an image' : 'a video'}, but the file is of the type "${file.mimeType}"`,
		);
	}
	return partOfUrl(
		kind,
		`data:${file.mimeType || 'application/octet-stream'};base64,${base64}`,
		file.fileName,
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
