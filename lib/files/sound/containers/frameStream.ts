import type { ByteReader } from './byteReader';
import {
	UnreadableSoundError,
	type Recording,
	type RecordingFormat,
	type PlaybackTimeline,
	type SoundUnit,
} from './recording';
import { TAG_START, peekTag, startsContainer } from './tags';

/** What the header of a frame says (see the format). */
export interface SoundFrame {
	bytes: number;
	samples: number;
	rate: number;
	/** What has to be the same in all frames, in words. */
	sound: string;
	/** How many bytes of the frames before it it needs, and how many it holds for its own data and that of later frames. */
	borrowed?: number;
	room?: number;
	/** How loud it is, as far as its head says. */
	level(): number;
	/** Whether it describes the file and holds no sound. */
	isIndex?: boolean;
}

/** The frame at an offset; undefined when none starts there. */
export type FrameAt = (bytes: Buffer, at: number) => SoundFrame | undefined;

export interface FrameUnit extends SoundUnit {
	borrowed: number;
	room: number;
}

/** A header, and where the index of an MP3 file may be marked. */
const FRAME_PEEK_BYTES = 64;
/** Without a frame in so many bytes, a file has none. */
const MAX_STRAY_BYTES = 1_000_000;
/** After damage, so many frames in a row are no coincidence. */
const CERTAIN_FRAME_RUN = 3;
const SEARCH_STEP_BYTES = 4096;
const FIRST_BYTES = new Set([0xff, 0x1a, ...Buffer.from('ITALfOR')]);

/** How frames that follow one another are written: those of MP3 and AAC. */
export const frameFormat: Pick<RecordingFormat, 'leadOf' | 'playsLead' | 'writer'> = {
	leadOf: preRollUnitsOfFrame,
	playsLead: true,
	writer: () => ({ head: [], add: ({ bytes }) => [bytes], end: () => [] }),
};

export function frameRecording(
	units: AsyncIterable<FrameUnit>,
	timeline: PlaybackTimeline,
): Pick<Recording, 'units' | 'gaps' | 'hasSoundAfterEnd'> {
	return { units, gaps: timeline.gaps, hasSoundAfterEnd: () => timeline.hasSoundAfterEnd };
}

/** The frames whose bytes the first one uses, and one before it, whose sound fades into it. */
function preRollUnitsOfFrame(units: readonly SoundUnit[], at: number): number {
	const frames = units as readonly FrameUnit[];
	let missing = frames[at]?.borrowed ?? 0;
	let preRollUnits = 1;
	for (; missing > 0 && preRollUnits < at; preRollUnits++)
		missing -= frames[at - preRollUnits]?.room ?? 0;
	return Math.min(preRollUnits, at);
}

/**
 * The frames of a file, without its tags. What is between them and is no tag is a gap as long as its bytes would play.
 * `atIndex` takes a frame that describes the file, and returns when its sound ends if it says so. Throws an UnreadableSoundError when there are none.
 */
export async function* readFrames(
	reader: ByteReader,
	frameAt: FrameAt,
	timeline: PlaybackTimeline,
	atIndex?: (bytes: Buffer, frame: SoundFrame) => number | undefined,
): AsyncGenerator<FrameUnit> {
	const sum = { bytes: 0, seconds: 0 };
	const stray = new StrayBytes();
	let [isTagged, indexedEnd] = [false, undefined as number | undefined];
	/** Whether the file's own count shows what is missing. */
	const isCounted = (now = true) =>
		now && indexedEnd !== undefined && timeline.at <= indexedEnd + INDEX_TOLERANCE_SECONDS;
	for (;;) {
		const head = await reader.peek(FRAME_PEEK_BYTES);
		const tag = await peekTag(reader);
		const found = tag === undefined ? frameAt(head, 0) : undefined;
		const isOver = head.length === 0 || startsContainer(head);
		const run = stray.count > 0 ? CERTAIN_FRAME_RUN : 1;
		const frame =
			found && (await isFollowedByFrames(reader, found, frameAt, run)) ? found : undefined;
		const isFirstIndex = frame?.isIndex === true && sum.seconds === 0;
		if (isFirstIndex) indexedEnd = atIndex?.(await reader.peek(frame.bytes), frame);
		if (tag !== undefined) stray.dropTagBytes(tag.before);
		if (stray.count > 0 && (frame !== undefined || tag !== undefined || isOver)) {
			const pace = sum.seconds > 0 ? sum : frame && durationOf(frame);
			const isBetween = sum.seconds > 0 && frame !== undefined;
			if (pace !== undefined && !isCounted(isFirstIndex) && (isBetween || stray.mayBeSound())) {
				const until = Math.max(0, timeline.at) + (stray.count * pace.seconds) / pace.bytes;
				timeline.addGapUntil(
					isBetween || !isCounted() ? until : Math.min(until, indexedEnd ?? until),
				);
			}
			stray.clear();
		}
		if (isOver) break;
		if (tag !== undefined) {
			await reader.skip(tag.bytes);
			isTagged = sum.seconds > 0;
		} else if (frame === undefined) {
			const bytes = await readStrayBytes(reader);
			stray.add(bytes);
			await reader.skip(bytes.length);
			if (sum.seconds === 0 && stray.count > MAX_STRAY_BYTES) break;
		} else {
			const level = frame.level();
			const bytes = await reader.take(frame.bytes);
			timeline.hasSoundAfterEnd ||= isTagged;
			const { seconds } = durationOf(frame);
			if (frame.isIndex === true) {
				if (!isFirstIndex) timeline.at += seconds;
				continue;
			}
			sum.bytes += frame.bytes;
			sum.seconds += seconds;
			const { samples, sound, borrowed = 0, room = 0 } = frame;
			yield { bytes, samples, level, sound, borrowed, room, ...timeline.advance(seconds) };
		}
	}
	if (sum.seconds === 0) throw new UnreadableSoundError('has no recognizable frames');
}

