import type { ByteReader } from './byteReader';
import { boxAt, boxesIn } from './mp4Box';
import { Unreadable } from './unreadable';

/** The sound of an MP4 file: how it is coded, and where its samples are. */
export interface Mp4Sound {
	/** The sample entry, without its head. */
	entry: Buffer;
	/** Where each sample lies in the file, in their order. */
	places(): Generator<Place>;
}

interface Place {
	offset: number;
	bytes: number;
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

/** The sound in the index of the file, to whose end it is read. Throws an Unreadable when there is none, or it is not AAC. */
export async function mp4Sound(reader: ByteReader): Promise<Mp4Sound> {
	const index = await indexOf(reader);
	const track = boxesIn(index)
		.filter(({ name }) => name === 'trak')
		.map(({ content }) => boxAt(content, 'mdia') ?? Buffer.alloc(0))
		.find((media) => boxAt(media, 'hdlr')?.toString('latin1', 8, 12) === 'soun');
	const table = track && boxAt(track, 'minf', 'stbl');
	if (table === undefined) throw new Unreadable('has no sound');
	const [coded] = boxesIn((boxAt(table, 'stsd') ?? Buffer.alloc(0)).subarray(8));
	if (coded?.name !== 'mp4a') {
		const name = coded?.name ?? 'unknown';
		throw new Unreadable(
			`is an MP4 file with ${CODECS[name] ?? name} sound, which cannot be split without re-encoding it`,
		);
	}
	const tables = tablesOf(table);
	if (tables.sizes.readUInt32BE(8) === 0 && boxAt(index, 'mvex') !== undefined) {
		throw new Unreadable('is a fragmented MP4 file, which cannot be split');
	}
	return { entry: Buffer.from(coded.content), places: () => placesOf(tables) };
}

/** The box `moov`, which may be before or after the sound. */
async function indexOf(reader: ByteReader): Promise<Buffer> {
	for (;;) {
		const head = await reader.take(8);
		if (head.length < 8) throw new Unreadable('has no index of its sound');
		const name = head.toString('latin1', 4, 8);
		let size = head.readUInt32BE(0) - 8;
		if (size === -7) {
			const long = await reader.take(8);
			size = long.length < 8 ? 0 : Number(long.readBigUInt64BE(0)) - 16;
		}
		if (size < 0) throw new Unreadable('has no index of its sound');
		if (name !== 'moov') await reader.skip(size);
		else if (size > LARGEST_INDEX) throw new Unreadable('has an index that is too large');
		else return await reader.take(size);
	}
}

interface Tables {
	/** ISO/IEC 14496-12, 8.7.3.2 */
	sizes: Buffer;
	/** ISO/IEC 14496-12, 8.7.4 */
	runs: Buffer;
	/** ISO/IEC 14496-12, 8.7.5, with offsets of four or eight bytes. */
	chunks: Buffer;
	isLong: boolean;
}

/** Copies, so that the index of the pictures is not kept. */
function tablesOf(table: Buffer): Tables {
	const [sizes, runs] = [boxAt(table, 'stsz'), boxAt(table, 'stsc')];
	const [short, long] = [boxAt(table, 'stco'), boxAt(table, 'co64')];
	const chunks = short ?? long;
	if (sizes === undefined || runs === undefined || chunks === undefined || sizes.length < 12) {
		throw new Unreadable('does not say where its sound is');
	}
	const isLong = short === undefined;
	return {
		...{ sizes: Buffer.from(sizes), runs: Buffer.from(runs), chunks: Buffer.from(chunks) },
		isLong,
	};
}

function* placesOf({ sizes, runs, chunks, isLong }: Tables): Generator<Place> {
	const [sameSize, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
	const width = isLong ? 8 : 4;
	let [sample, run] = [0, 0];
	for (let chunk = 0; sample < count; chunk++) {
		const at = 8 + chunk * width;
		while (numberAt(runs, 8 + (run + 1) * 12) === chunk + 1) run++;
		const inChunk = numberAt(runs, 8 + run * 12 + 4) ?? 0;
		const start = isLong ? longAt(chunks, at) : numberAt(chunks, at);
		if (start === undefined) throw new Unreadable('does not say where all of its sound is');
		let offset = start;
		for (let index = 0; index < inChunk && sample < count; index++, sample++) {
			const bytes = sameSize === 0 ? numberAt(sizes, 12 + sample * 4) : sameSize;
			if (bytes === undefined) throw new Unreadable('does not say how large its sound is');
			yield { offset, bytes };
			offset += bytes;
		}
	}
}

function numberAt(bytes: Buffer, at: number): number | undefined {
	return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : undefined;
}

function longAt(bytes: Buffer, at: number): number | undefined {
	return at + 8 <= bytes.length ? Number(bytes.readBigUInt64BE(at)) : undefined;
}
