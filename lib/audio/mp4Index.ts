import { AAC_RATES, type AacConfig } from './aac';
import type { ByteReader } from './byteReader';
import { SeveralFiles, Unreadable } from './recording';

/** The sound of an MP4 file: how it is coded, where its frames are, and when they play, in seconds. */
export interface Mp4Sound {
	config: AacConfig;
	/** When the first frame plays: before 0 where it is there for the decoder, later where the sound starts late. */
	start: number;
	/** Where the edit of the file ends; Infinity without one. */
	until: number;
	/** Where the last frame ends that the file speaks of. */
	end: number;
	/** Where each frame lies in the file, in their order. */
	places(): Generator<Place>;
}

interface Place {
	offset: number;
	bytes: number;
	start: number;
}

interface Box {
	name: string;
	content: Buffer;
}

/** The index of a film of many hours takes less. */
const LARGEST_INDEX = 64_000_000;
/** Names of formats that people know. */
const CODECS: Record<string, string> = {
	alac: 'Apple Lossless',
	enca: 'encrypted',
	samr: 'AMR',
	'ac-3': 'Dolby Digital',
	'ec-3': 'Dolby Digital Plus',
};
const ID3V1_BYTES = 128;
const EMPTY = Buffer.alloc(0);

/** The sound in the index of the file, which is read to its end and then from its start again. Throws an Unreadable when there is none, or it is not AAC. */
export async function mp4Sound(reader: ByteReader): Promise<Mp4Sound> {
	const index = await indexOf(reader);
	if (boxAt(index, 'mvex') !== undefined) throw fragmented();
	const track = boxesIn(index).find(({ name, content }) => {
		const handler = boxAt(content, 'mdia', 'hdlr');
		return name === 'trak' && handler?.toString('latin1', 8, 12) === 'soun';
	})?.content;
	const table = track && boxAt(track, 'mdia', 'minf', 'stbl');
	if (track === undefined || table === undefined) throw new Unreadable('has no sound');
	const entries = boxAt(table, 'stsd') ?? EMPTY;
	const [coded, other] = boxesIn(entries.subarray(8));
	if (coded?.name !== 'mp4a' || other !== undefined) {
		const name = other?.name ?? coded?.name ?? 'unknown';
		throw notSplit(other === undefined ? `${CODECS[name] ?? name} sound` : 'sound that changes');
	}
	const [scale, length] = timesIn(boxAt(track, 'mdia', 'mdhd'));
	const config = aacConfig(coded.content);
	const edit = editOf(index, track, scale);
	const tables = tablesOf(table, scale, config, edit.start);
	const end = Math.max(tables.end, edit.start + (length === UNKNOWN ? 0 : length / scale));
	return { config, ...edit, end, places: () => placesOf(tables) };
}

function notSplit(what: string): Unreadable {
	return new Unreadable(
		`is an MP4 file with ${what}, which cannot be split without re-encoding it`,
	);
}

function fragmented(): Unreadable {
	return new Unreadable('is a fragmented MP4 file, which cannot be split');
}

/** The boxes that follow one another in these bytes, up to one that is not whole (ISO/IEC 14496-12, 4.2). */
function boxesIn(bytes: Buffer): Box[] {
	const boxes: Box[] = [];
	for (let at = 0; at + 8 <= bytes.length;) {
		const size = bytes.readUInt32BE(at) || bytes.length - at;
		if (size < 8 || at + size > bytes.length) break;
		const name = bytes.toString('latin1', at + 4, at + 8);
		boxes.push({ name, content: bytes.subarray(at + 8, at + size) });
		at += size;
	}
	return boxes;
}

/** The content of the box at the end of a path of names; undefined when there is none. */
function boxAt(bytes: Buffer, ...path: string[]): Buffer | undefined {
	let found: Buffer | undefined = bytes;
	for (const wanted of path) {
		if (found === undefined) return undefined;
		found = boxesIn(found).find(({ name }) => name === wanted)?.content;
	}
	return found;
}

