import { FlateErrorCode, Inflate } from 'fflate/browser';

import { inTurns } from '../core/clock';
import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { isCutJpeg } from './cutJpeg';

/**
 * Refuses a picture that is only the first part of one, as half of a download is: the service takes it, and what is missing comes out grey. What
 * follows the end of a picture is of no account, such as the film that a phone appends, and neither is an end mark alone that is missing.
 */
export async function rejectCutPicture(bytes: Buffer, place: string): Promise<void> {
	const cut = await cutPictureFormat(bytes);
	if (cut === undefined) return;
	throw badInput(
		`${place} is incomplete: it ends after ${bytes.length} bytes, in the middle of its ${cut} picture data`,
		'Read or download the file again.',
	);
}

/** The same of a picture that was received, as a sentence; undefined for a whole one. */
export async function cutPictureProblem(bytes: Buffer): Promise<string | undefined> {
	const cut = await cutPictureFormat(bytes);
	return cut === undefined ? undefined : `The ${cut} file ends too early`;
}

/**
 * The format of a picture whose data stop before they end; undefined for a whole one, and for what is not known. Others have turns of n8n's loop
 * meanwhile: a file may be made so that it takes seconds.
 */
export async function cutPictureFormat(bytes: Buffer): Promise<string | undefined> {
	const start = bytes.toString('latin1', 0, 12);
	if (start.startsWith('\xff\xd8\xff')) return (await isCutJpeg(bytes)) ? 'JPEG' : undefined;
	if (start.startsWith('\x89PNG\r\n')) return (await isCutPng(bytes)) ? 'PNG' : undefined;
	return /^RIFF[^]{4}WEBP$/.test(start) && isCutWebp(bytes) ? 'WebP' : undefined;
}

/** No program writes as many chunks: nothing is said of this file. */
const MAX_CHUNKS = 50_000;

/** By its chunks of pixels, which are one compressed stream, and by the frames of an animation, whose number comes first (W3C PNG, 5.3, 10.1 and 11.3.6). */
async function isCutPng(bytes: Buffer): Promise<boolean> {
	let [pixels, framesLeft, chunks] = [[] as Buffer[], 0, 0];
	for (let at = 8; at + 8 <= bytes.length;) {
		const [size, name] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
		if (name === 'IEND' || !/^[A-Za-z]{4}$/.test(name) || ++chunks > MAX_CHUNKS) return false;
		if (/^(IDAT|fdAT)$/.test(name)) {
			if (at + 8 + size > bytes.length) return true;
			pixels.push(bytes.subarray(at + (name === 'IDAT' ? 8 : 12), at + 8 + size));
		}
		if (name === 'acTL' && at + 12 <= bytes.length) framesLeft = bytes.readUInt32BE(at + 8);
		// The first frame may be the picture itself, or not be shown.
		if (name === 'fcTL') [pixels, framesLeft] = [[], framesLeft - 1];
		at += size + 12;
	}
	return framesLeft > 0 || pixels.length === 0 || (await isCutStream(Buffer.concat(pixels)));
}

const ZLIB_HEADER_BYTES = 2;
/** They become a thousand times as many at most. */
const INFLATED_AT_A_TIME = 2048;
/** Of the largest picture that the service takes, with four bytes a pixel. */
const MAX_PIXEL_BYTES = 140_000_000;

/** Whether a compressed stream ends in the middle (RFC 1951); its checksum may be missing, and a damaged one is left to its reader. */
async function isCutStream(bytes: Buffer): Promise<boolean> {
	let inflated = 0;
	const stream = new Inflate((piece) => void (inflated += piece.length));
	try {
		for await (const at of inTurns(stepsOf(bytes.length))) {
			const end = at + INFLATED_AT_A_TIME;
			stream.push(bytes.subarray(at, end), end >= bytes.length);
			if (inflated >= MAX_PIXEL_BYTES) break;
		}
		return false;
	} catch (error) {
		return isRecord(error) && error.code === FlateErrorCode.UnexpectedEOF;
	}
}

function* stepsOf(length: number): Generator<number> {
	for (let at = ZLIB_HEADER_BYTES; at < length; at += INFLATED_AT_A_TIME) yield at;
}

/** RFC 9649, 2.4 to 2.7: a file whose header counts more is cut where a chunk of pixels is or is missing, or where frames of an animation are. */
function isCutWebp(bytes: Buffer): boolean {
	const end = bytes.readUInt32LE(4) + 8;
	if (end <= bytes.length + 1) return false;
	let [hasPixels, last, chunks] = [false, '', 0];
	for (let at = 12; at + 8 <= bytes.length;) {
		const [size, name] = [bytes.readUInt32LE(at + 4), bytes.toString('latin1', at, at + 4)];
		if (++chunks > MAX_CHUNKS) return false;
		if (/^(VP8[ L]|ALPH|ANMF)$/.test(name) && at + 8 + size > bytes.length) return true;
		hasPixels ||= /^(VP8[ L]|ANMF)$/.test(name);
		last = name;
		at += 8 + size + (size % 2);
	}
	return !hasPixels || /^(ALPH|ANMF)$/.test(last);
}
