import type { ByteReader } from './byteReader';
import {
	frameFormat,
	frameRecording,
	readFrames,
	type SoundFrame,
	type FrameUnit,
} from './frameStream';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	type Recording,
	type RecordingFormat,
} from './recording';

/** By the index in headers (ISO/IEC 14496-3, 1.6.3.4). */
export const AAC_SAMPLE_RATES = [
	96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
	7_350,
];

export interface AacConfig {
	/** From 1 to 4; 2 is AAC-LC. */
	objectType: number;
	rateIndex: number;
	rate: number;
	channels: number;
}

export const AAC_SAMPLES_PER_FRAME = 1024;
const ADTS_HEADER_BYTES = 7;
const MAX_ADTS_FRAME_BYTES = 0x1fff;

/** AAC in ADTS frames, which describe themselves; AAC in an MP4 file is another format (ISO/IEC 13818-7, 6.2). */
export async function readAacRecording(reader: ByteReader): Promise<Recording> {
	const timeline = new PlaybackTimeline();
	return adtsRecording(readFrames(reader, aacFrameAt, timeline), timeline);
}

export const adtsFormat: RecordingFormat = {
	...frameFormat,
	...{ extension: 'aac', mimeType: 'audio/aac', quiet: 0.3 },
};

export function adtsRecording(
	units: AsyncIterable<FrameUnit>,
	timeline: PlaybackTimeline,
): Recording {
	return { ...frameRecording(units, timeline), ...adtsFormat };
}

/** The frame at an offset; undefined when none starts there. */
export function aacFrameAt(bytes: Buffer, at: number): SoundFrame | undefined {
	if (at + ADTS_HEADER_BYTES > bytes.length) return undefined;
	const sync = bytes.readUInt16BE(at);
	const fields = bytes.readUInt32BE(at + 2);
	const [profile, rate] = [(fields >>> 30) & 3, AAC_SAMPLE_RATES[(fields >>> 26) & 15]];
	const channels = (fields >>> 22) & 7;
	const size = (fields >>> 5) & 0x1fff;
	const isFrame = (sync & 0xfff6) === 0xfff0 && rate !== undefined && channels !== 0;
	if (!isFrame || size <= ADTS_HEADER_BYTES) return undefined;
	const version = (sync & 8) === 0 ? 4 : 2;
	const blocks = 1 + ((bytes[at + 6] ?? 0) & 3);
	return {
		...{ bytes: size, samples: blocks * AAC_SAMPLES_PER_FRAME, rate },
		// Silence takes hardly a byte.
		level: () => size - ADTS_HEADER_BYTES,
		sound: `MPEG ${version} AAC profile ${profile + 1}, ${rate} Hz, ${channels} ch`,
	};
}

/** A frame with an ADTS header (ISO/IEC 13818-7, 6.2.1). Throws an UnreadableSoundError when it is too large for one. */
export function toAdtsFrame({ objectType, rateIndex, channels }: AacConfig, frame: Buffer): Buffer {
	const size = frame.length + ADTS_HEADER_BYTES;
	if (size > MAX_ADTS_FRAME_BYTES)
		throw new UnreadableSoundError('holds frames that are too large');
	const header = Buffer.from([
		0xff,
		0xf1,
		((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
		((channels & 3) << 6) | (size >> 11),
		(size >> 3) & 0xff,
		((size & 7) << 5) | 0x1f,
		0xfc,
	]);
	return Buffer.concat([header, frame], size);
}
