import { boxAt, uint64At, unsplittableMp4, uint32At, timeScaleAndDuration } from './mp4Boxes';

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
