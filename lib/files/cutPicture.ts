import { FlateErrorCode, Inflate } from 'fflate/browser';

import { badInput } from '../core/failure';
import { isRecord } from '../core/record';

/**
 * Refuses a picture that is only the first part of one, as half of a download is: the service takes it, and what is missing comes out grey. What
 * follows the end of a picture is of no account, such as the film that a phone appends, and neither is an end mark alone that is missing.
 */
export function rejectCutPicture(bytes: Buffer, place: string): void {
	const cut = cutPictureFormat(bytes);
	if (cut === undefined) return;
	throw badInput(
		`${place} is incomplete: it ends after ${bytes.length} bytes, in the middle of its ${cut} picture data`,
		'Read or download the file again.',
	);
}

/** The same of a picture that was received, as a sentence; undefined for a whole one. */
export function cutPictureProblem(bytes: Buffer): string | undefined {
	const cut = cutPictureFormat(bytes);
	return cut === undefined ? undefined : `The ${cut} file ends too early`;
}

/** The format of a picture whose data stop before they end; undefined for a whole one, and for what is not known. */
export function cutPictureFormat(bytes: Buffer): string | undefined {
	const start = bytes.toString('latin1', 0, 12);
	if (start.startsWith('\xff\xd8\xff')) return isCutJpeg(bytes) ? 'JPEG' : undefined;
	if (start.startsWith('\x89PNG\r\n')) return isCutPng(bytes) ? 'PNG' : undefined;
	return /^RIFF[^]{4}WEBP$/.test(start) && isCutWebp(bytes) ? 'WebP' : undefined;
}

/** By its chunks of pixels, which are one compressed stream, and by the frames of an animation, whose number comes first (W3C PNG, 5.3, 10.1 and 11.3.6). */
function isCutPng(bytes: Buffer): boolean {
	let [pixels, framesLeft] = [[] as Buffer[], 0];
	for (let at = 8; at + 8 <= bytes.length;) {
		const [size, name] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
		if (name === 'IEND' || !/^[A-Za-z]{4}$/.test(name)) return false;
		if (/^(IDAT|fdAT)$/.test(name)) {
			if (at + 8 + size > bytes.length) return true;
			pixels.push(bytes.subarray(at + (name === 'IDAT' ? 8 : 12), at + 8 + size));
		}
		if (name === 'acTL' && at + 12 <= bytes.length) framesLeft = bytes.readUInt32BE(at + 8);
		// The first frame may be the picture itself, or not be shown.
		if (name === 'fcTL') [pixels, framesLeft] = [[], framesLeft - 1];
		at += size + 12;
	}
	return framesLeft > 0 || pixels.length === 0 || isCutStream(Buffer.concat(pixels));
}

const ZLIB_HEADER_BYTES = 2;
const INFLATED_AT_A_TIME = 8192;
/** Of the largest picture that the service takes, with four bytes a pixel. */
const MAX_PIXEL_BYTES = 140_000_000;

/** Whether a compressed stream ends in the middle (RFC 1951); its checksum may be missing, and a damaged one is left to its reader. */
function isCutStream(bytes: Buffer): boolean {
	let inflated = 0;
	const stream = new Inflate((piece) => void (inflated += piece.length));
	try {
		for (let at = ZLIB_HEADER_BYTES; at < bytes.length && inflated < MAX_PIXEL_BYTES;) {
			const end = at + INFLATED_AT_A_TIME;
			stream.push(bytes.subarray(at, end), end >= bytes.length);
			at = end;
		}
		return false;
	} catch (error) {
		return isRecord(error) && error.code === FlateErrorCode.UnexpectedEOF;
	}
}

/** RFC 9649, 2.4 to 2.7: a file whose header counts more is cut where a chunk of pixels is or is missing, or where frames of an animation are. */
function isCutWebp(bytes: Buffer): boolean {
	const end = bytes.readUInt32LE(4) + 8;
	if (end <= bytes.length + 1) return false;
	const names: string[] = [];
	for (let at = 12; at + 8 <= bytes.length;) {
		const [size, name] = [bytes.readUInt32LE(at + 4), bytes.toString('latin1', at, at + 4)];
		if (/^(VP8[ L]|ALPH|ANMF)$/.test(name) && at + 8 + size > bytes.length) return true;
		names.push(name);
		at += 8 + size + (size % 2);
	}
	const hasPixels = names.some((name) => /^(VP8[ L]|ANMF)$/.test(name));
	return !hasPixels || /^(ALPH|ANMF)$/.test(names.at(-1) ?? '');
}

