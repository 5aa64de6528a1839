import { aacFrameAt } from './sound/containers/aac';
import { flacHeaderAt, isIntactFrame } from './sound/containers/flacFrame';
import { framesCountedBy, mp3FrameAt } from './sound/containers/mp3';
import { id3TagBytes } from './sound/containers/tags';

/** A part of a file: how long it is (Infinity up to the end), its name where that counts, and whether none comes after it. */
export interface FilePart {
	length: number;
	name?: string;
	isLast?: boolean;
	/** How many frames are to follow, where it is their index. */
	announcedFrames?: number;
}

type PartOrMore = FilePart | 'more' | undefined;

/** The part that begins here, at that position of the file; undefined when none does, `more` when that takes more bytes to tell. */
type ReadPart = (bytes: Buffer, at: number) => PartOrMore;

const REST_OF_FILE: FilePart = { length: Infinity };
const ID3V1_BYTES = 128;
/** A header of a frame, with what says whether it is an index, and its count. */
const INDEX_BYTES = 64;

/** Chunks; what is none is sound behind the end that the header names, or another file. */
function readWavPart(bytes: Buffer, at: number): PartOrMore {
	if (at === 0) return { length: 12 };
	// Behind a chunk of an odd length, and to fill up a file.
	if (bytes[0] === 0) return { length: 1 };
	if (bytes.length < 8) return 'more';
	const [name, size] = [bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4)];
	if (!/^(?!RIFF)[ -~]{4}$/.test(name)) return undefined;
	const isOpen = name === 'data' && (size === 0 || size >= 0x7fff_0000);
	return isOpen ? { ...REST_OF_FILE, name } : { length: size + 8, name };
}

function readFlacPart(bytes: Buffer, at: number): PartOrMore {
	if (at === 0) return { length: 4 };
	if (bytes.length < 4) return 'more';
	if (bytes.readUInt16BE(0) >>> 1 === 0x7ffc) return { ...REST_OF_FILE, name: 'frames' };
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
		if (flacHeaderAt(sound, at) === undefined) continue;
		if (isIntactFrame(sound.subarray(at))) return true;
		hasFrame = true;
	}
	return !hasFrame;
}

function readOggPart(bytes: Buffer): PartOrMore {
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

type FrameAt = (bytes: Buffer, at: number) => { bytes: number; isIndex?: boolean } | undefined;

/** Frames, with tags before and after them; some writers fill up with zeros. */
function readFramePart(frameAt: FrameAt): ReadPart {
	return (bytes, at) => {
		if (bytes[0] === 0) return { length: 1 };
		if (bytes.length < (at > 0 ? 10 : INDEX_BYTES)) return 'more';
		const tag = id3TagBytes(bytes);
		if (tag > 0) return { length: tag };
		const text = bytes.toString('latin1', 0, 10);
		if (/^(TAG|APETAGEX|LYRICS)/.test(text)) return { ...REST_OF_FILE, isLast: true };
		const frame = frameAt(bytes, 0);
		if (frame?.isIndex !== true) return frame && { length: frame.bytes, name: 'frame' };
		return { length: frame.bytes, announcedFrames: framesCountedBy(bytes) };
	};
}

function readMp4BoxPart(bytes: Buffer): PartOrMore {
	if (bytes.length < 16) return bytes.length < 8 ? 'more' : mp4BoxOf(bytes);
	return mp4BoxOf(bytes);
}

function mp4BoxOf(bytes: Buffer): PartOrMore {
	const name = bytes.toString('latin1', 4, 8);
	if (!/^[ -~\xa9]{4}$/.test(name)) return undefined;
	const size = bytes.readUInt32BE(0);
	if (size === 0) return { ...REST_OF_FILE, name };
	if (size !== 1) return size < 8 ? undefined : { length: size, name };
	return bytes.length < 16 ? 'more' : { length: Number(bytes.readBigUInt64BE(8)), name };
}

function readMatroskaPart(bytes: Buffer): PartOrMore {
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
	return isUnknown ? { ...REST_OF_FILE, ...name } : { length: idBytes + sizeBytes + size, ...name };
}

/** What a file of a format is made of, so that one that is damaged shows. */
export interface FileStructure {
	/** Of the format, in sentences. */
	name: string;
	part: ReadPart;
	/** Names of parts that no file goes without. */
	needs?: string[];
	/** Whether so many bytes at its end are those of an end. */
	tail?: { bytes: number; isEnd(bytes: Buffer): boolean };
}

/** Of a picture, the end alone is looked at; what a camera puts behind it may follow. */
const endsWith = (name: string, bytes: number, end: RegExp): FileStructure => ({
	...{ name, part: () => REST_OF_FILE },
	tail: { bytes, isEnd: (tail) => end.test(tail.toString('latin1')) },
});
/** W3C PNG, 5.6; ITU-T T.81, B.1.1.3; GIF89a, 27 */
export const PNG = endsWith('PNG', 65_536, /IEND\xae\x42\x60\x82/);
export const JPEG = endsWith('JPEG', 65_536, /\xff\xd9/);
export const GIF = endsWith('GIF', 64, /;[\0\s]*$/);
/** RIFF, 1991 */
export const WAV: FileStructure = { name: 'WAV', part: readWavPart, needs: ['data'] };
/** RFC 9639, 8; the tail has a frame of stereo in 24 bits, without compression (9). */
export const FLAC: FileStructure = {
	...{ name: 'FLAC', part: readFlacPart, needs: ['frames'] },
	tail: { bytes: 400_000, isEnd: endsInFlacFrame },
};
/** RFC 3533, 6; RFC 7845, 3 */
export const OGG: FileStructure = { name: 'Ogg', part: readOggPart, needs: ['sound'] };
export const OPUS: FileStructure = { ...OGG, name: 'Opus' };
/** ISO/IEC 11172-3 and ISO/IEC 13818-7, with ID3 tags */
export const MP3: FileStructure = {
	...{ name: 'MP3', part: readFramePart(mp3FrameAt), needs: ['frame'] },
};
export const AAC: FileStructure = { name: 'AAC', part: readFramePart(aacFrameAt) };
/** ISO/IEC 14496-12, 4.2 */
export const MP4: FileStructure = { name: 'MP4', part: readMp4BoxPart, needs: ['moov'] };
export const HEIF: FileStructure = { name: 'HEIF', part: readMp4BoxPart, needs: ['meta'] };
/** RFC 8794, 6 and 11.2.4 */
export const WEBM: FileStructure = { name: 'WebM', part: readMatroskaPart, needs: ['segment'] };
