import { aacFrame } from './sound/containers/aac';
import { mp3Frame } from './sound/containers/mp3';
import { id3Bytes } from './sound/containers/tags';
import {
	type PartAt,
	REST,
	png,
	jpeg,
	riff,
	flac,
	endsInFlacFrame,
	ogg,
	frames,
	box,
	element,
} from './fileParts';

/** How the parts of a file follow one another. */
export interface Format {
	name: string;
	/** Its media types and those of what it can hold, the usual one first, each with the extension of such files. */
	types: Record<string, string>;
	/** How the file begins. */
	start: RegExp;
	part: PartAt;
	/** Whether it has no mark at its start but frames: one alone may be chance. */
	isFrames?: boolean;
	/** Names of parts that no file goes without. */
	needs?: string[];
	/** Whether the last bytes are those of an end, and how many it looks at, where those are many. */
	end?(tail: Buffer): boolean;
	tailBytes?: number;
}
/** Of stereo in 24 bits, without compression (RFC 9639, 9). */
const LARGEST_FLAC_FRAME = 400_000;

/** Several names of one media type, with its extension. */
const named = (extension: string, ...types: string[]): Format['types'] =>
	Object.fromEntries(types.map((type) => [type, extension]));

/** Each format cites its standard; the first whose start fits is taken. */
const FORMATS: Format[] = [
	// W3C PNG, 5.2 and 5.3
	{
		name: 'PNG',
		types: named('png', 'image/png', 'image/apng'),
		start: /^\x89PNG\r\n[^]\n/,
		part: png,
		needs: ['IHDR', 'IEND'],
	},
	// ITU-T T.81, B.1 and B.2
	{
		name: 'JPEG',
		types: named('jpg', 'image/jpeg', 'image/jpg'),
		start: /^\xff\xd8\xff/,
		part: jpeg,
		needs: ['scan'],
		end: (tail) => tail.includes(Buffer.from([0xff, 0xd9])),
	},
	// GIF89a, 27
	{
		...{ name: 'GIF', types: { 'image/gif': 'gif' }, start: /^GIF8[79]a/, part: () => REST },
		end: (tail) => tail.at(-1) === 0x3b,
	},
	// RFC 9649, 2.4
	{ name: 'WebP', types: { 'image/webp': 'webp' }, start: /^RIFF[^]{4}WEBP/, part: riff },
	// RIFF, 1991
	{
		...{ name: 'WAV', start: /^RIFF[^]{4}WAVE/, part: riff },
		types: named('wav', 'audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'),
	},
	// RFC 9639, 8
	{
		...{ name: 'FLAC', start: /^fLaC/, part: flac, needs: ['frames'] },
		...{ end: endsInFlacFrame, tailBytes: LARGEST_FLAC_FRAME },
		types: named('flac', 'audio/flac', 'audio/x-flac'),
	},
	// RFC 3533, 6; RFC 7845, 3
	{
		name: 'Opus',
		types: { 'audio/opus': 'opus' },
		start: /^OggS[^]{24}OpusHead/,
		part: ogg,
		needs: ['sound'],
	},
	{
		...{ name: 'Ogg', start: /^OggS/, part: ogg, needs: ['sound'] },
		types: { 'audio/ogg': 'ogg', 'video/ogg': 'ogv' },
	},
	// ISO/IEC 11172-3 and ISO/IEC 13818-7, with ID3 tags
	{
		...{ name: 'AAC', start: /^\xff[\xf0\xf1\xf8\xf9]/, part: frames(aacFrame), isFrames: true },
		types: named('aac', 'audio/aac', 'audio/x-aac', 'audio/aacp'),
	},
	{
		name: 'MP3',
		types: named('mp3', 'audio/mpeg', 'audio/mp3', 'audio/x-mp3'),
		// Layer III of the versions 2.5, 2 and 1.
		start: /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/,
		part: frames(mp3Frame),
		isFrames: true,
		needs: ['frame'],
	},
	// ISO/IEC 14496-12, 4.2
	{
		name: 'MP4',
		types: {
			'video/mp4': 'mp4',
			...named('m4a', 'audio/mp4', 'audio/m4a', 'audio/x-m4a'),
			'video/quicktime': 'mov',
		},
		start: /^[^]{4}ftyp(?!avi|hei|mif|msf)/,
		part: box,
		needs: ['moov'],
	},
	{
		...{ name: 'AVIF', start: /^[^]{4}ftyp/, part: box, needs: ['meta'] },
		types: { 'image/avif': 'avif', 'image/heic': 'heic', 'image/heif': 'heif' },
	},
	// RFC 8794, 6 and 11.2.4
	{
		name: 'WebM',
		types: { 'video/webm': 'webm', 'audio/webm': 'weba', 'video/x-matroska': 'mkv' },
		start: /^[^]E\xdf\xa3/,
		part: element,
		needs: ['segment'],
	},
];

/** A longer tag in front of a sound is not waited for. */
const LONGEST_TAG = 1_000_000;
/** How many bytes after its tags tell what a file is. */
const ENOUGH = 64;

/** How many of its first bytes tell the format of a file that begins like this: those of a tag in front do not. */
export function bytesToTell(head?: Buffer): number {
	const tags = head === undefined ? 0 : tagBytes(head);
	return (tags > LONGEST_TAG ? 0 : tags) + ENOUGH;
}

/** How long the tags are that stand in front of a sound (ID3), by the first bytes of the file. */
export function tagBytes(head: Buffer): number {
	let at = 0;
	for (let tag = id3Bytes(head); tag > 0; tag = id3Bytes(head.subarray(at, at + 10))) at += tag;
	return at;
}

/** The format of a file by its first bytes, as many as `bytesToTell`; undefined when it is not one of those known. */
export function formatOf(head: Buffer): Format | undefined {
	const tags = tagBytes(head);
	const text = head.toString('latin1', tags, tags + ENOUGH);
	const found = FORMATS.find(({ start }) => start.test(text));
	return found ?? (tags > 0 ? FORMATS.find(({ name }) => name === 'MP3') : undefined);
}

/** The usual media type of a file by its first bytes; undefined when its format is not known. */
export function mediaTypeOf(head: Buffer): string | undefined {
	const format = formatOf(head);
	return format && typesOf(format)[0];
}

/** Whether files of this media type always begin as one of the known formats do. */
export function isKnownType(mimeType: string): boolean {
	return FORMATS.some((format) => typesOf(format).includes(mimeType));
}

/** The media types that a file of a format may have, the usual one first. */
export function typesOf({ types }: Format): string[] {
	return Object.keys(types);
}

/** Of files that do not say what they are by how they begin. */
const OTHERS = { 'audio/pcm': 'pcm', 'image/svg+xml': 'svg', 'text/csv': 'csv' };
const EXTENSIONS = new Map([OTHERS, ...FORMATS.map(({ types }) => types)].flatMap(Object.entries));

/** The extension, without a dot, of files of a media type; undefined when it is not known. */
export function extensionFor(mimeType: string): string | undefined {
	return EXTENSIONS.get(mimeType);
}