/** What a frame header says of one component (ITU-T T.81, B.2.2). */
interface Component {
	id: number;
	across: number;
	down: number;
}

interface JpegFrame {
	/** SOF0 and SOF1 are sequential, SOF2 is progressive, each with Huffman codes. */
	kind: number;
	height: number;
	width: number;
	components: Component[];
	/** What of each component its scans hold, up to the last bit. */
	done: Set<string>;
}

interface JpegScan {
	components: Array<Component & { dc: Uint16Array; ac: Uint16Array }>;
	data: Buffer;
	restarts: number;
}

/** By its markers and, where no end mark follows its last scan, by what that scan holds. */
function isCutJpeg(bytes: Buffer): boolean {
	const tables: HuffmanTables = new Map();
	let [frame, interval, scans] = [undefined as JpegFrame | undefined, 0, 0];
	for (let at = 2; ;) {
		while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
		if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return false;
		if (at + 4 > bytes.length) return frame === undefined || !isCovered(frame);
		const [marker, size] = [bytes.readUInt16BE(at), bytes.readUInt16BE(at + 2)];
		if (marker < 0xffc0) return false;
		const segment = bytes.subarray(at + 4, at + 2 + size);
		at += 2 + size;
		if (at > bytes.length) return frame === undefined || !isCovered(frame);
		if (marker === 0xffc4) readHuffmanTables(segment, tables);
		else if (marker === 0xffdd && segment.length === 2) interval = segment.readUInt16BE(0);
		else if (marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc8 && marker !== 0xffcc)
			frame = readFrame(marker, segment);
		if (marker !== 0xffda) continue;
		const { end, restarts, lastRestart } = scanEnd(bytes, at);
		// No camera and no editor writes so much: nothing is said of it.
		if (frame === undefined || frame.components.length > MAX_COMPONENTS || ++scans > MAX_SCANS)
			return false;
		const scanned = readScan(segment, frame);
		if (end === undefined) {
			if (!isCovered(frame)) return true;
			const data = bytes.subarray(lastRestart);
			const components = scanned.map(({ table, ...component }) => ({
				...component,
				dc: codesOf(tables.get(table >> 4)),
				ac: codesOf(tables.get(16 + (table % 16))),
			}));
			return !holdsLastBlocks(frame, { components, data, restarts }, interval);
		}
		at = end;
	}
}

/** Where a marker ends the scan; undefined where none does. */
function scanEnd(bytes: Buffer, start: number) {
	let [restarts, lastRestart] = [0, start];
	for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		const next = bytes[at + 1] ?? 0;
		if (next === 0 || next === 0xff) continue;
		if (next < 0xd0 || next > 0xd7) return { end: at, restarts, lastRestart };
		[restarts, lastRestart] = [restarts + 1, at + 2];
	}
	return { restarts, lastRestart };
}

function readFrame(kind: number, segment: Buffer): JpegFrame {
	const at = (index: number) => segment[index] ?? 0;
	const components = Array.from({ length: Math.min(MAX_COMPONENTS + 1, at(5)) }, (_, index) => {
		const sampling = at(7 + index * 3);
		return { id: at(6 + index * 3), across: sampling >> 4 || 1, down: sampling % 16 || 1 };
	});
	const [height, width] = [at(1) * 256 + at(2), at(3) * 256 + at(4)];
	return { kind, height, width, components, done: new Set() };
}

/** As they stand in the file, by ID: how many codes there are of each length, and what they say. */
type HuffmanTables = Map<number, Buffer>;

function readHuffmanTables(segment: Buffer, tables: HuffmanTables): void {
	for (let at = 0; at + 17 <= segment.length;) {
		const counts = segment.subarray(at + 1, at + 17);
		tables.set(segment[at] ?? 0, segment.subarray(at + 1));
		at += 17 + counts.reduce((sum, count) => sum + count, 0);
	}
}

const MAX_CODES = 256;