/** The one box `moov`, which may be before or after the sound: the file is read to its end, and then from its start again. */
async function indexOf(reader: ByteReader): Promise<Buffer> {
	let index: Buffer | undefined;
	for (;;) {
		const head = Buffer.from(await reader.take(8));
		if (head.length < 8) break;
		// An ID3v1 tag is no box; another file can follow it.
		if (head.toString('latin1', 0, 3) === 'TAG') {
			await reader.skip(ID3V1_BYTES - head.length);
			continue;
		}
		const name = head.toString('latin1', 4, 8);
		let size = head.readUInt32BE(0) - 8;
		if (size === -7) {
			const long = await reader.take(8);
			size = long.length < 8 ? -1 : Number(long.readBigUInt64BE(0)) - 16;
		}
		// The last box may leave its size open; after the index, what is no box is no sound.
		if (size < 0) break;
		if (name === 'moof') throw fragmented();
		if (index !== undefined && (name === 'moov' || name === 'ftyp')) {
			throw new SeveralFiles('MP4');
		}
		if (name !== 'moov') await reader.skip(size);
		else if (size > LARGEST_INDEX) throw new Unreadable('has an index that is too large');
		else index = Buffer.from(await reader.take(size));
	}
	if (index === undefined) throw new Unreadable('has no index of its sound');
	await reader.restart();
	return index;
}

const UNKNOWN = 0xffff_ffff;

/** The time scale and the duration in a header (ISO/IEC 14496-12, 8.2.2 and 8.4.2). */
function timesIn(header: Buffer | undefined): [scale: number, length: number] {
	const isLong = header?.[0] === 1;
	const at = isLong ? 20 : 12;
	const scale = numberAt(header ?? EMPTY, at) ?? 0;
	if (header === undefined || scale === 0) throw new Unreadable('does not say its time scale');
	const length = (isLong ? longAt(header, at + 4) : numberAt(header, at + 4)) ?? 0;
	return [scale, length];
}

/**
 * When the sound starts and ends: after an empty edit, and without what is there for the decoder (ISO/IEC 14496-12, 8.6.6).
 * Throws an Unreadable for a file that puts its sound together from several places.
 */
function editOf(index: Buffer, track: Buffer, scale: number): { start: number; until: number } {
	const list = boxAt(track, 'edts', 'elst');
	if (list === undefined) return { start: 0, until: Infinity };
	const [movieScale] = timesIn(boxAt(index, 'mvhd'));
	const isLong = list[0] === 1;
	const width = isLong ? 8 : 4;
	let [late, found] = [0, undefined as { start: number; until: number } | undefined];
	for (let edit = 0; edit < (numberAt(list, 4) ?? 0); edit++) {
		const at = 8 + edit * (2 * width + 4);
		if (at + 2 * width > list.length) break;
		const length = (isLong ? longAt(list, at) : numberAt(list, at)) ?? 0;
		const from = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
		if (found !== undefined) throw notSplit('sound that was edited');
		if (from < 0) late += length / movieScale;
		else {
			const until = length === 0 ? Infinity : late + length / movieScale;
			found = { start: late - from / scale, until };
		}
	}
	return found ?? { start: late, until: Infinity };
}

interface Tables {
	/** ISO/IEC 14496-12, 8.7.3.2 */
	sizes: Buffer;
	/** ISO/IEC 14496-12, 8.7.4 */
	runs: Buffer;
	/** ISO/IEC 14496-12, 8.7.5, with offsets of four or eight bytes. */
	chunks: Buffer;
	isLong: boolean;
	/** How long each frame lasts, in seconds, and when the first starts and the last ends. */
	lengths: Array<{ count: number; seconds: number }>;
	start: number;
	end: number;
}

function tablesOf(table: Buffer, scale: number, config: AacConfig, start: number): Tables {
	const [sizes, runs] = [boxAt(table, 'stsz'), boxAt(table, 'stsc')];
	const [short, long] = [boxAt(table, 'stco'), boxAt(table, 'co64')];
	const [chunks, times] = [short ?? long, boxAt(table, 'stts') ?? EMPTY];
	if (sizes === undefined || runs === undefined || chunks === undefined || sizes.length < 12) {
		throw new Unreadable('does not say where its sound is');
	}
	const lengths = Array.from({ length: numberAt(times, 4) ?? 0 }, (_, at) => ({
		count: numberAt(times, 8 + at * 8) ?? 0,
		seconds: (numberAt(times, 12 + at * 8) ?? 0) / scale,
	}));
	const end = lengths.reduce((sum, { count, seconds }) => sum + count * seconds, start);
	// Copies, so that the index of the pictures is not kept.
	const copies = {
		sizes: Buffer.from(sizes),
		runs: Buffer.from(runs),
		chunks: Buffer.from(chunks),
	};
	return { ...copies, isLong: short === undefined, lengths, start, end };
}

