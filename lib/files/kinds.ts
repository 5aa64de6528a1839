import { aacFrame } from './sound/containers/aac';
import { mp3Frame } from './sound/containers/mp3';
import { id3Bytes } from './sound/containers/tags';
import { looksLikeText } from '../core/decode';
import { formatOf, tagBytes } from './fileFormats';

/** What a file is by its bytes: its usual media type, and the extension of such files. */
export interface FileKind {
	mimeType: string;
	extension: string;
}

const kind = (mimeType: string, extension: string): FileKind => ({ mimeType, extension });

/** By how they begin, before what `FORMATS` has; the first that fits is taken. Brands: MP4RA's registry. */
const STARTS: Array<[start: RegExp, kind: FileKind]> = [
	[/^[^]{4}ftypM4[AB]/, kind('audio/mp4', 'm4a')],
	[/^[^]{4}ftypqt/, kind('video/quicktime', 'mov')],
	[/^[^]{4}ftyp3g/, kind('video/3gpp', '3gp')],
	[/^[^]{4}ftypavi[fs]/, kind('image/avif', 'avif')],
	[/^[^]{4}ftyp(?:he|mif1|msf1)/, kind('image/heic', 'heic')],
	[/^[^]{4}(?:moov|mdat|wide|pnot)/, kind('video/quicktime', 'mov')],
	[/^[^]E\xdf\xa3[^]*matroska/, kind('video/x-matroska', 'mkv')],
	[/^OggS[^]{24}[^]theora/, kind('video/ogg', 'ogv')],
	[/^OggS/, kind('audio/ogg', 'ogg')],
	[/^(?:RF64|BW64|RIFX)[^]{4}WAVE/, kind('audio/wav', 'wav')],
	[/^RIFF[^]{4}AVI /, kind('video/x-msvideo', 'avi')],
	[/^FORM[^]{4}AIF[CF]/, kind('audio/aiff', 'aiff')],
	[/^caff/, kind('audio/x-caf', 'caf')],
	[/^#!AMR/, kind('audio/amr', 'amr')],
	[/^\.snd\0/, kind('audio/basic', 'au')],
	[/^MThd/, kind('audio/midi', 'mid')],
	[/^\x30\x26\xb2\x75\x8e\x66\xcf\cQ/, kind('video/x-ms-asf', 'asf')],
	[/^FLV\cA/, kind('video/x-flv', 'flv')],
	[/^G[^]{187}G/, kind('video/mp2t', 'ts')],
	[/^\0\0\cA[\xba\xb3]/, kind('video/mpeg', 'mpg')],
	[/^BM[^]{4}\0{4}/, kind('image/bmp', 'bmp')],
	[/^(?:II\*\0|MM\0\*)/, kind('image/tiff', 'tif')],
	[/^\0\0\cA\0[^]\0/, kind('image/x-icon', 'ico')],
	[/^(?:\xff\n|\0\0\0\fJXL )/, kind('image/jxl', 'jxl')],
	[/^\0\0\0\fjP {2}/, kind('image/jp2', 'jp2')],
	[/^%PDF-/, kind('application/pdf', 'pdf')],
	[/^\{\\rtf/, kind('application/rtf', 'rtf')],
	[/^[^]\x8b\cH/, kind('application/gzip', 'gz')],
	[/^PK\cC\cD[^]*mimetypeapplication\/epub\+zip/, kind('application/epub+zip', 'epub')],
	[/^PK\cC\cD[^]*word\//, office('wordprocessingml.document', 'docx')],
	[/^PK\cC\cD[^]*ppt\//, office('presentationml.presentation', 'pptx')],
	[/^PK\cC\cD[^]*xl\//, office('spreadsheetml.sheet', 'xlsx')],
];

/** Text that says what it is; other text may be anything, such as source code. */
const TEXTS: Array<[start: RegExp, kind: FileKind]> = [
	[
		/^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/i,
		kind('image/svg+xml', 'svg'),
	],
	[/^\s*(?:<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/i, kind('text/html', 'html')],
];

/** Text whose bytes do not say more. */
export const PLAIN_TEXT = kind('text/plain', 'txt');
/** Archives whose content decides what they are, where their first bytes do not. */
const ARCHIVE = /^PK\cC\cD/;

/** Fewer bytes without a mark say nothing, though all of them be letters. */
const FEWEST_BYTES = 16;
/** How many bytes are enough to know a file, after its tags. */
export const KIND_BYTES = 65_536;

/** How many bytes of a file it takes, by its first ones. */
export function bytesToKnow(start: Buffer): number {
	return id3Bytes(start) + KIND_BYTES;
}

/**
 * What a file is by its first bytes; undefined where they do not say. A tag in front of sound (ID3) is no sound: what comes after it
 * decides. Text is `PLAIN_TEXT` where it does not say more.
 */
export function fileKindOf(bytes: Buffer): FileKind | undefined {
	const at = tagBytes(bytes);
	if (at > 0 && at >= bytes.length) return kind('audio/mpeg', 'mp3');
	const head = bytes.subarray(at, at + KIND_BYTES);
	const start = head.toString('latin1', 0, 4096);
	const found = STARTS.find(([pattern]) => pattern.test(start))?.[1] ?? knownFormat(head);
	if (found !== undefined) return found;
	if (ARCHIVE.test(start) || head.length === 0) return undefined;
	if (head.length < FEWEST_BYTES) return undefined;
	if (!looksLikeText(head)) return framed(head) ?? (at > 0 ? kind('audio/mpeg', 'mp3') : undefined);
	return TEXTS.find(([pattern]) => pattern.test(head.toString()))?.[1] ?? PLAIN_TEXT;
}

function knownFormat(head: Buffer): FileKind | undefined {
	const format = formatOf(head.subarray(0, 64));
	if (format === undefined || format.isFrames === true) return undefined;
	const [[mimeType, extension] = ['', '']] = Object.entries(format.types);
	return kind(mimeType, extension);
}

/** MP3 and AAC have no mark at their start but frames, after whatever else. */
function framed(head: Buffer): FileKind | undefined {
	if (hasRun(head, mp3Frame)) return kind('audio/mpeg', 'mp3');
	return hasRun(head, aacFrame) ? kind('audio/aac', 'aac') : undefined;
}

/** Whether frames follow one another: one alone is a coincidence of a few bits, unless the file begins and ends with it. */
function hasRun(
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

function office(name: string, extension: string): FileKind {
	return kind(`application/vnd.openxmlformats-officedocument.${name}`, extension);
}
