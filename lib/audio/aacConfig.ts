import { boxAt } from './mp4Box';
import { Unreadable } from './unreadable';

/** What the header of an ADTS frame says of the sound. */
export interface AacConfig {
	/** From 1 to 4; 2 is AAC-LC. */
	objectType: number;
	rateIndex: number;
	rate: number;
	channels: number;
}

/** By the index in headers (ISO/IEC 14496-3, 1.6.3.4). */
export const AAC_RATES = [
	96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
	7_350,
];

const MPEG4_AUDIO = 0x40;
const STREAM_FIELDS = 3;
const DECODER_FIELDS = 13;
/** Where boxes start in a sample entry, by its version. */
const ENTRY_FIELDS = [28, 44, 64];

/** The configuration in the sample entry of an MP4 file. Throws an Unreadable for one that an ADTS header cannot express. */
export function aacConfig(entry: Buffer): AacConfig {
	const boxes = entry.subarray(ENTRY_FIELDS[entry.readUInt16BE(8)] ?? 28);
	const description = boxAt(boxes, 'esds') ?? boxAt(boxes, 'wave', 'esds');
	const stream = descriptor(description?.subarray(4), 3);
	const decoder = descriptor(stream?.subarray(STREAM_FIELDS), 4);
	const specific = descriptor(decoder?.subarray(DECODER_FIELDS), 5);
	if (decoder?.[0] !== MPEG4_AUDIO || specific === undefined) {
		throw new Unreadable(
			'is an MP4 file with sound other than AAC, which cannot be split without re-encoding it',
		);
	}
	return configOf(specific);
}

/** The content of a descriptor, after its tag and its length of up to four bytes (ISO/IEC 14496-1, 8.3.3). */
function descriptor(bytes: Buffer | undefined, tag: number): Buffer | undefined {
	if (bytes?.[0] !== tag) return undefined;
	let [at, size] = [1, 0];
	for (let more = true; more && at <= 4; at++) {
		const byte = bytes[at] ?? 0;
		size = size * 128 + (byte & 127);
		more = byte >= 128;
	}
	return bytes.subarray(at, at + size);
}

const SPECTRAL_REPLICATION = [5, 29];
const EXPLICIT_RATE = 15;

/** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1); of sound whose upper half is replicated, the lower half. */
function configOf(bytes: Buffer): AacConfig {
	const take = bitReader(bytes);
	let objectType = take(5);
	const rateIndex = take(4);
	const channels = rateIndex === EXPLICIT_RATE ? 0 : take(4);
	if (SPECTRAL_REPLICATION.includes(objectType)) {
		if (take(4) === EXPLICIT_RATE) take(24);
		objectType = take(5);
	}
	const hasShortFrames = take(1) === 1;
	const rate = AAC_RATES[rateIndex];
	const isPlain = objectType >= 1 && objectType <= 4 && channels >= 1 && channels <= 7;
	if (rate === undefined || !isPlain || hasShortFrames) {
		throw new Unreadable(
			'is an MP4 file with an unusual kind of AAC, which cannot be split without re-encoding it',
		);
	}
	return { objectType, rateIndex, rate, channels };
}

/** Reads bits, the highest of a byte first. */
function bitReader(bytes: Buffer): (count: number) => number {
	let at = 0;
	return (count) => {
		let value = 0;
		for (let bit = 0; bit < count; bit++, at++) {
			value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
		}
		return value;
	};
}

export const ADTS_BYTES = 7;
const LARGEST_FRAME = 0x1fff;

/** The header of an ADTS frame around so many bytes (ISO/IEC 13818-7, 6.2.1). Throws an Unreadable when they are too many. */
export function adtsHeader(config: AacConfig, bytes: number): Buffer {
	const { objectType, rateIndex, channels } = config;
	const size = bytes + ADTS_BYTES;
	if (size > LARGEST_FRAME) throw new Unreadable('holds frames that are too large');
	return Buffer.from([
		0xff,
		0xf1,
		((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2),
		((channels & 3) << 6) | (size >> 11),
		(size >> 3) & 0xff,
		((size & 7) << 5) | 0x1f,
		0xfc,
	]);
}