function* placesOf({ sizes, runs, chunks, isLong, lengths, start }: Tables): Generator<Place> {
	const [sameSize, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
	const times = startsOf(lengths, start);
	let [sample, run] = [0, 0];
	for (let chunk = 0; sample < count; chunk++) {
		const at = 8 + chunk * (isLong ? 8 : 4);
		while (numberAt(runs, 8 + (run + 1) * 12) === chunk + 1) run++;
		const inChunk = numberAt(runs, 8 + run * 12 + 4) ?? 0;
		let offset = isLong ? longAt(chunks, at) : numberAt(chunks, at);
		for (let index = 0; index < inChunk && sample < count; index++, sample++) {
			const bytes = sameSize === 0 ? numberAt(sizes, 12 + sample * 4) : sameSize;
			const { value: time } = times.next();
			if (offset === undefined) throw new Unreadable('does not say where all of its sound is');
			if (bytes === undefined) throw new Unreadable('does not say how large its sound is');
			if (time === undefined) throw new Unreadable('does not say when its sound plays');
			yield { offset, bytes, start: time };
			offset += bytes;
		}
		if (offset === undefined) throw new Unreadable('does not say where all of its sound is');
	}
}

function* startsOf(lengths: Tables['lengths'], start: number): Generator<number, undefined> {
	let from = start;
	for (const { count, seconds } of lengths) {
		for (let index = 0; index < count; index++) yield from + index * seconds;
		from += count * seconds;
	}
	return undefined;
}

function numberAt(bytes: Buffer, at: number): number | undefined {
	return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : undefined;
}

function longAt(bytes: Buffer, at: number): number | undefined {
	return at + 8 <= bytes.length ? Number(bytes.readBigUInt64BE(at)) : undefined;
}

const MPEG4_AUDIO = 0x40;
const STREAM_FIELDS = 3;
const DECODER_FIELDS = 13;
/** Where boxes start in a sample entry, by its version. */
const ENTRY_FIELDS = [28, 44, 64];

/** The configuration in the sample entry. Throws an Unreadable for one that an ADTS header cannot express. */
function aacConfig(entry: Buffer): AacConfig {
	const boxes = entry.subarray(ENTRY_FIELDS[entry.length < 10 ? 0 : entry.readUInt16BE(8)] ?? 28);
	const description = boxAt(boxes, 'esds') ?? boxAt(boxes, 'wave', 'esds');
	const stream = descriptor(description?.subarray(4), 3);
	const decoder = descriptor(stream?.subarray(STREAM_FIELDS), 4);
	const specific = descriptor(decoder?.subarray(DECODER_FIELDS), 5);
	if (decoder?.[0] !== MPEG4_AUDIO || specific === undefined) {
		throw notSplit('sound other than AAC');
	}
	return configOf(specific);
}

/** The content of a descriptor, after its tag and its length of up to four bytes (ISO/IEC 14496-1, 8.3.3). */
function descriptor(bytes: Buffer | undefined, tag: number): Buffer | undefined {
	if (bytes?.[0] !== tag) return undefined;
	let [at, size] = [1, 0];
	for (let more = true; more && at <= 4; at++) {
		const byte = bytes[at] ?? 0;
		size = size * 128 + (byte & 127);
		more = byte >= 128;
	}
	return bytes.subarray(at, at + size);
}

const SPECTRAL_REPLICATION = [5, 29];
const EXPLICIT_RATE = 15;

/** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1); of sound whose upper half is replicated, the lower half. */
function configOf(bytes: Buffer): AacConfig {
	const take = bitReader(bytes);
	let objectType = take(5);
	const rateIndex = take(4);
	const channels = rateIndex === EXPLICIT_RATE ? 0 : take(4);
	if (SPECTRAL_REPLICATION.includes(objectType)) {
		if (take(4) === EXPLICIT_RATE) take(24);
		objectType = take(5);
	}
	const hasShortFrames = take(1) === 1;
	const rate = AAC_RATES[rateIndex];
	const isPlain = objectType >= 1 && objectType <= 4 && channels >= 1 && channels <= 7;
	if (rate === undefined || !isPlain || hasShortFrames) throw notSplit('an unusual kind of AAC');
	return { objectType, rateIndex, rate, channels };
}

/** Reads bits, the highest of a byte first. */
function bitReader(bytes: Buffer): (count: number) => number {
	let at = 0;
	return (count) => {
		let value = 0;
		for (let bit = 0; bit < count; bit++, at++) {
			value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
		}
		return value;
	};
}
