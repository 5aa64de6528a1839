import { aacFrameAt } from './sound/containers/aac';
import { mp3FrameAt } from './sound/containers/mp3';
import { id3TagBytes } from './sound/containers/tags';
import {
	type ReadPart,
	REST_OF_FILE,
	readPngPart,
	readJpegPart,
	readRiffPart,
	readWavPart,
	readFlacPart,
	endsInFlacFrame,
	readOggPart,
	readFramePart,
	readMp4BoxPart,
	readMatroskaPart,
} from './fileParts';

export interface FileFormat {
	name: string;
	/** Its media types and those of what it can hold, the usual one first, each with the extension of such files. */
	types: Record<string, string>;
	start: RegExp;
	part: ReadPart;
	/** Whether it has no mark at its start but frames: one alone may be chance. */
	isFrames?: boolean;
	/** Names of parts that no file goes without. */
	needs?: string[];
	/** Whether the last bytes are those of an end, and how many it looks at, where those are many. */
	end?(tail: Buffer): boolean;
	tailBytes?: number;
}
/** Of stereo in 24 bits, without compression (RFC 9639, 9). */
const MAX_FLAC_FRAME_BYTES = 400_000;

/** Several names of one media type, with its extension. */
const typesWithExtension = (extension: string, ...types: string[]): FileFormat['types'] =>
	Object.fromEntries(types.map((type) => [type, extension]));

/** Each format cites its standard; the first whose start fits is taken. */
export const FILE_FORMATS: readonly FileFormat[] = [
	// W3C PNG, 5.2 and 5.3
	{
		name: 'PNG',
		types: typesWithExtension('png', 'image/png', 'image/apng'),
		start: /^\x89PNG\r\n[^]\n/,
		part: readPngPart,
		needs: ['IHDR', 'IEND'],
	},
	// ITU-T T.81, B.1 and B.2
	{
		name: 'JPEG',
		types: typesWithExtension('jpg', 'image/jpeg', 'image/jpg'),
		start: /^\xff\xd8\xff/,
		part: readJpegPart,
		needs: ['scan'],
		end: (tail) => tail.includes(Buffer.from([0xff, 0xd9])),
	},
	// GIF89a, 27
	{
		...{
			name: 'GIF',
			types: { 'image/gif': 'gif' },
			start: /^GIF8[79]a/,
			part: () => REST_OF_FILE,
		},
		end: (tail) => tail.at(-1) === 0x3b,
	},
	// RFC 9649, 2.4
	{ name: 'WebP', types: { 'image/webp': 'webp' }, start: /^RIFF[^]{4}WEBP/, part: readRiffPart },
	// RIFF, 1991
	{
		...{ name: 'WAV', start: /^RIFF[^]{4}WAVE/, part: readWavPart, needs: ['data'] },
		types: typesWithExtension('wav', 'audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'),
	},
	// RFC 9639, 8
	{
		...{ name: 'FLAC', start: /^fLaC/, part: readFlacPart, needs: ['frames'] },
		...{ end: endsInFlacFrame, tailBytes: MAX_FLAC_FRAME_BYTES },
		types: typesWithExtension('flac', 'audio/flac', 'audio/x-flac'),
	},
	// RFC 3533, 6; RFC 7845, 3
	{
		name: 'Opus',
		types: { 'audio/opus': 'opus' },
		start: /^OggS[^]{24}OpusHead/,
		part: readOggPart,
		needs: ['sound'],
	},
	{
		...{ name: 'Ogg', start: /^OggS/, part: readOggPart, needs: ['sound'] },
		types: { 'audio/ogg': 'ogg', 'video/ogg': 'ogv' },
	},
	// ISO/IEC 11172-3 and ISO/IEC 13818-7, with ID3 tags
	{
		...{
			name: 'AAC',
			start: /^\xff[\xf0\xf1\xf8\xf9]/,
			part: readFramePart(aacFrameAt),
			isFrames: true,
		},
		types: typesWithExtension('aac', 'audio/aac', 'audio/x-aac', 'audio/aacp'),
	},
	{
		name: 'MP3',
		types: typesWithExtension('mp3', 'audio/mpeg', 'audio/mp3', 'audio/x-mp3'),
		// Layer III of the versions 2.5, 2 and 1.
		start: /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/,
		part: readFramePart(mp3FrameAt),
		isFrames: true,
		needs: ['frame'],
	},
	// ISO/IEC 14496-12, 4.2
	{
		name: 'MP4',
		types: {
			'video/mp4': 'mp4',
			...typesWithExtension('m4a', 'audio/mp4', 'audio/m4a', 'audio/x-m4a'),
			'video/quicktime': 'mov',
		},
		start: /^[^]{4}ftyp(?!avi|hei|mif|msf)/,
		part: readMp4BoxPart,
		needs: ['moov'],
	},
	{
		...{ name: 'HEIF', start: /^[^]{4}ftyp(?!avi)/, part: readMp4BoxPart, needs: ['meta'] },
		types: { 'image/heic': 'heic', 'image/heif': 'heif', 'image/avif': 'avif' },
	},
	{
		...{ name: 'AVIF', start: /^[^]{4}ftyp/, part: readMp4BoxPart, needs: ['meta'] },
		types: { 'image/avif': 'avif' },
	},
	// RFC 8794, 6 and 11.2.4
	{
		name: 'WebM',
		types: { 'video/webm': 'webm', 'audio/webm': 'weba', 'video/x-matroska': 'mkv' },
		start: /^[^]E\xdf\xa3/,
		part: readMatroskaPart,
		needs: ['segment'],
	},
];

/** A longer tag in front of a sound is not waited for. */
const MAX_TAG_BYTES = 1_000_000;
const SIGNATURE_BYTES = 64;

/** How many of its first bytes tell the format of a file that begins like this: those of a tag in front do not. */
export function bytesForFormat(head?: Buffer): number {
	const tags = head === undefined ? 0 : leadingTagBytes(head);
	return (tags > MAX_TAG_BYTES ? 0 : tags) + SIGNATURE_BYTES;
}

/** How long the tags are that stand in front of a sound (ID3), by the first bytes of the file. */
export function leadingTagBytes(head: Buffer): number {
	let at = 0;
	for (let tag = id3TagBytes(head); tag > 0; tag = id3TagBytes(head.subarray(at, at + 10)))
		at += tag;
	return at;
}

/** The format of a file by its first bytes, as many as `bytesForFormat`; undefined when it is not one of those known. */
export function fileFormatOf(head: Buffer): FileFormat | undefined {
	const tags = leadingTagBytes(head);
	const text = head.toString('latin1', tags, tags + SIGNATURE_BYTES);
	const found = FILE_FORMATS.find(({ start }) => start.test(text));
	return found ?? (tags > 0 ? FILE_FORMATS.find(({ name }) => name === 'MP3') : undefined);
}

/** Whether files of this media type always begin as one of the known formats do. */
export function hasKnownStart(mimeType: string): boolean {
	return FILE_FORMATS.some((format) => mediaTypesOf(format).includes(mimeType));
}

/** The media types that a file of a format may have, the usual one first. */
export function mediaTypesOf({ types }: FileFormat): string[] {
	return Object.keys(types);
}