/** Codes of up to 16 bits, each with how many bits it has and what it says (B.2.4.2 and C). */
function codesOf(table: Buffer | undefined): Uint16Array {
	const codes = new Uint16Array(65_536);
	const sum = table?.subarray(0, 16).reduce((all, count) => all + count, 0) ?? 0;
	if (table === undefined || sum > MAX_CODES) return codes;
	let [code, value] = [0, 16];
	for (let bits = 1; bits <= 16; bits++) {
		const count = table[bits - 1] ?? 0;
		for (let index = 0; index < count; index++, value++) {
			const from = code++ << (16 - bits);
			codes.fill((bits << 8) | (table[value] ?? 0), from, from + (1 << (16 - bits)));
		}
		code <<= 1;
	}
	return codes;
}

/** The components of a scan; notes of the frame what it holds to the last bit: of a progressive one, the means and the details are apart (G.1.1.1). */
function readScan(segment: Buffer, { kind, components, done }: JpegFrame) {
	const [count = 0] = segment;
	const [from = 0, , precision = 0] = segment.subarray(1 + count * 2);
	return Array.from({ length: Math.min(MAX_COMPONENTS, count) }, (_, index) => {
		const [id = 0, table = 0] = segment.subarray(1 + index * 2);
		const [across, down] = [1, 1];
		const component = components.find((one) => one.id === id) ?? { id, across, down };
		if (kind !== PROGRESSIVE) done.add(`${id} 0`).add(`${id} 1`);
		else if (precision % 16 === 0) done.add(`${id} ${Math.min(from, 1)}`);
		return { ...component, table };
	});
}

const MAX_COMPONENTS = 4;
const MAX_SCANS = 1_000;
const PROGRESSIVE = 0xffc2;
const SEQUENTIAL = new Set([0xffc0, 0xffc1]);

/** Whether all components have a scan, to the last bit. The last scan of a progressive picture refines what is there already. */
function isCovered({ components, done }: JpegFrame): boolean {
	return components.every(({ id }) => done.has(`${id} 0`) && done.has(`${id} 1`));
}

/** Whether the last scan of a sequential picture holds as many blocks as it has, by decoding the lengths of its codes (F.2.2); true where that is not known. */
function holdsLastBlocks(
	{ kind, width, height, components: all }: JpegFrame,
	{ components, data, restarts }: JpegScan,
	interval: number,
): boolean {
	const [first] = components;
	if (!SEQUENTIAL.has(kind) || height === 0 || first === undefined) return true;
	const most = (side: 'across' | 'down') => Math.max(...all.map((component) => component[side]));
	const isAlone = components.length === 1;
	const units = (length: number, side: 'across' | 'down') =>
		isAlone
			? Math.ceil(Math.ceil((length * first[side]) / most(side)) / 8)
			: Math.ceil(length / (8 * most(side)));
	const left = units(width, 'across') * units(height, 'down') - restarts * interval;
	if (interval > 0 && left > interval) return false;
	const blocks = components.flatMap((component) =>
		Array<(typeof components)[0]>(isAlone ? 1 : component.across * component.down).fill(component),
	);
	return holdsBlocks(withoutStuffing(data), blocks, left);
}

/** In the codes, a byte of ones has one of zeros behind it (F.1.2.3). */
function withoutStuffing(data: Buffer): Buffer {
	const plain = Buffer.allocUnsafe(data.length);
	let length = 0;
	for (let at = 0; at < data.length; at++) {
		plain[length++] = data[at] ?? 0;
		if (data[at] === 0xff) at++;
	}
	return plain.subarray(0, length);
}

function holdsBlocks(
	data: Buffer,
	blocks: Array<{ dc: Uint16Array; ac: Uint16Array }>,
	units: number,
): boolean {
	let position = 0;
	const entryOf = (table: Uint16Array) => {
		const at = position >> 3;
		const [one = 0, two = 0, three = 0] = [data[at], data[at + 1], data[at + 2]];
		return table[(((one << 16) | (two << 8) | three) >> (8 - (position & 7))) & 0xffff] ?? 0;
	};
	for (let unit = 0; unit < units; unit++) {
		for (const { dc, ac } of blocks) {
			const mean = entryOf(dc);
			if (mean === 0) return true;
			position += (mean >> 8) + (mean & 15);
			for (let index = 1; index < 64; index++) {
				const entry = entryOf(ac);
				if (entry === 0) return true;
				const [run, bits] = [(entry >> 4) & 15, entry & 15];
				position += (entry >> 8) + bits;
				if (bits === 0 && run < 15) break;
				index += run;
			}
		}
		if (position > data.length * 8) return false;
	}
	return true;
}
