import { boxAt, boxesIn, uint64At, uint32At } from './mp4Boxes';
import type { FramePlace } from './mp4Tables';

/** A fragment of an MP4 file (ISO/IEC 14496-12, 8.8.4). */
export interface Fragment {
	/** Where its header starts in the file, and where its sound ends. */
	at: number;
	end: number;
	content: Buffer;
	/** Whether something before it cannot be read. */
	isAfterDamage: boolean;
	/** Whether what follows it is not where its sizes say, so that its sound is not either. */
	isDisplaced?: boolean;
}

/** How a track is found in fragments, and when its first one plays, in ticks of the track. */
export interface FragmentedTrack {
	id: number;
	scale: number;
	start: number;
}

interface FrameRun {
	offset: number;
	/** When it plays, in ticks; undefined right after the run before it. */
	time: number | undefined;
	frames: Array<{ bytes: number; ticks: number }>;
	trackId: number;
}

/** More than a fragment of many minutes has. */
const MAX_FRAMES = 1_000_000;

/** Where each frame of a track lies in the fragments of a file, in their order; returns whether sound after the last one is lost. */
export function* framePlacesInFragments(
	index: Buffer,
	fragments: readonly Fragment[],
	track: FragmentedTrack,
): Generator<FramePlace, boolean> {
	const { id, scale } = track;
	const defaults = readFrameDefaults(index);
	let [ticks, sequence, isAfterGap] = [track.start, 0, false];
	let firstTime: number | undefined;
	for (const fragment of fragments) {
		const number = uint32At(boxAt(fragment.content, 'mfhd') ?? fragment.content, 4) ?? 0;
		// One that is not there had the number in between.
		isAfterGap ||= fragment.isAfterDamage || (sequence > 0 && number > sequence + 1);
		sequence = number;
		const runs = [...readRuns(fragment, defaults)];
		const isOutside = runs.some((run) => run.offset < fragment.at || endOfRun(run) > fragment.end);
		if (isOutside && !fitsInto(fragment, runs)) {
			isAfterGap = true;
			continue;
		}
		for (const { offset, time, frames, trackId } of runs) {
			if (trackId !== id) continue;
			// A stream that was joined late starts at a time of its own.
			firstTime ??= isAfterGap || ticks > 0 ? 0 : (time ?? 0);
			if (time !== undefined) ticks = time - firstTime;
			let at = offset;
			for (const frame of frames) {
				const place = { offset: at, bytes: frame.bytes, start: ticks / scale, isAfterGap };
				yield { ...place, seconds: frame.ticks / scale, isLost: isOutside || fragment.isDisplaced };
				at += frame.bytes;
				ticks += frame.ticks;
				isAfterGap = false;
			}
		}
	}
	return isAfterGap;
}

/** Whether only the places of the runs are wrong, as they are counted from the start of a file that lost some bytes: their times are right. */
function fitsInto({ at, end }: Fragment, runs: FrameRun[]): boolean {
	return runs.every((run) => endOfRun(run) - run.offset <= end - at);
}

function endOfRun({ offset, frames }: Pick<FrameRun, 'offset' | 'frames'>): number {
	return frames.reduce((sum, { bytes }) => sum + bytes, offset);
}

interface FrameDefaults {
	ticks: number;
	bytes: number;
}

/** What holds for all fragments, by the number of the track (8.8.3). */
function readFrameDefaults(index: Buffer): Map<number, FrameDefaults> {
	const boxes = boxesIn(boxAt(index, 'mvex') ?? Buffer.alloc(0));
	const found = boxes.filter(({ name }) => name === 'trex').map(({ content }) => content);
	return new Map(
		found.map((content) => [
			uint32At(content, 4) ?? 0,
			{ ticks: uint32At(content, 12) ?? 0, bytes: uint32At(content, 16) ?? 0 },
		]),
	);
}

/** The runs of all tracks of a fragment (8.8.7, 8.8.8). */
function* readRuns(
	{ at, content }: Fragment,
	defaults: Map<number, FrameDefaults>,
): Generator<FrameRun> {
	let end = at;
	for (const { name, content: traf } of boxesIn(content)) {
		if (name !== 'traf') continue;
		const head = boxAt(traf, 'tfhd');
		if (head === undefined) continue;
		const trackId = uint32At(head, 4) ?? 0;
		const flags = uint32At(head, 0) ?? 0;
		const { base, ...trackFields } = readTrackFields(head, flags);
		const trackDefaults = { ...(defaults.get(trackId) ?? { ticks: 0, bytes: 0 }), ...trackFields };
		// Without a base, a track follows the one before it; 0x20000: every track counts from the header.
		const from = base ?? ((flags & 0x2_0000) === 0 ? end : at);
		let time = readDecodeTime(boxAt(traf, 'tfdt'));
		end = from;
		for (const { name: kind, content: trun } of boxesIn(traf)) {
			if (kind !== 'trun') continue;
			const { shift, frames } = readRunFrames(trun, trackDefaults);
			const offset = shift === undefined ? end : from + shift;
			yield { offset, time, frames, trackId };
			end = endOfRun({ offset, frames });
			time = undefined;
		}
	}
}

/** What a track says for this fragment, by the flags of its header. */
function readTrackFields(head: Buffer, flags: number): Partial<FrameDefaults> & { base?: number } {
	let at = 8;
	const next = (flag: number, size: number) => {
		if ((flags & flag) === 0) return undefined;
		at += size;
		return size === 8 ? uint64At(head, at - 8) : uint32At(head, at - 4);
	};
	const base = next(1, 8);
	next(2, 4);
	const [ticks, bytes] = [next(8, 4), next(0x10, 4)];
	return { base, ...(ticks !== undefined && { ticks }), ...(bytes !== undefined && { bytes }) };
}

function readDecodeTime(box: Buffer | undefined): number | undefined {
	if (box === undefined) return undefined;
	return box[0] === 1 ? uint64At(box, 4) : uint32At(box, 4);
}

function readRunFrames(
	trun: Buffer,
	usual: FrameDefaults,
): Pick<FrameRun, 'frames'> & { shift?: number } {
	const flags = uint32At(trun, 0) ?? 0;
	const count = uint32At(trun, 4) ?? 0;
	if (count > MAX_FRAMES) return { frames: [{ bytes: Infinity, ticks: 0 }] };
	let at = 8;
	const next = (flag: number) => ((flags & flag) === 0 ? undefined : uint32At(trun, (at += 4) - 4));
	const hasShift = (flags & 1) !== 0 && at + 4 <= trun.length;
	const shift = hasShift ? trun.readInt32BE(at) : undefined;
	next(1);
	next(4);
	const frames = Array.from({ length: count }, () => {
		const [ticks = usual.ticks, bytes = usual.bytes] = [next(0x100), next(0x200)];
		next(0x400);
		next(0x800);
		return { bytes, ticks };
	});
	return { shift, frames };
}
