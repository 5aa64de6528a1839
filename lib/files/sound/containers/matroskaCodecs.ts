import { AAC_SAMPLES, adtsFrame, adtsFormat } from './aac';
import { ByteReader } from './byteReader';
import { flacFormat, flacInfo, flacSound } from './flac';
import { flacHeadAt, isWholeFrame } from './flacFrame';
import type { FrameUnit } from './frames';
import { mp3Format, mp3Frame } from './mp3';
import { specificConfig } from './mp4Config';
import { isOpusHead, OPUS_RATE, opusFormat, opusSamples, opusSound } from './opus';
import { Unreadable, type RecordingFormat, type Unit } from './recording';
import { vorbisFormat } from './vorbis';

type Untimed = Omit<Unit, 'start' | 'seconds'> & Partial<FrameUnit>;

/** A packet without its times; undefined for one that holds no sound, null for one that is damaged. */
type UnitOf = (packet: Buffer) => Untimed | undefined | null;

/** How the packets of a codec are read and written. */
export interface Codec {
	format: RecordingFormat;
	rate: number;
	unitOf: UnitOf;
	/** Samples at the start that are not played. */
	skipped?: number;
}

type Codecs = Record<string, (setup: Buffer) => Codec | Promise<Codec>>;

/** By the names of the library, from what the track says of its codec. Each throws an Unreadable where that is not enough. */
export const CODECS: Codecs = { opus, vorbis, aac, mp3, flac };

function opus(head: Buffer): Codec {
	if (!isOpusHead(head)) throw new Unreadable('does not say how its sound is coded');
	const sound = opusSound(head);
	return {
		...{ format: opusFormat(head), rate: OPUS_RATE, skipped: head.readUInt16LE(10) },
		unitOf: (bytes) => leveled(bytes, opusSamples(bytes), sound),
	};
}

function vorbis(setup: Buffer): Codec {
	const { rate, sound, samplesOf, ...format } = vorbisFormat(laced(setup));
	return { format, rate, unitOf: (bytes) => leveled(bytes, samplesOf(bytes), sound) };
}

function leveled(bytes: Buffer, samples: number | undefined, sound: string): ReturnType<UnitOf> {
	if (samples === undefined) return undefined;
	return { bytes, samples, sound, level: bytes.length / Math.max(1, samples) };
}

/** The three headers of Vorbis: how many follow, the lengths of all but the last one, and then they themselves (RFC 9559, codec mappings). */
function laced(setup: Buffer): [Buffer, Buffer, Buffer] {
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
	const own = setup.subarray(at);
	return [
		own.subarray(0, first),
		own.subarray(first, first + second),
		own.subarray(first + second),
	];
}

function aac(setup: Buffer): Codec {
	const config = specificConfig(setup);
	const sound = `AAC, ${config.rate} Hz, ${config.channels} ch`;
	return {
		...{ format: adtsFormat, rate: config.rate },
		unitOf: (packet) => ({
			...{ bytes: adtsFrame(config, packet), samples: AAC_SAMPLES, sound },
			...{ level: packet.length, borrowed: 0, room: 0 },
		}),
	};
}

function mp3(): Codec {
	let rate = 0;
	return {
		format: mp3Format,
		get rate() {
			return rate;
		},
		unitOf(bytes) {
			const frame = mp3Frame(bytes, 0);
			if (frame === undefined) return null;
			if (frame.isIndex === true) return undefined;
			({ rate } = frame);
			const { samples, sound, borrowed = 0, room = 0 } = frame;
			return { bytes, samples, sound, level: frame.level(), borrowed, room };
		},
	};
}

async function flac(setup: Buffer): Promise<Codec> {
	const info = await flacInfo(new ByteReader([setup]));
	const sound = flacSound(info);
	return {
		...{ format: flacFormat(info), rate: info.rate },
		unitOf(bytes) {
			const head = flacHeadAt(bytes, 0);
			if (head === undefined || !isWholeFrame(bytes)) return null;
			const level = 2 ** ((bytes.length * 8) / head.samples / info.channels);
			const { samples, isVariable } = head;
			return { bytes, samples, isVariable, sound, level };
		},
	};
}
