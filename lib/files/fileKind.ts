import { aacFrameAt } from './sound/containers/aac';
import { mp3FrameAt } from './sound/containers/mp3';
import { id3TagBytes } from './sound/containers/tags';
import { looksLikeText } from '../core/decodeBody';
import { FILE_FORMATS, fileFormatOf, leadingTagBytes } from './fileFormats';

/** What a file is by its bytes: its usual media type, and the extension of such files. */
export interface FileKind {
	mimeType: string;
	extension: string;
}

const fileKind = (mimeType: string, extension: string): FileKind => ({ mimeType, extension });

/** By how they begin, before what `FORMATS` has; the first that fits is taken. Brands: MP4RA's registry. */
const KIND_BY_START: Array<[start: RegExp, kind: FileKind]> = [
	[/^[^]{4}ftypM4[AB]/, fileKind('audio/mp4', 'm4a')],
	[/^[^]{4}ftypqt/, fileKind('video/quicktime', 'mov')],
	[/^[^]{4}ftyp3g/, fileKind('video/3gpp', '3gp')],
	[/^[^]{4}ftypavi[fs]/, fileKind('image/avif', 'avif')],
	[/^[^]{4}ftyp(?:he|mif1|msf1)/, fileKind('image/heic', 'heic')],
	[/^[^]{4}(?:moov|mdat|wide|pnot)/, fileKind('video/quicktime', 'mov')],
	[/^[^]E\xdf\xa3[^]*matroska/, fileKind('video/x-matroska', 'mkv')],
	[/^OggS[^]{24}[^]theora/, fileKind('video/ogg', 'ogv')],
	[/^OggS/, fileKind('audio/ogg', 'ogg')],
	[/^(?:RF64|BW64|RIFX)[^]{4}WAVE/, fileKind('audio/wav', 'wav')],
	[/^RIFF[^]{4}AVI /, fileKind('video/x-msvideo', 'avi')],
	[/^FORM[^]{4}AIF[CF]/, fileKind('audio/aiff', 'aiff')],
	[/^caff/, fileKind('audio/x-caf', 'caf')],
	[/^#!AMR/, fileKind('audio/amr', 'amr')],
	[/^\.snd\0/, fileKind('audio/basic', 'au')],
	[/^MThd/, fileKind('audio/midi', 'mid')],
	[/^\x30\x26\xb2\x75\x8e\x66\xcf\cQ/, fileKind('video/x-ms-asf', 'asf')],
	[/^FLV\cA/, fileKind('video/x-flv', 'flv')],
	[/^G[^]{187}G/, fileKind('video/mp2t', 'ts')],
	[/^\0\0\cA[\xba\xb3]/, fileKind('video/mpeg', 'mpg')],
	[/^BM[^]{4}\0{4}/, fileKind('image/bmp', 'bmp')],
	[/^(?:II[*+]\0|MM\0[*+])/, fileKind('image/tiff', 'tif')],
	[/^\0\0\cA\0[^]\0/, fileKind('image/x-icon', 'ico')],
	[/^(?:\xff\n|\0\0\0\fJXL )/, fileKind('image/jxl', 'jxl')],
	[/^\0\0\0\fjP {2}/, fileKind('image/jp2', 'jp2')],
	[/^%PDF-/, fileKind('application/pdf', 'pdf')],
	[/^[^]\x8b\cH/, fileKind('application/gzip', 'gz')],
	[/^PK\cC\cD[^]{26}mimetypeapplication\/epub\+zip/, fileKind('application/epub+zip', 'epub')],
	[/^PK\cC\cD[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.text/, odfKind('text', 'odt')],
	[
		/^PK\cC\cD[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.s/,
		odfKind('spreadsheet', 'ods'),
	],
	[
		/^PK\cC\cD[^]{26}mimetypeapplication\/vnd\.oasis\.opendocument\.p/,
		odfKind('presentation', 'odp'),
	],
];

/** By the folder of their parts. */
const OFFICE_KINDS = new Map([
	['word', officeKind('wordprocessingml.document', 'docx')],
	['ppt', officeKind('presentationml.presentation', 'pptx')],
	['xl', officeKind('spreadsheetml.sheet', 'xlsx')],
]);

/** Text that says what it is by more than a word, which other text may begin with too. */
const KIND_BY_TEXT_START: Array<[start: RegExp, kind: FileKind]> = [
	[
		/^\s*(?:<\?xml[^>]*>\s*|<!--(?:[^-]|-(?!->))*-->\s*|<!doctype svg[^>]*>\s*)*<svg(?:\s+[\w:-]+\s*=|\s*\/?>\s*(?:<|$))/i,
		fileKind('image/svg+xml', 'svg'),
	],
	[
		/^\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*<(?:!doctype html[\s>]|(?:html|head|body)(?:\s[^>]*)?>\s*<)/i,
		fileKind('text/html', 'html'),
	],
	[/^%PDF-\d\.\d(?:\s|$)/, fileKind('application/pdf', 'pdf')],
	[/^\{\\rtf\d?[\\{}\s]/, fileKind('application/rtf', 'rtf')],
];

const EXTENSION_OF_TYPE = new Map([
	...[...KIND_BY_START, ...KIND_BY_TEXT_START, ...OFFICE_KINDS].map(
		([, { mimeType, extension }]) => [mimeType, extension] as const,
	),
	// Of files that do not say what they are by how they begin.
	...Object.entries({ 'audio/pcm': 'pcm', 'text/csv': 'csv' }),
	...FILE_FORMATS.flatMap(({ types }) => Object.entries(types)),
]);

/** The extension, without a dot, of files of a media type; undefined when it is not known. */
export function extensionFor(mimeType: string): string | undefined {
	return EXTENSION_OF_TYPE.get(mimeType);
}

/** Text whose bytes do not say more. */
export const PLAIN_TEXT = fileKind('text/plain', 'txt');
/** A ZIP, whose content decides what it is where its first bytes do not. */
export function isArchive(bytes: Buffer): boolean {
	return bytes.toString('latin1', 0, 4) === 'PK\x03\x04';
}

/** Fewer bytes without a mark say nothing. */
const MIN_BYTES_TO_JUDGE = 16;
/** How many bytes are enough to know a file, after its tags. */
export const KIND_BYTES = 65_536;

export function bytesForKind(start: Buffer): number {
	return id3TagBytes(start) + KIND_BYTES;
}

/**
 * What a file is by its first bytes; undefined where they do not say. A tag in front of sound (ID3) is no sound: what comes after it
 * decides. Text is `PLAIN_TEXT` where it does not say more.
 */
export function fileKindOf(given: Buffer): FileKind | undefined {
	const isMarked = given.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
	const bytes = given.subarray(isMarked ? BYTE_ORDER_MARK.length : 0);
	if (bytes.length > 0 && looksLikeText(bytes.subarray(0, KIND_BYTES))) return kindOfText(bytes);
	const at = leadingTagBytes(bytes);
	if (at > 0 && at >= bytes.length) return fileKind('audio/mpeg', 'mp3');
	const head = bytes.subarray(at, at + KIND_BYTES);
	const start = head.toString('latin1', 0, 4096);
	const found = KIND_BY_START.find(([pattern]) => pattern.test(start))?.[1] ?? kindOfFormat(head);
	if (found !== undefined) return soundAlone(found, head) ?? found;
	if (isArchive(head)) return kindOfArchive(bytes);
	if (head.length < MIN_BYTES_TO_JUDGE) return undefined;
	return kindOfFrames(head) ?? (at > 0 ? fileKind('audio/mpeg', 'mp3') : undefined);
}

/** Programs write the mark of text in front of other files too. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** By the first part that is one of an Office file: it may hold others. */
function kindOfArchive(bytes: Buffer): FileKind | undefined {
	for (let at = 0; at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4, 'latin1')) {
		const [folder = ''] = bytes.toString('latin1', at + 30, at + 35).split('/', 1);
		const kind = OFFICE_KINDS.get(folder);
		if (kind !== undefined) return kind;
	}
	return undefined;
}

/** Text first, as four letters may begin a container: "ID3,name,value". */
function kindOfText(bytes: Buffer): FileKind {
	const text = bytes.toString('utf8', 0, KIND_BYTES);
	const found = KIND_BY_TEXT_START.find(([pattern]) => pattern.test(text))?.[1];
	return found ?? PLAIN_TEXT;
}

/** A container of films whose tracks, where its start lists them, are sound alone; such are voice messages. */
function soundAlone({ mimeType }: FileKind, head: Buffer): FileKind | undefined {
	const has = (...marks: string[]) => marks.some((mark) => head.includes(mark, 0, 'latin1'));
	if (mimeType === 'video/mp4' && has('soun') && !has('vide')) return fileKind('audio/mp4', 'm4a');
	const isSoundInWebm =
		mimeType === 'video/webm' && has('A_OPUS', 'A_VORBIS') && !has('V_VP', 'V_AV1', 'V_MPEG');
	return isSoundInWebm ? fileKind('audio/webm', 'webm') : undefined;
}

function kindOfFormat(head: Buffer): FileKind | undefined {
	const format = fileFormatOf(head.subarray(0, 64));
	if (format === undefined || format.isFrames === true) return undefined;
	const [[mimeType, extension] = ['', '']] = Object.entries(format.types);
	return fileKind(mimeType, extension);
}

/** MP3 and AAC have no mark at their start but frames, after whatever else. */
function kindOfFrames(head: Buffer): FileKind | undefined {
	if (hasFrameRun(head, mp3FrameAt)) return fileKind('audio/mpeg', 'mp3');
	return hasFrameRun(head, aacFrameAt) ? fileKind('audio/aac', 'aac') : undefined;
}

/** Whether frames follow one another: one alone is a coincidence of a few bits, unless the file begins and ends with it. */
function hasFrameRun(
	bytes: Buffer,
	frameAt: (bytes: Buffer, at: number) => { bytes: number } | undefined,
): boolean {
	for (let start = bytes.indexOf(0xff); start >= 0; start = bytes.indexOf(0xff, start + 1)) {
		let [at, frames] = [start, 0];
		for (
			let frame = frameAt(bytes, at);
			frame !== undefined && frames < 3;
			frame = frameAt(bytes, at)
		) {
			at += frame.bytes;
			frames++;
		}
		if (frames === 3 || (frames > 0 && start === 0 && at >= bytes.length)) return true;
	}
	return false;
}

function odfKind(name: string, extension: string): FileKind {
	return fileKind(`application/vnd.oasis.opendocument.${name}`, extension);
}

function officeKind(name: string, extension: string): FileKind {
	return fileKind(`application/vnd.openxmlformats-officedocument.${name}`, extension);
}