/** A count of frames does not say how much of the last one is played. */
const INDEX_TOLERANCE_SECONDS = 0.5;

/** Bytes in a row that are no frame and no tag. */
class StrayBytes {
	count = 0;

	private zeros = 0;

	private letters = 0;

	add(bytes: Buffer): void {
		this.count += bytes.length;
		for (const byte of bytes) {
			if (byte === 0) this.zeros++;
			else if ((byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13)) this.letters++;
		}
	}

	/** The last ones are part of a tag. */
	dropTagBytes(count: number): void {
		this.count = Math.max(0, this.count - Math.max(0, count));
	}

	/** Whether they are neither what fills up a file, nor text such as the page of an error. */
	mayBeSound(): boolean {
		return this.zeros < this.count && this.letters < this.count * MAX_TEXT_SHARE;
	}

	clear(): void {
		[this.count, this.zeros, this.letters] = [0, 0, 0];
	}
}

/** Sound has fewer bytes that are letters. */
const MAX_TEXT_SHARE = 0.85;

function durationOf({ bytes, samples, rate }: SoundFrame) {
	return { bytes, seconds: samples / rate };
}

/** What is no frame, up to where the next one may start. */
async function readStrayBytes(reader: ByteReader): Promise<Buffer> {
	const bytes = await reader.peek(SEARCH_STEP_BYTES);
	const next = bytes.findIndex((byte, at) => at > 0 && FIRST_BYTES.has(byte));
	return next < 0 ? bytes : bytes.subarray(0, next);
}

/** Whether a frame is one, and not a part of something else that looks like a header: others follow, a tag, or the end. */
async function isFollowedByFrames(
	reader: ByteReader,
	first: SoundFrame,
	frameAt: FrameAt,
	run: number,
): Promise<boolean> {
	let [at, frame] = [0, first];
	for (let count = 0; count < run; count++) {
		at += frame.bytes;
		const ahead = await reader.peek(at + FRAME_PEEK_BYTES);
		const rest = ahead.subarray(at);
		if (ahead.length < at) return false;
		if (rest.length < 4 || TAG_START.test(rest.toString('latin1')) || startsContainer(rest))
			return true;
		const next = frameAt(rest, 0);
		if (next === undefined) return run === 1 && (await isLastFrame(reader, at));
		if (run > 1 && next.sound !== first.sound) return false;
		frame = next;
	}
	return true;
}

async function isLastFrame(reader: ByteReader, at: number): Promise<boolean> {
	const isFiller = (bytes: Buffer) => {
		const stray = new StrayBytes();
		stray.add(bytes);
		return !stray.mayBeSound();
	};
	// Joined recordings are filled up at thousands of places: no more is looked at than it takes to see that others follow.
	for (let count = FRAME_PEEK_BYTES; ; count = Math.min(count * 4, MAX_STRAY_BYTES)) {
		const rest = (await reader.peek(at + count)).subarray(at);
		if (!isFiller(rest)) return false;
		if (rest.length < count) return true;
		if (count === MAX_STRAY_BYTES) return false;
	}
}

export function findFrameRun(bytes: Buffer, frameAt: FrameAt): number | undefined {
	for (let from = bytes.indexOf(0xff); from >= 0; from = bytes.indexOf(0xff, from + 1)) {
		let [at, run] = [from, 0];
		for (let frame = frameAt(bytes, at); frame !== undefined && run <= CERTAIN_FRAME_RUN; run++) {
			at += frame.bytes;
			frame = frameAt(bytes, at);
		}
		if (run > CERTAIN_FRAME_RUN) return from;
	}
	return undefined;
}
