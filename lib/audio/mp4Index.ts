import type { AacConfig } from './aac';
import type { ByteReader } from './byteReader';
import { boxAt, boxesIn, longAt, notSplit, numberAt } from './mp4Boxes';
import { aacConfig } from './mp4Config';
import { placesOf, tablesOf, type Place } from './mp4Tables';
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
	const tables = tablesOf(table, scale, edit.start);
	const end = Math.max(tables.end, edit.start + (length === UNKNOWN ? 0 : length / scale));
	return { config, ...edit, end, places: () => placesOf(tables) };
}

function fragmented(): Unreadable {
	return new Unreadable('is a fragmented MP4 file, which cannot be split');
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
