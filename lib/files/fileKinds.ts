import { textIn } from '../core/decodeBody';
import * as structures from './fileParts';
import type { FileStructure } from './fileParts';
import { aacFrameAt } from './sound/containers/aac';
import { findFrameRun, type FrameAt } from './sound/containers/frameStream';
import { mp3FrameAt } from './sound/containers/mp3';
import { id3TagBytes } from './sound/containers/tags';

/** What a file is by its bytes: its usual media type, and the extension of such files. */
export interface FileKind {
	mimeType: string;
	extension: string;
	structure?: FileStructure;
	/** Other media types that its files are labelled with, each with the extension that they then have. */
	labels?: Record<string, string>;
}

type KindRow = [
	start: RegExp,
	mimeType: string,
	extension: string,
	structure?: FileStructure,
	labels?: Record<string, string>,
];

const { PNG, JPEG, GIF, WAV, FLAC, OPUS, OGG, AAC, MP3, MP4, HEIF, WEBM } = structures;
const ODF = 'application/vnd.oasis.opendocument';
const OFFICE = 'application/vnd.openxmlformats-officedocument';

const wavLabels = { 'audio/x-wav': 'wav', 'audio/wave': 'wav', 'audio/vnd.wave': 'wav' };
const m4aLabels = { 'audio/m4a': 'm4a', 'audio/x-m4a': 'm4a' };

