import type { AacConfig } from './aac';
import type { ByteReader } from './byteReader';
import { boxAt, boxesIn, EMPTY, notSplit, numberAt, timesIn, UNKNOWN } from './mp4Boxes';
import { aacConfig } from './mp4Config';
import { editsOf, type Edit } from './mp4Edits';
import { placesOf, tablesOf, type Place } from './mp4Tables';
import { SeveralFiles, Unreadable } from './recording';

/** The sound of an MP4 file: how it is coded, where its frames are, and when they play, in seconds. */
export interface Mp4Sound {
	config: AacConfig;
	/** What is played of it, in the order in which it is stored. */
	edits: Edit[];
	/** Where each frame lies in the file, in their order, and when it plays before anything is cut away. */
	places(): Generator<Place>;
	/** How long it is before anything is cut away. */
	length: number;
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

/** The sound in the index of the file, which is read to its end and then from its start again. Throws an Unreadable when there is none, or it is not AAC. */
export async function mp4Sound(reader: ByteReader): Promise<Mp4Sound> {
	const index = await indexOf(reader);
	if (boxAt(index, 'mvex') !== undefined) throw fragmented();
	const tracks = soundTracks(index);
	if (tracks.length === 0) throw new Unreadable('has no sound');
	let failure: unknown;
	for (const track of tracks) {
		try {
			return trackSound(index, track);
		} catch (error) {
			failure ??= error;
		}
	}
	throw failure;
}

const IS_ENABLED = 1;

/** The tracks of sound. One that is not enabled is as good as absent (ISO/IEC 14496-12, 8.3.2), unless the writer enabled none. */
function soundTracks(index: Buffer): Buffer[] {
	const tracks = boxesIn(index).flatMap(({ name, content }) => (name === 'trak' ? [content] : []));
	const enabled = tracks.filter((track) => {
		return ((numberAt(boxAt(track, 'tkhd') ?? EMPTY, 0) ?? IS_ENABLED) & IS_ENABLED) !== 0;
	});
	return (enabled.length > 0 ? enabled : tracks).filter((track) => {
		return boxAt(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'soun';
	});
}

function trackSound(index: Buffer, track: Buffer): Mp4Sound {
	const table = boxAt(track, 'mdia', 'minf', 'stbl');
	if (table === undefined) throw new Unreadable('has no sound');
	const entries = boxAt(table, 'stsd') ?? EMPTY;
	const [coded, other] = boxesIn(entries.subarray(8));
	if (coded?.name !== 'mp4a' || other !== undefined) {
		const name = other?.name ?? coded?.name ?? 'unknown';
		throw notSplit(other === undefined ? `${CODECS[name] ?? name} sound` : 'sound that changes');
	}
	const [scale, duration] = timesIn(boxAt(track, 'mdia', 'mdhd'));
	const config = aacConfig(coded.content);
	const tables = tablesOf(table, scale);
	const length = Math.max(tables.end, duration === UNKNOWN ? 0 : duration / scale);
	const edits = editsOf(index, track, scale);
	return { config, edits, length, places: () => placesOf(tables) };
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
