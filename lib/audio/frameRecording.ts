import { aacFrame } from './aac';
import type { Frame } from './frames';
import { mp3Frame } from './mp3';
import { isTrailer, tagBytes } from './tags';
import type { ByteReader } from './byteReader';
import { Unreadable } from './unreadable';
import type { Recording, Unit } from './recording';

/** A header, and where the index of an MP3 file may be marked. */
const HEAD_BYTES = 64;
/** What may lie between two frames, such as a tag that is not known. */
const MOST_STRAY_BYTES = 1_000_000;

interface FrameUnit extends Unit {
	borrowed: number;
	room: number;
}

type FrameAt = (bytes: Buffer, at: number) => Frame | undefined;

/** MP3: its frames in a row; the first ones of a part only fill the reservoir of bits (ISO/IEC 11172-3, 2.4.3.4). */
export async function mp3Recording(reader: ByteReader): Promise<Recording> {
	return framesOf(reader, mp3Frame, { extension: 'mp3', mimeType: 'audio/mpeg', quiet: 0.12 });
}

/** AAC in ADTS: its frames in a row (ISO/IEC 13818-7, 6.2). */
export async function aacRecording(reader: ByteReader): Promise<Recording> {
	return framesOf(reader, aacFrame, { extension: 'aac', mimeType: 'audio/aac', quiet: 0.3 });
}

function framesOf(
	reader: ByteReader,
	frameAt: FrameAt,
	facts: Pick<Recording, 'extension' | 'mimeType' | 'quiet'>,
): Recording {
	return {
		...facts,
		units: unitsOf(reader, frameAt),
		leadOf,
		playsLead: true,
		fileOf: (units) => units.map(({ bytes }) => bytes),
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

async function* unitsOf(reader: ByteReader, frameAt: FrameAt): AsyncGenerator<FrameUnit> {
	let [stray, isFirst] = [0, true];
	for (;;) {
		const head = await reader.peek(HEAD_BYTES);
		if (head.length === 0) return;
		const tag = tagBytes(head);
		const frame = tag > 0 ? undefined : frameAt(head, 0);
		if (tag > 0) await reader.skip(tag);
		else if (frame === undefined || !(await isFollowed(reader, frame, frameAt))) {
			if (isTrailer(head)) return;
			await reader.skip(1);
			if (++stray > MOST_STRAY_BYTES) {
				throw new Unreadable(`holds something other than frames at ${reader.position} bytes`);
			}
		} else {
			const bytes = await reader.take(frame.bytes);
			if (bytes.length < frame.bytes) return;
			const { seconds, level, borrowed = 0, room = 0 } = frame;
			if (!(isFirst && frame.isIndex)) yield { bytes, seconds, level, borrowed, room };
			isFirst = false;
		}
	}
}

/** Whether a frame is one, and not a part of something else that looks like a header: another one follows, or the end. */
async function isFollowed(
	reader: ByteReader,
	{ bytes }: Frame,
	frameAt: FrameAt,
): Promise<boolean> {
	const ahead = await reader.peek(bytes + HEAD_BYTES);
	if (ahead.length < bytes + HEAD_BYTES) return true;
	const next = ahead.subarray(bytes);
	return frameAt(next, 0) !== undefined || tagBytes(next) > 0 || isTrailer(next);
}
