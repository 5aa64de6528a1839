import { Unreadable } from './unreadable';
import type { SlicedSurvey } from './slices';
import { afterTags, isTrailer } from './tags';

export interface Frame {
	bytes: number;
	/** What has to be the same in all frames, in words. */
	sound: string;
	seconds: number;
	/** How many bytes of the frames before it it needs, and how many it holds for its own data and that of later frames. */
	borrowed?: number;
	room?: number;
	/** How loud it is, as far as its head says. */
	level: number;
	/** Whether it describes the file and holds no sound. */
	isIndex?: boolean;
}

/**
 * What is in a file of frames that follow one another, without its tags, its index and a last frame that broke off.
 * `frameAt` reads the frame at an offset. Throws an Unreadable when something else is between the frames, or they differ.
 */
export function surveyFrames(
	bytes: Buffer,
	frameAt: (bytes: Buffer, at: number) => Frame | undefined,
): SlicedSurvey {
	const first = afterTags(bytes);
	let start = first;
	let at = first;
	let sound: string | undefined;
	for (let frame = frameAt(bytes, at); frame !== undefined; frame = frameAt(bytes, at)) {
		if (at + frame.bytes > bytes.length) break;
		if (at === first && frame.isIndex) start += frame.bytes;
		else if (at === start && (frame.borrowed ?? 0) > 0)
			throw new Unreadable('begins in the middle of a sound');
		sound ??= frame.sound;
		if (frame.sound !== sound) throw new Unreadable(`changes from ${sound} to ${frame.sound}`);
		at += frame.bytes;
	}
	if (sound === undefined) throw new Unreadable('has no recognizable frames');
	const cutShort = frameAt(bytes, at) !== undefined || bytes.length - at < 4;
	if (!cutShort && !isTrailer(bytes.subarray(at))) {
		throw new Unreadable(`holds something other than frames after ${at} bytes`);
	}
	return { sound, slices: [[start, at]] };
}
