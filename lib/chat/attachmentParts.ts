import { cut } from '../core/cut';
import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { extensionFor } from '../files/fileKinds';
import { rejectCutDataUrl } from '../files/imageInput';
import {
	nameWithExtension,
	recognizeByBytes,
	mediaTypeAs,
	type RecognizedFile,
} from '../files/recognizeFile';
import type { ContentPart } from './messages';

/** Refuses half of a picture among the parts of a message. */
export async function rejectCutParts(parts: unknown): Promise<void> {
	for (const part of Array.isArray(parts) ? parts.filter(isRecord) : []) {
		const [image, file] = [part.image_url, part.file];
		const url = isRecord(image) ? image.url : isRecord(file) ? file.file_data : undefined;
		if (typeof url === 'string') await rejectCutDataUrl(url, 'The attachment');
	}
}

export type AttachmentKind = 'image' | 'audio' | 'video' | 'file';

/** Formats of `input_audio` (docs/maintainers/service.md#chat). */
const INPUT_AUDIO_FORMATS = ['wav', 'mp3', 'aiff', 'aac', 'ogg', 'flac', 'm4a', 'pcm16', 'pcm24'];

/** The message part of a file by its bytes: a data URL, or plain base64 with its format for audio. Throws a ServiceFailure. */
export function partOfFile(
	kind: AttachmentKind,
	file: { bytes: Buffer; mimeType: string; fileName?: string },
): ContentPart {
	const base64 = file.bytes.toString('base64');
	const recognizedType = recognizeByBytes(file, file.bytes);
	const { mimeType } = recognizedType;
	const shownType = mimeType === UNKNOWN_MEDIA_TYPE ? file.mimeType : mimeType;
	if (kind === 'audio') {
		const format = inputAudioFormat(recognizedType);
		if (format !== undefined) return { type: 'input_audio', input_audio: { data: base64, format } };
		throw badInput(
			`An audio attachment must be one of ${INPUT_AUDIO_FORMATS.join(', ')}, but the file is of the type "${shownType}"`,
			'Convert the recording first, or transcribe it with Inference Audio and send the text.',
		);
	}
	if (kind !== 'file' && !recognizedType.families.includes(kind)) {
		throw badInput(
			`The attachment must be ${kind === 'image' ? 'an image' : 'a video'}, but the file is of the type "${shownType}"`,
			'Choose the binary field that holds it, or another Type of attachment.',
		);
	}
	const { fileName } = file;
	const name =
		fileName === undefined || !recognizedType.isKnown
			? fileName
			: nameWithExtension(fileName, recognizedType.extension);
	return partOfAddress(kind, `data:${mediaTypeAs(kind, recognizedType)};base64,${base64}`, name);
}

const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';

function inputAudioFormat({
	mimeType,
	extension,
	isKnown,
	families,
}: RecognizedFile): string | undefined {
	if (families.includes('text')) return undefined;
	if (isKnown)
		return INPUT_AUDIO_FORMATS.find(
			(name) => name === (MP4_EXTENSIONS.has(extension) ? 'm4a' : extension),
		);
	const names = [extensionFor(mimeType), extension];
	return names.find((name) => name !== undefined && INPUT_AUDIO_FORMATS.includes(name));
}

/** Extensions of the container that the service calls `m4a`. */
const MP4_EXTENSIONS = new Set(['mp4', 'mov', '3gp']);

/** The message part of an address (http, https or data URL); throws a ServiceFailure for audio, which is taken as a file only. */
export function partOfUrl(kind: AttachmentKind, url: string, fileName?: string): ContentPart {
	if (!/^(https?:\/\/|data:)/i.test(url) || !URL.canParse(url)) {
		throw badInput(
			`The URL of an attachment must start with https://, http:// or data:, but "${cut(url, 80).text}" was given`,
			'Enter the whole address, or set File Source to Binary Field.',
		);
	}
	return partOfAddress(kind, url, fileName);
}

function partOfAddress(kind: AttachmentKind, url: string, fileName?: string): ContentPart {
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
			throw badInput(
				'Audio can be attached from a binary field only, not by URL',
				'Download it with an HTTP Request node first, and set File Source to Binary Field.',
			);
	}
}
