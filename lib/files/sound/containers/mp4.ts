import { AAC_SAMPLES_PER_FRAME, toAdtsFrame, adtsRecording } from './aac';
import type { ByteReader } from './byteReader';
import type { FrameUnit } from './frameStream';
import { readMp4Sound, type Mp4Sound } from './mp4Index';
import { PlaybackTimeline, UnreadableSoundError, type Recording } from './recording';

/** AAC in MP4, of M4A files and films: its frames with ADTS headers of their own (ISO/IEC 14496-12). Throws an UnreadableSoundError. */
export async function readMp4Recording(reader: ByteReader): Promise<Recording> {
	const sound = await readMp4Sound(reader);
	const timeline = new PlaybackTimeline();
	return adtsRecording(readMp4Units(reader, sound, timeline), timeline);
}

async function* readMp4Units(
	reader: ByteReader,
	{ config, places, edits, length, breaksOff }: Mp4Sound,
	timeline: PlaybackTimeline,
): AsyncGenerator<FrameUnit> {
	const seconds = AAC_SAMPLES_PER_FRAME / config.rate;
	let index = 0;
	let isAfterLoss = false;
	for (const { offset, bytes: size, start, isAfterGap, isLost } of places()) {
		if (!isLost && offset < reader.position)
			throw new UnreadableSoundError('stores its sound out of order');
		// The frame that says so may be cut away by an edit.
		isAfterLoss ||= isAfterGap === true;
		while ((edits[index]?.until ?? Infinity) <= start) index++;
		const edit = edits[index];
		// What was cut away is not heard, but for the frame that the first one of a stretch fades in from.
		if (edit === undefined || start + 2 * seconds <= edit.from) continue;
		if (isAfterLoss && start + edit.shiftSeconds > timeline.at)
			timeline.addGapUntil(start + edit.shiftSeconds);
		isAfterLoss = false;
		timeline.at = start + edit.shiftSeconds;
		if (isLost) timeline.addGapUntil(timeline.at + seconds);
		if (isLost) continue;
		await reader.skip(offset - reader.position);
		const frame = await reader.take(size);
		// The rest of a file that was cut off.
		if (frame.length < size) break;
		if (size === 0) continue;
		// No frame is made of zeros: this is what a broken transfer or disk leaves.
		const isEmpty = frame.every((byte) => byte === 0);
		if (isEmpty) timeline.addGapUntil(timeline.at + seconds);
		else {
			const unit = {
				level: size,
				sound: 'AAC',
				borrowed: 0,
				room: 0,
				samples: AAC_SAMPLES_PER_FRAME,
			};
			yield { bytes: toAdtsFrame(config, frame), ...unit, ...timeline.advance(seconds) };
		}
	}
	const last = edits.findLast(({ from }) => from < length);
	const end = last === undefined ? 0 : Math.min(last.until, length) + last.shiftSeconds;
	if (end - timeline.at > CUT_TOLERANCE_SECONDS) timeline.addGapUntil(end);
	if (breaksOff) timeline.addGapUntil(null);
}

/** The last frame may be counted in part. */
const CUT_TOLERANCE_SECONDS = 0.1;
