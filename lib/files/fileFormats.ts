import { aacFrame } from './sound/containers/aac';
import { flacHeadAt, isWholeFrame } from './sound/containers/flacFrame';
import { mp3Frame } from './sound/containers/mp3';
import { id3Bytes } from './sound/containers/tags';

/** A part of a file: how long it is (Infinity up to the end), its name where that counts, and whether none comes after it. */
export interface FilePart {
	length: number;
	name?: string;
	isLast?: boolean;
}

/** How the parts of a file follow one another. */
export interface Format {
	name: string;
	/** Its media types and those of what it can hold, the usual one first, each with the extension of such files. */
	types: Record<string, string>;
	/** How the file begins. */
	start: RegExp;
	/** The part that begins here, at that position of the file; undefined when none does, `more` when that takes more bytes to tell. */
	part(bytes: Buffer, at: number): FilePart | undefined | 'more';
	/** Whether it has no mark at its start but frames: one alone may be chance. */
	isFrames?: boolean;
	/** Names of parts that no file goes without. */
	needs?: string[];
	/** Whether the last bytes are those of an end, and how many it looks at, where those are many. */
	end?(tail: Buffer): boolean;
	tailBytes?: number;
}

const REST: FilePart = { length: Infinity };
/** Of stereo in 24 bits, without compression (RFC 9639, 9). */
const LARGEST_FLAC_FRAME = 400_000;
const ID3V1_BYTES = 128;

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

function png(bytes: Buffer, at: number): ReturnType<Format['part']> {
	if (at === 0) return { length: 8 };
	if (bytes.length < 8) return 'more';
	const name = bytes.toString('latin1', 4, 8);
	if (!/^[A-Za-z]{4}$/.test(name)) return undefined;
	return { length: bytes.readUInt32BE(0) + 12, name, isLast: name === 'IEND' };
}

function jpeg(bytes: Buffer, at: number): ReturnType<Format['part']> {
	if (at === 0) return { length: 2 };
	if (bytes.length < 4) return 'more';
	const marker = bytes.readUInt16BE(0);
	if (marker === 0xffff) return { length: 1 };
	if (marker < 0xffc0) return undefined;
	return marker === 0xffda ? { ...REST, name: 'scan' } : { length: bytes.readUInt16BE(2) + 2 };
}

/** What is written while its length is not known has none, or the largest one. */
function riff(bytes: Buffer): ReturnType<Format['part']> {
	if (bytes.length < 8) return 'more';
	const size = bytes.readUInt32LE(4);
	const isKnown = size > 4 && size < 0x7fff_0000;
	return isKnown ? { length: size + 8, isLast: true } : REST;
}

function flac(bytes: Buffer, at: number): ReturnType<Format['part']> {
	if (at === 0) return { length: 4 };
	if (bytes.length < 4) return 'more';
	if (bytes.readUInt16BE(0) >>> 1 === 0x7ffc) return { ...REST, name: 'frames' };
	return (bytes[0] ?? 0) % 128 === 127 ? undefined : { length: bytes.readUIntBE(1, 3) + 4 };
}

/** Whether the last frame is whole by its checksum; unknown counts as whole. */
function endsInFlacFrame(tail: Buffer): boolean {
	const isTagged = tail.toString('latin1', tail.length - ID3V1_BYTES).startsWith('TAG');
	const sound = isTagged ? tail.subarray(0, -ID3V1_BYTES) : tail;
	let hasFrame = false;
	for (
		let at = sound.lastIndexOf(0xff);
		at >= 0;
		at = at === 0 ? -1 : sound.lastIndexOf(0xff, at - 1)
	) {
		if (flacHeadAt(sound, at) === undefined) continue;
		if (isWholeFrame(sound.subarray(at))) return true;
		hasFrame = true;
	}
	return !hasFrame;
}

function ogg(bytes: Buffer): ReturnType<Format['part']> {
	if (bytes.length < 27) return 'more';
	if (bytes.toString('latin1', 0, 4) !== 'OggS') return undefined;
	const segments = bytes[26] ?? 0;
	if (bytes.length < 27 + segments) return 'more';
	const sizes = bytes.subarray(27, 27 + segments).reduce((sum, size) => sum + size, 0);
	const isLast = ((bytes[5] ?? 0) & 4) !== 0;
	// Recorders of phones and live streams set no mark on the last page; the first two pages are headers.
	const isSound = bytes.readUInt32LE(18) > 1;
	return { length: 27 + segments + sizes, isLast, ...(isSound && { name: 'sound' }) };
}

type FrameAt = (bytes: Buffer, at: number) => { bytes: number } | undefined;

/** Frames, with tags before and after them; some writers fill up with zeros. */
function frames(frameAt: FrameAt): Format['part'] {
	return (bytes, at) => {
		if (at > 0 && bytes[0] === 0) return { length: 1 };
		if (bytes.length < 10) return 'more';
		const tag = id3Bytes(bytes);
		if (tag > 0) return { length: tag };
		const text = bytes.toString('latin1', 0, 10);
		if (/^(TAG|APETAGEX|LYRICS)/.test(text)) return { ...REST, isLast: true };
		const frame = frameAt(bytes, 0);
		return frame && { length: frame.bytes, name: 'frame' };
	};
}

function box(bytes: Buffer): ReturnType<Format['part']> {
	if (bytes.length < 16) return bytes.length < 8 ? 'more' : sized(bytes);
	return sized(bytes);
}

function sized(bytes: Buffer): ReturnType<Format['part']> {
	const name = bytes.toString('latin1', 4, 8);
	if (!/^[ -~\xa9]{4}$/.test(name)) return undefined;
	const size = bytes.readUInt32BE(0);
	if (size === 0) return { ...REST, name };
	if (size !== 1) return size < 8 ? undefined : { length: size, name };
	return bytes.length < 16 ? 'more' : { length: Number(bytes.readBigUInt64BE(8)), name };
}

function element(bytes: Buffer): ReturnType<Format['part']> {
	if (bytes.length < 5) return 'more';
	const [first = 0] = bytes;
	const idBytes = Math.clz32(first) - 23;
	if (idBytes > 4) return undefined;
	const sizeBytes = Math.clz32(bytes[idBytes] ?? 0) - 23;
	if (bytes.length < idBytes + 1 || bytes.length < idBytes + sizeBytes) return 'more';
	if (sizeBytes > 8) return undefined;
	const marker = 2 ** (8 - sizeBytes);
	const size = bytes
		.subarray(idBytes, idBytes + sizeBytes)
		.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte % marker : byte), 0);
	const isSegment = bytes.readUInt32BE(0) === 0x1853_8067;
	const name = isSegment ? { name: 'segment' } : {};
	const isUnknown = size === 2 ** (7 * sizeBytes) - 1;
	return isUnknown ? { ...REST, ...name } : { length: idBytes + sizeBytes + size, ...name };
}
