import { AAC_SAMPLES_PER_FRAME, toAdtsFrame, adtsFormat, readAudioSpecificConfig } from './aac';
import { ByteReader } from './byteReader';
import { flacFormat, readFlacInfo, flacDescription } from './flac';
import { flacHeaderAt, isIntactFrame } from './flacFrame';
import type { FrameUnit } from './frameStream';
import { mp3Format, mp3FrameAt } from './mp3';
import { isOpusHead, OPUS_SAMPLE_RATE, opusFormat, opusSampleCount, opusDescription } from './opus';
import { UnreadableSoundError, type RecordingFormat, type SoundUnit } from './recording';
import { vorbisFormat } from './vorbis';

type UnitWithoutTimes = Omit<SoundUnit, 'start' | 'seconds'> & Partial<FrameUnit>;

/** A packet without its times; undefined for one that holds no sound, null for one that is damaged. */
type ReadUnit = (packet: Buffer) => UnitWithoutTimes | undefined | null;

export interface Codec {
	format: RecordingFormat;
	rate: number;
	unitOf: ReadUnit;
	/** Samples at the start that are not played. */
	skipped?: number;
}

type CodecOpeners = Record<string, (setup: Buffer) => Codec | Promise<Codec>>;

/** By the names of the library, from what the track says of its codec. Each throws an UnreadableSoundError where that is not enough. */
export const CODEC_OPENERS: CodecOpeners = {
	opus: openOpus,
	vorbis: openVorbis,
	aac: openAac,
	mp3: openMp3,
	flac: openFlac,
};

function openOpus(head: Buffer): Codec {
	if (!isOpusHead(head)) throw new UnreadableSoundError('does not say how its sound is coded');
	const sound = opusDescription(head);
	return {
		...{ format: opusFormat(head), rate: OPUS_SAMPLE_RATE, skipped: head.readUInt16LE(10) },
		unitOf: (bytes) => unitWithLevel(bytes, opusSampleCount(bytes), sound),
	};
}

function openVorbis(setup: Buffer): Codec {
	const { rate, sound, samplesOf, ...format } = vorbisFormat(splitLacedHeaders(setup));
	return { format, rate, unitOf: (bytes) => unitWithLevel(bytes, samplesOf(bytes), sound) };
}

function unitWithLevel(
	bytes: Buffer,
	samples: number | undefined,
	sound: string,
): ReturnType<ReadUnit> {
	if (samples === undefined) return undefined;
	return { bytes, samples, sound, level: bytes.length / Math.max(1, samples) };
}

/** The three headers of Vorbis: how many follow, the lengths of all but the last one, and then they themselves (RFC 9559, codec mappings). */
function splitLacedHeaders(setup: Buffer): [Buffer, Buffer, Buffer] {
	const lengths = [0, 0];
	let at = 1;
	for (const index of lengths.keys()) {
		let byte = 255;
		while (byte === 255) {
			byte = setup[at++] ?? 0;
			lengths[index] = (lengths[index] ?? 0) + byte;
		}
	}
	const [first = 0, second = 0] = lengths;
	const headerBytes = setup.subarray(at);
	return [
		headerBytes.subarray(0, first),
		headerBytes.subarray(first, first + second),
		headerBytes.subarray(first + second),
	];
}

function openAac(setup: Buffer): Codec {
	const config = readAudioSpecificConfig(setup);
	const sound = `AAC, ${config.rate} Hz, ${config.channels} ch`;
	return {
		...{ format: adtsFormat, rate: config.rate },
		unitOf: (packet) => ({
			bytes: toAdtsFrame(config, packet),
			samples: AAC_SAMPLES_PER_FRAME,
			sound,
			level: packet.length,
			borrowed: 0,
			room: 0,
		}),
	};
}

function openMp3(): Codec {
	let rate = 0;
	return {
		format: mp3Format,
		get rate() {
			return rate;
		},
		unitOf(bytes) {
			const frame = mp3FrameAt(bytes, 0);
			if (frame === undefined) return null;
			if (frame.isIndex === true) return undefined;
			({ rate } = frame);
			const { samples, sound, borrowed = 0, room = 0 } = frame;
			return { bytes, samples, sound, level: frame.level(), borrowed, room };
		},
	};
}

async function openFlac(setup: Buffer): Promise<Codec> {
	const info = await readFlacInfo(new ByteReader([setup]));
	const sound = flacDescription(info);
	return {
		...{ format: flacFormat(info), rate: info.rate },
		unitOf(bytes) {
			const head = flacHeaderAt(bytes, 0);
			if (head === undefined || !isIntactFrame(bytes)) return null;
			const level = 2 ** ((bytes.length * 8) / head.samples / info.channels);
			const { samples, isVariable } = head;
			return { bytes, samples, isVariable, sound, level };
		},
	};
}
