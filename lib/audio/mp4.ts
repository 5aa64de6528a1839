import { AAC_SAMPLES, adtsFrame, adtsRecording } from './aac';
import type { ByteReader } from './byteReader';
import type { FrameUnit } from './frames';
import { mp4Sound, type Mp4Sound } from './mp4Index';
import { Timeline, Unreadable, type Recording } from './recording';

/** AAC in MP4, of M4A files and films: its frames with ADTS headers of their own (ISO/IEC 14496-12). Throws an Unreadable. */
export async function mp4Recording(reader: ByteReader): Promise<Recording> {
	const sound = await mp4Sound(reader);
	const timeline = new Timeline(sound.start);
	return adtsRecording(unitsOf(reader, sound, timeline), timeline);
}

async function* unitsOf(
	reader: ByteReader,
	{ config, places, until, end }: Mp4Sound,
	timeline: Timeline,
): AsyncGenerator<FrameUnit> {
	for (const { offset, bytes: size, start } of places()) {
		if (start >= until) return;
		if (offset < reader.position) throw new Unreadable('stores its sound out of order');
		await reader.skip(offset - reader.position);
		const frame = await reader.take(size);
		// The rest of a file that was cut off.
		if (frame.length < size) break;
		if (size === 0) continue;
		// No frame is made of zeros: this is what a broken transfer or disk leaves.
		const isLost = frame.every((byte) => byte === 0);
		const seconds = AAC_SAMPLES / config.rate;
		timeline.at = start;
		if (isLost) timeline.lose(start + seconds);
		else {
			const unit = { level: size, sound: 'AAC', borrowed: 0, room: 0, samples: AAC_SAMPLES };
			yield { bytes: adtsFrame(config, frame), ...unit, ...timeline.take(seconds) };
		}
	}
	const missing = Math.min(until, end);
	if (missing - timeline.at > CUT_SECONDS) timeline.lose(missing);
}

/** The last frame may be counted in part. */
const CUT_SECONDS = 0.1;
