import { type ByteReader, bitsAt } from './byteReader';
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
import { boxAt, unsplittableMp4 } from './mp4Boxes';

/** By the index in headers (ISO/IEC 14496-3, 1.6.3.4). */
const AAC_SAMPLE_RATES = [
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
		bytes: size,
		samples: blocks * AAC_SAMPLES_PER_FRAME,
		rate,
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

const MPEG4_AUDIO_TYPE = 0x40;
const STREAM_FIELD_BYTES = 3;
const DECODER_FIELD_BYTES = 13;
/** Where boxes start in a sample entry, by its version. */
const ENTRY_FIELD_BYTES = [28, 44, 64];

/** The configuration in the sample entry. Throws an UnreadableSoundError for one that an ADTS header cannot express. */
export function readAacConfig(entry: Buffer): AacConfig {
	const boxes = entry.subarray(
		ENTRY_FIELD_BYTES[entry.length < 10 ? 0 : entry.readUInt16BE(8)] ?? 28,
	);
	const description = boxAt(boxes, 'esds') ?? boxAt(boxes, 'wave', 'esds');
	const stream = descriptorContent(description?.subarray(4), 3);
	const decoder = descriptorContent(stream?.subarray(STREAM_FIELD_BYTES), 4);
	const specific = descriptorContent(decoder?.subarray(DECODER_FIELD_BYTES), 5);
	if (decoder?.[0] !== MPEG4_AUDIO_TYPE || specific === undefined) {
		throw unsplittableMp4('sound other than AAC');
	}
	return readAudioSpecificConfig(specific);
}

/** The content of a descriptor, after its tag and its length of up to four bytes (ISO/IEC 14496-1, 8.3.3). */
function descriptorContent(bytes: Buffer | undefined, tag: number): Buffer | undefined {
	if (bytes?.[0] !== tag) return undefined;
	let [at, size] = [1, 0];
	for (let more = true; more && at <= 4; at++) {
		const byte = bytes[at] ?? 0;
		size = size * 128 + (byte & 127);
		more = byte >= 128;
	}
	return bytes.subarray(at, at + size);
}

const SBR_OBJECT_TYPES = [5, 29];
const EXPLICIT_RATE_INDEX = 15;

/** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1); of sound whose upper half is replicated, the lower half. */
export function readAudioSpecificConfig(bytes: Buffer): AacConfig {
	const take = createBitReader(bytes);
	let objectType = take(5);
	const rateIndex = take(4);
	const channels = rateIndex === EXPLICIT_RATE_INDEX ? 0 : take(4);
	if (SBR_OBJECT_TYPES.includes(objectType)) {
		if (take(4) === EXPLICIT_RATE_INDEX) take(24);
		objectType = take(5);
	}
	const hasShortFrames = take(1) === 1;
	const rate = AAC_SAMPLE_RATES[rateIndex];
	const isPlain = objectType >= 1 && objectType <= 4 && channels >= 1 && channels <= 7;
	if (rate === undefined || !isPlain || hasShortFrames)
		throw unsplittableMp4('an unusual kind of AAC');
	return { objectType, rateIndex, rate, channels };
}

/** Reads bits, the highest of a byte first. */
function createBitReader(bytes: Buffer): (count: number) => number {
	let at = 0;
	return (count) => {
		at += count;
		return bitsAt(bytes, at - count, count);
	};
}
