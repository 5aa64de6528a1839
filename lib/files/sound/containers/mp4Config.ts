import { AAC_SAMPLE_RATES, type AacConfig } from './aac';
import { bitsAt } from './byteReader';
import { boxAt, unsplittableMp4 } from './mp4Boxes';

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
