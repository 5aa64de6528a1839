import {
	boxAt,
	NO_CONTENT,
	uint64At,
	uint32At,
	unsplittableMp4,
	timeScaleAndDuration,
} from './mp4Boxes';
import { UnreadableSoundError } from './recording';

/** Where a frame lies in the file, and when it plays if nothing is cut away, in seconds. */
export interface FramePlace {
	offset: number;
	bytes: number;
	start: number;
	/** How long it lasts, where that is not as usual. */
	seconds?: number;
	/** Whether something before it cannot be read. */
	isAfterGap?: boolean;
	/** Whether it cannot be read where it should be. */
	isLost?: boolean;
}

interface SampleTables {
	/** ISO/IEC 14496-12, 8.7.3.2 */
	sizes: Buffer;
	/** ISO/IEC 14496-12, 8.7.4 */
	runs: Buffer;
	/** ISO/IEC 14496-12, 8.7.5, with offsets of four or eight bytes. */
	chunks: Buffer;
	isLong: boolean;
	/** How long each frame lasts, in seconds, and when the last one ends. */
	lengths: Array<{ count: number; seconds: number }>;
	end: number;
}

/** The tables of a track. Throws an UnreadableSoundError when they do not say where its sound is. */
export function readSampleTables(table: Buffer, scale: number): SampleTables {
	const [sizes, runs] = [boxAt(table, 'stsz'), boxAt(table, 'stsc')];
	const [short, long] = [boxAt(table, 'stco'), boxAt(table, 'co64')];
	const [chunks, times] = [short ?? long, boxAt(table, 'stts') ?? NO_CONTENT];
	if (sizes === undefined || runs === undefined || chunks === undefined || sizes.length < 12) {
		throw new UnreadableSoundError('does not say where its sound is');
	}
	const lengths = Array.from({ length: uint32At(times, 4) ?? 0 }, (_, at) => ({
		count: uint32At(times, 8 + at * 8) ?? 0,
		seconds: (uint32At(times, 12 + at * 8) ?? 0) / scale,
	}));
	const end = lengths.reduce((sum, { count, seconds }) => sum + count * seconds, 0);
	// Copies, so that the index of the pictures is not kept.
	const copies = {
		sizes: Buffer.from(sizes),
		runs: Buffer.from(runs),
		chunks: Buffer.from(chunks),
	};
	return { ...copies, isLong: short === undefined, lengths, end };
}

/** Where each frame lies in the file, in their order. Throws an UnreadableSoundError where the tables do not say so. */
export function* framePlacesInTables({
	sizes,
	runs,
	chunks,
	isLong,
	lengths,
}: SampleTables): Generator<FramePlace> {
	const [sameSize, count] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
	const times = startTimes(lengths);
	let [sample, run] = [0, 0];
	for (let chunk = 0; sample < count; chunk++) {
		const at = 8 + chunk * (isLong ? 8 : 4);
		while (uint32At(runs, 8 + (run + 1) * 12) === chunk + 1) run++;
		const inChunk = uint32At(runs, 8 + run * 12 + 4) ?? 0;
		let offset = isLong ? uint64At(chunks, at) : uint32At(chunks, at);
		for (let index = 0; index < inChunk && sample < count; index++, sample++) {
			const bytes = sameSize === 0 ? uint32At(sizes, 12 + sample * 4) : sameSize;
			const { value: time } = times.next();
			if (offset === undefined)
				throw new UnreadableSoundError('does not say where all of its sound is');
			if (bytes === undefined)
				throw new UnreadableSoundError('does not say how large its sound is');
			if (time === undefined) throw new UnreadableSoundError('does not say when its sound plays');
			yield { offset, bytes, start: time };
			offset += bytes;
		}
		if (offset === undefined)
			throw new UnreadableSoundError('does not say where all of its sound is');
	}
}

function* startTimes(lengths: SampleTables['lengths']): Generator<number, undefined> {
	let from = 0;
	for (const { count, seconds } of lengths) {
		for (let index = 0; index < count; index++) yield from + index * seconds;
		from += count * seconds;
	}
	return undefined;
}

/** A stretch of sound that is played: between which times of the track, and how much later, in seconds. */
export interface Edit {
	from: number;
	until: number;
	shiftSeconds: number;
}

const NORMAL_PLAYBACK_RATE = 0x1_0000;

/**
 * What is played of a track, in the order in which it is stored, without what was cut away (ISO/IEC 14496-12, 8.6.6).
 * Throws an UnreadableSoundError for a track that is played in another order or at another speed.
 */
export function readEdits(index: Buffer, track: Buffer, scale: number): Edit[] {
	const list = boxAt(track, 'edts', 'elst');
	const edits: Edit[] = [];
	let at = 0;
	for (const { seconds, from, rate } of list === undefined
		? []
		: readEditEntries(index, list, scale)) {
		if (from !== undefined) {
			const isLater = from >= (edits.at(-1)?.until ?? 0);
			if (!isLater || rate !== NORMAL_PLAYBACK_RATE) throw unsplittableMp4('sound that was edited');
			edits.push({ from, until: from + (seconds || Infinity), shiftSeconds: at - from });
		}
		at += seconds;
	}
	return edits.length > 0 ? edits : [{ from: 0, until: Infinity, shiftSeconds: at }];
}

/** How long each edit lasts, where it starts in the track (undefined where nothing is played), and how fast it is. */
function* readEditEntries(index: Buffer, list: Buffer, scale: number) {
	const [movieScale] = timeScaleAndDuration(boxAt(index, 'mvhd'));
	const isLong = list[0] === 1;
	const width = isLong ? 8 : 4;
	for (let edit = 0; edit < (uint32At(list, 4) ?? 0); edit++) {
		const at = 8 + edit * (2 * width + 4);
		if (at + 2 * width + 4 > list.length) return;
		const seconds = ((isLong ? uint64At(list, at) : uint32At(list, at)) ?? 0) / movieScale;
		const from = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
		const rate = list.readInt32BE(at + 2 * width);
		yield { seconds, from: from < 0 ? undefined : from / scale, rate };
	}
}