/** By how they begin; the first that fits is taken. Brands: MP4RA's registry. The size in front of a brand begins with no letter. */
const KINDS_BY_START = kindsOf([
	[/^\x89PNG\r\n[^]\n/, 'image/png', 'png', PNG, { 'image/apng': 'png' }],
	[/^\xff\xd8\xff/, 'image/jpeg', 'jpg', JPEG, { 'image/jpg': 'jpg' }],
	[/^GIF8[79]a/, 'image/gif', 'gif', GIF],
	[/^RIFF[^]{4}WEBP/, 'image/webp', 'webp'],
	[/^BM[^]{4}\0{4}/, 'image/bmp', 'bmp'],
	[/^(?:II[*+]\0|MM\0[*+])/, 'image/tiff', 'tif'],
	[/^\0\0\cA\0[^]\0/, 'image/x-icon', 'ico'],
	[/^(?:\xff\n|\0\0\0\fJXL )/, 'image/jxl', 'jxl'],
	[/^\0\0\0\fjP {2}/, 'image/jp2', 'jp2'],
	[/^\0[^]{3}ftyp(?:avi[fs]|m[is]f1[^]{4}(?:[^]{4}){0,7}avi[fs])/, 'image/avif', 'avif', HEIF],
	[/^\0[^]{3}ftyp(?:he|mif1|msf1)/, 'image/heic', 'heic', HEIF, { 'image/heif': 'heif' }],
	[/^\0[^]{3}ftypM4[AB]/, 'audio/mp4', 'm4a', MP4, m4aLabels],
	[/^\0[^]{3}ftypqt/, 'video/quicktime', 'mov', MP4],
	[/^\0[^]{3}ftyp3g/, 'video/3gpp', '3gp', MP4],
	[/^\0[^]{3}ftyp/, 'video/mp4', 'mp4', MP4],
	[/^[\0-\cH][^]{3}(?:moov|mdat|wide|pnot)/, 'video/quicktime', 'mov'],
	[/^[^]E\xdf\xa3[^]*matroska/, 'video/x-matroska', 'mkv', WEBM],
	[/^[^]E\xdf\xa3/, 'video/webm', 'webm', WEBM, { 'audio/webm': 'webm' }],
	[/^OggS[^]{24}[^]theora/, 'video/ogg', 'ogv', OGG],
	[/^OggS[^]{24}OpusHead/, 'audio/ogg', 'ogg', OPUS, { 'audio/opus': 'opus' }],
	[/^OggS/, 'audio/ogg', 'ogg', OGG],
	[/^(?:RIFF|RF64|BW64)[^]{4}WAVE/, 'audio/wav', 'wav', WAV, wavLabels],
	[/^RIFX[^]{4}WAVE/, 'audio/wav', 'wav'],
	[/^fLaC/, 'audio/flac', 'flac', FLAC, { 'audio/x-flac': 'flac' }],
	[/^FORM[^]{4}AIF[CF]/, 'audio/aiff', 'aiff', undefined, { 'audio/x-aiff': 'aiff' }],
	[/^caff/, 'audio/x-caf', 'caf'],
	[/^#!AMR/, 'audio/amr', 'amr'],
	[/^\.snd\0/, 'audio/basic', 'au'],
	[/^MThd/, 'audio/midi', 'mid'],
	[/^RIFF[^]{4}AVI /, 'video/x-msvideo', 'avi'],
	[/^\x30\x26\xb2\x75\x8e\x66\xcf\cQ/, 'video/x-ms-asf', 'asf'],
	[/^FLV\cA/, 'video/x-flv', 'flv'],
	[/^G[^]{187}G/, 'video/mp2t', 'ts'],
	[/^\0\0\cA[\xba\xb3]/, 'video/mpeg', 'mpg'],
	[/^%PDF-/, 'application/pdf', 'pdf'],
	[/^[^]\x8b\cH/, 'application/gzip', 'gz'],
	[/^PK\cC\cD[^]{26}mimetypeapplication\/epub\+zip/, 'application/epub+zip', 'epub'],
	[/^PK\cC\cD[^]{26}mimetypeapplication[^]{24}text/, `${ODF}.text`, 'odt'],
	[/^PK\cC\cD[^]{26}mimetypeapplication[^]{24}s/, `${ODF}.spreadsheet`, 'ods'],
	[/^PK\cC\cD[^]{26}mimetypeapplication[^]{24}p/, `${ODF}.presentation`, 'odp'],
]);

/** Of archives that begin otherwise, by the name of a part. */
const KINDS_BY_PART = kindsOf([
	[/^word\//, `${OFFICE}.wordprocessingml.document`, 'docx'],
	[/^ppt\//, `${OFFICE}.presentationml.presentation`, 'pptx'],
	[/^xl\//, `${OFFICE}.spreadsheetml.sheet`, 'xlsx'],
]);

/** Of what begins as text, in whatever encoding, by more than a word, which other text may begin with too. */
const KINDS_BY_TEXT = kindsOf([
	[
		/^\s*(?:<\?xml[^>]*>\s*|<!--(?:[^-]|-(?!->))*-->\s*|<!doctype svg[^>[]*(?:\[[^\]]*\]\s*)?>\s*)*<(?:\w+:)?svg(?:\s+[\w:-]+\s*=|\s*\/?>\s*(?:<|$))/i,
		...(['image/svg+xml', 'svg'] as const),
	],
	[
		/^\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*<(?:!doctype html[\s>]|(?:html|head|body)(?:\s[^>]*)?>\s*<)/i,
		...(['text/html', 'html'] as const),
	],
	[/^\s*%PDF-\d\.\d(?:\s|$)/, 'application/pdf', 'pdf'],
	[/^\{\\rtf\d?[\\{}\s]/, 'application/rtf', 'rtf'],
]);

const MP3_KIND: FileKind = {
	...{ mimeType: 'audio/mpeg', extension: 'mp3', structure: MP3 },
	labels: { 'audio/mp3': 'mp3', 'audio/x-mp3': 'mp3' },
};
const AAC_KIND: FileKind = {
	...{ mimeType: 'audio/aac', extension: 'aac', structure: AAC },
	labels: { 'audio/x-aac': 'aac', 'audio/aacp': 'aac' },
};
/** What has no mark at its start but frames, after whatever else (ISO/IEC 11172-3 and 13818-7). */
const KINDS_BY_FRAME = [
	{ frameAt: mp3FrameAt, kind: MP3_KIND },
	{ frameAt: aacFrameAt, kind: AAC_KIND },
];

/** Text whose bytes do not say more. */
export const PLAIN_TEXT: FileKind = { mimeType: 'text/plain', extension: 'txt' };

function kindsOf(rows: KindRow[]): Array<{ start: RegExp; kind: FileKind }> {
	return rows.map(([start, mimeType, extension, structure, labels]) => ({
		start,
		kind: { mimeType, extension, structure, labels },
	}));
}

const EXTENSION_OF_KNOWN_TYPE = new Map(
	[...KINDS_BY_START, ...KINDS_BY_PART, ...KINDS_BY_TEXT, ...KINDS_BY_FRAME]
		.toReversed()
		.flatMap(({ kind }) => [
			...Object.entries(kind.labels ?? {}),
			[kind.mimeType, kind.extension] as const,
		]),
);

/** Whether the bytes of each file of this media type say that it is one. */
export function isKnownByBytes(mimeType: string): boolean {
	return EXTENSION_OF_KNOWN_TYPE.has(mimeType);
}

/** The extension, without a dot, of files of a media type; undefined when it is not known. */
export function extensionFor(mimeType: string): string | undefined {
	const others: Record<string, string> = { 'audio/pcm': 'pcm', 'text/csv': 'csv' };
	return EXTENSION_OF_KNOWN_TYPE.get(mimeType) ?? others[mimeType];
}

/** A ZIP, whose content decides what it is where its first bytes do not. */
export function isArchive(bytes: Buffer): boolean {
	return bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/** How many bytes are enough to know a file, after its tags; longer tags are not waited for. */
const KIND_BYTES = 65_536;
const MAX_TAG_BYTES = 16_000_000;

/** How many of its first bytes say what a file is that begins like this. */
export function bytesForKind(start: Buffer, least = KIND_BYTES): number {
	return Math.min(leadingTagBytes(start), MAX_TAG_BYTES) + least;
}

/** How long the tags are that stand in front of a sound (ID3), by the first bytes of the file. */
export function leadingTagBytes(head: Buffer): number {
	let at = 0;
	for (let tag = id3TagBytes(head); tag > 0; tag = id3TagBytes(head.subarray(at, at + 10)))
		at += tag;
	return at;
}

/** Programs write the mark of text in front of other files too. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
/** Fewer bytes without a mark say nothing. */
const MIN_BYTES_TO_JUDGE = 16;

/**
 * What a file is by its first bytes, as many as `bytesForKind`; undefined where they do not say. Text is asked first, as four letters may begin
 * a container: "ID3,name,value". A tag in front of sound (ID3) is no sound: what comes after it decides.
 */
export function fileKindOf(given: Buffer): FileKind | undefined {
	const isMarked = given.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
	const bytes = given.subarray(isMarked ? BYTE_ORDER_MARK.length : 0);
	const text = given.length > 0 ? textIn(given.subarray(0, KIND_BYTES)) : undefined;
	const firstText = text ?? bytes.toString('latin1', 0, KIND_BYTES);
	const byText = KINDS_BY_TEXT.find(({ start }) => start.test(firstText))?.kind;
	if (byText !== undefined || text !== undefined) return byText ?? PLAIN_TEXT;
	const at = leadingTagBytes(bytes);
	const head = bytes.subarray(at, at + KIND_BYTES);
	const latin = head.toString('latin1', 0, 4096);
	const found = KINDS_BY_START.find(({ start }) => start.test(latin))?.kind;
	if (found !== undefined) return soundAlone(found, head) ?? found;
	if (isArchive(head)) return kindOfArchive(bytes);
	const isLong = head.length >= MIN_BYTES_TO_JUDGE;
	const framed = KINDS_BY_FRAME.find(({ frameAt }) => isLong && hasFrames(head, frameAt))?.kind;
	return framed ?? (at > 0 ? MP3_KIND : undefined);
}

/** By the first part that is one of an Office file: it may hold others. */
function kindOfArchive(bytes: Buffer): FileKind | undefined {
	for (let at = 0; at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4, 'latin1')) {
		const name = bytes.toString('latin1', at + 30, at + 35);
		const found = KINDS_BY_PART.find(({ start }) => start.test(name));
		if (found !== undefined) return found.kind;
	}
	return undefined;
}

/** A container of films whose tracks, where its start lists them, are sound alone; such are voice messages. */
function soundAlone(kind: FileKind, head: Buffer): FileKind | undefined {
	const has = (...marks: string[]) => marks.some((mark) => head.includes(mark, 0, 'latin1'));
	if (kind.mimeType === 'video/mp4' && has('soun') && !has('vide'))
		return { ...kind, mimeType: 'audio/mp4', extension: 'm4a' };
	const isSoundInWebm =
		kind.mimeType === 'video/webm' && has('A_OPUS', 'A_VORBIS') && !has('V_VP', 'V_AV1', 'V_MPEG');
	return isSoundInWebm ? { ...kind, mimeType: 'audio/webm' } : undefined;
}

/** Whether frames follow one another: one alone is a coincidence of a few bits, unless the file begins and ends with it. */
function hasFrames(bytes: Buffer, frameAt: FrameAt): boolean {
	if (findFrameRun(bytes, frameAt) !== undefined) return true;
	let at = 0;
	for (let frame = frameAt(bytes, 0); frame !== undefined; frame = frameAt(bytes, at))
		at += frame.bytes;
	return at > 0 && at >= bytes.length;
}
