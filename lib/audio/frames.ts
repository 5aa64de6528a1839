import type { ByteReader } from './byteReader';
import { Unreadable, type Recording, type Timeline, type Unit } from './recording';
import { TAG_START, tagAt } from './tags';

/** What the header of a frame says (see the format). */
export interface Frame {
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
export type FrameAt = (bytes: Buffer, at: number) => Frame | undefined;

export interface FrameUnit extends Unit {
	borrowed: number;
	room: number;
}

/** A header, and where the index of an MP3 file may be marked. */
const HEAD_BYTES = 64;
/** Without a frame in so many bytes, a file has none. */
const MOST_STRAY_BYTES = 1_000_000;
/** After damage, so many frames in a row are no coincidence. */
const SURE_RUN = 3;
/** Some writers fill up the end of a file with zeros. */
const PADDING_BYTES = 65_536;
const PADDING_SECONDS = 0.5;
/** How far ahead the next frame is searched for at a time. */
const SEARCHED = 4096;
/** First bytes of frames and tags. */
const STARTS = new Set([0xff, ...Buffer.from('ITAL')]);

/** A file of frames that follow one another: an MP3 or AAC file, whose units `units` are. */
export function frameRecording(
	units: AsyncIterable<FrameUnit>,
	timeline: Timeline,
	facts: Pick<Recording, 'extension' | 'mimeType' | 'quiet'> & Partial<Recording>,
): Recording {
	return {
		...{ units, leadOf, playsLead: true, gaps: timeline.gaps, lies: () => timeline.goesOn },
		writer: () => ({ head: [], add: ({ bytes }) => [bytes], end: () => [] }),
		...facts,
	};
}

/** The frames whose bytes the first one uses, and one before it, whose sound fades into it. */
function leadOf(units: readonly Unit[], at: number): number {
	const frames = units as readonly FrameUnit[];
	let missing = frames[at]?.borrowed ?? 0;
	let lead = 1;
	for (; missing > 0 && lead < at; lead++) missing -= frames[at - lead]?.room ?? 0;
	return Math.min(lead, at);
}

/**
 * The frames of a file, without its tags. What is between them and is no tag is a gap as long as its bytes would play.
 * `atIndex` takes a frame that describes the file, and returns when its sound ends. Throws an Unreadable when there are none.
 */
export async function* framesIn(
	reader: ByteReader,
	frameAt: FrameAt,
	timeline: Timeline,
	atIndex?: (bytes: Buffer, frame: Frame) => number,
): AsyncGenerator<FrameUnit> {
	const sum = { bytes: 0, seconds: 0 };
	let [lost, isZero, isTagged] = [0, true, false];
	let indexed: number | undefined;
	for (;;) {
		const head = await reader.peek(HEAD_BYTES);
		const tag = await tagAt(reader);
		const found = tag === undefined ? frameAt(head, 0) : undefined;
		const run = lost > 0 ? SURE_RUN : 1;
		const frame = found && (await isFollowed(reader, found, frameAt, run)) ? found : undefined;
		if (tag !== undefined) lost = Math.max(0, lost - tag.before);
		if (lost > 0 && (frame !== undefined || tag !== undefined || head.length === 0)) {
			const pace = sum.seconds > 0 ? sum : frame && timed(frame);
			const seconds = pace === undefined ? 0 : (lost * pace.seconds) / pace.bytes;
			const isPadding = frame === undefined && isZero && seconds < PADDING_SECONDS;
			const isComplete = Math.abs((indexed ?? Infinity) - timeline.at) < PADDING_SECONDS;
			if (!isPadding && !(frame === undefined && isZero && isComplete)) {
				timeline.lose(Math.max(0, timeline.at) + seconds);
			}
			[lost, isZero] = [0, true];
		}
		if (head.length === 0) break;
		if (tag !== undefined) {
			await reader.skip(tag.bytes);
			isTagged = sum.seconds > 0;
		} else if (frame === undefined) {
			const stray = await strayBytes(reader);
			isZero &&= stray.every((byte) => byte === 0);
			lost += stray.length;
			await reader.skip(stray.length);
			if (sum.seconds === 0 && lost > MOST_STRAY_BYTES) break;
		} else {
			const level = frame.level();
			const bytes = await reader.take(frame.bytes);
			timeline.goesOn ||= isTagged;
			const { seconds } = timed(frame);
			if (frame.isIndex === true) {
				if (sum.seconds === 0) indexed = atIndex?.(bytes, frame);
				else timeline.at += seconds;
				continue;
			}
			sum.bytes += frame.bytes;
			sum.seconds += seconds;
			const { samples, sound, borrowed = 0, room = 0 } = frame;
			yield { bytes, samples, level, sound, borrowed, room, ...timeline.take(seconds) };
		}
	}
	if (sum.seconds === 0) throw new Unreadable('has no recognizable frames');
}

function timed({ bytes, samples, rate }: Frame) {
	return { bytes, seconds: samples / rate };
}

/** What is no frame, up to where the next one may start. */
async function strayBytes(reader: ByteReader): Promise<Buffer> {
	const bytes = await reader.peek(SEARCHED);
	const next = bytes.findIndex((byte, at) => at > 0 && STARTS.has(byte));
	return next < 0 ? bytes : bytes.subarray(0, next);
}

/** Whether a frame is one, and not a part of something else that looks like a header: others follow, a tag, or the end. */
async function isFollowed(
	reader: ByteReader,
	first: Frame,
	frameAt: FrameAt,
	run: number,
): Promise<boolean> {
	let [at, frame] = [0, first];
	for (let count = 0; count < run; count++) {
		at += frame.bytes;
		const ahead = await reader.peek(at + HEAD_BYTES);
		const rest = ahead.subarray(at);
		if (ahead.length < at) return false;
		if (rest.length < 4 || TAG_START.test(rest.toString('latin1'))) return true;
		const next = frameAt(rest, 0);
		if (next === undefined) return isZero(rest) && (await isPadded(reader, at));
		if (run > 1 && next.sound !== first.sound) return false;
		frame = next;
	}
	return true;
}

function isZero(bytes: Buffer): boolean {
	return bytes.every((byte) => byte === 0);
}

/** Whether nothing but some zeros follows. */
async function isPadded(reader: ByteReader, at: number): Promise<boolean> {
	const ahead = await reader.peek(at + PADDING_BYTES);
	return ahead.length < at + PADDING_BYTES && isZero(ahead.subarray(at));
}

/** Whether a file whose start is missing has frames after some bytes. */
export function hasFrames(bytes: Buffer, frameAt: FrameAt): boolean {
	for (let from = bytes.indexOf(0xff); from >= 0; from = bytes.indexOf(0xff, from + 1)) {
		let [at, run] = [from, 0];
		for (let frame = frameAt(bytes, at); frame !== undefined && run <= SURE_RUN; run++) {
			at += frame.bytes;
			frame = frameAt(bytes, at);
		}
		if (run > SURE_RUN) return true;
	}
	return false;
}
