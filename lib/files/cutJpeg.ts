import { nextTurn } from '../core/clock';

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

/** So many bytes, bits or marks are looked at one by one in a few milliseconds. */
const STEPS_A_TURN = 200_000;

/** By its markers and, where no end mark follows its last scan, by what that scan holds. */
export async function isCutJpeg(bytes: Buffer): Promise<boolean> {
	const tables: HuffmanTables = new Map();
	let [frame, interval, scans] = [undefined as JpegFrame | undefined, 0, 0];
	for (let [at, segments, nextTurnAt] = [2, 1, STEPS_A_TURN]; ; segments++) {
		// No camera and no editor writes so much: nothing is said of it.
		if (segments > MAX_SEGMENTS) return false;
		if (at > nextTurnAt) {
			await nextTurn();
			nextTurnAt = at + STEPS_A_TURN;
		}
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
		const { end, restarts, lastRestart } = await scanEnd(bytes, at);
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
			return !(await holdsLastBlocks(frame, { components, data, restarts }, interval));
		}
		at = end;
	}
}

/** Where a marker ends the scan; undefined where none does. */
async function scanEnd(bytes: Buffer, start: number) {
	let [restarts, lastRestart, marks] = [0, start, 0];
	for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
		if (++marks % STEPS_A_TURN === 0) await nextTurn();
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
const MAX_SEGMENTS = 50_000;
const MAX_SCANS = 1_000;
const PROGRESSIVE = 0xffc2;
const SEQUENTIAL = new Set([0xffc0, 0xffc1]);

/** Whether all components have a scan, to the last bit. The last scan of a progressive picture refines what is there already. */
function isCovered({ components, done }: JpegFrame): boolean {
	return components.every(({ id }) => done.has(`${id} 0`) && done.has(`${id} 1`));
}

/** Whether the last scan of a sequential picture holds as many blocks as it has, by decoding the lengths of its codes (F.2.2); true where that is not known. */
async function holdsLastBlocks(
	{ kind, width, height, components: all }: JpegFrame,
	{ components, data, restarts }: JpegScan,
	interval: number,
): Promise<boolean> {
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
	return await holdsBlocks(await withoutStuffing(data), blocks, left);
}

/** In the codes, a byte of ones has one of zeros behind it (F.1.2.3). */
async function withoutStuffing(data: Buffer): Promise<Buffer> {
	const plain = Buffer.allocUnsafe(data.length);
	let length = 0;
	for (let at = 0; at < data.length; at++) {
		plain[length++] = data[at] ?? 0;
		if (length % STEPS_A_TURN === 0) await nextTurn();
		if (data[at] === 0xff) at++;
	}
	return plain.subarray(0, length);
}

async function holdsBlocks(
	data: Buffer,
	blocks: Array<{ dc: Uint16Array; ac: Uint16Array }>,
	units: number,
): Promise<boolean> {
	let [position, nextTurnAt] = [0, STEPS_A_TURN];
	const entryOf = (table: Uint16Array) => {
		const at = position >> 3;
		const [one = 0, two = 0, three = 0] = [data[at], data[at + 1], data[at + 2]];
		return table[(((one << 16) | (two << 8) | three) >> (8 - (position & 7))) & 0xffff] ?? 0;
	};
	for (let unit = 0; unit < units; unit++) {
		for (const { dc, ac } of blocks) {
			if (position > nextTurnAt) {
				await nextTurn();
				nextTurnAt = position + STEPS_A_TURN;
			}
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
