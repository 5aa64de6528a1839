import { bitsAt, type ByteReader } from './byteReader';
import { frameFormat, frameRecording, readFrames, type SoundFrame } from './frameStream';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	type Recording,
	type RecordingFormat,
	type FileTotal,
} from './recording';

const BIT_RATES_KBPS = {
	1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const MPEG_1_SAMPLE_RATES = [44_100, 48_000, 32_000];
/** By the version bits: 2.5, reserved, 2, 1. */
const SAMPLE_RATE_DIVISORS = [4, undefined, 2, 1];
const LAYER_3 = 1;
const MONO_CHANNEL_MODE = 3;
/** What a decoder adds to the delay of the encoder, in samples. */
const DECODER_DELAY_SAMPLES = 529;

/** MP3: its frames in a row, without tags and without the frame that counts them (ISO/IEC 11172-3, 13818-3). Throws an UnreadableSoundError. */
export async function readMp3Recording(reader: ByteReader): Promise<Recording> {
	if (isFreeFormat(await reader.peek(4))) {
		throw new UnreadableSoundError(
			'is an MP3 file with a free bit rate, which cannot be split without re-encoding it',
		);
	}
	const timeline = new PlaybackTimeline();
	const indexAndFirst: { index?: Mp3Index; first?: Uint8Array } = {};
	async function* units() {
		const frames = readFrames(reader, mp3FrameAt, timeline, (bytes, frame) => {
			indexAndFirst.index = readIndexFrame(bytes, frame);
			timeline.at = -indexAndFirst.index.delay / frame.rate;
			return indexAndFirst.index.seconds > 0
				? timeline.at + indexAndFirst.index.seconds
				: undefined;
		});
		for await (const unit of frames) {
			indexAndFirst.first ??= Buffer.from(unit.bytes);
			yield unit;
		}
		const { seconds = 0, delay = 0, rate = 1 } = indexAndFirst.index ?? {};
		const end = seconds - delay / rate;
		if (end - timeline.at > CUT_TOLERANCE_SECONDS) timeline.endAtPromised(end);
	}
	return {
		...{ ...frameRecording(units(), timeline), ...mp3Format },
		surplus: () => Math.max(0, (indexAndFirst.index?.padding ?? 0) - DECODER_DELAY_SAMPLES),
		writer: (total) => ({
			...mp3Format.writer(total),
			head: total.surplus === undefined ? [] : [writeIndexFrame(indexAndFirst, total)],
		}),
	};
}

export const mp3Format: RecordingFormat = {
	...frameFormat,
	...{ extension: 'mp3', mimeType: 'audio/mpeg', quiet: 0.12 },
};

/** Whether a header has a bit rate that is none of the table: nothing says how long its frames are. */
function isFreeFormat([sync, version = 0, rates = 0xff]: Buffer): boolean {
	return sync === 0xff && (version & 0xe6) === 0xe2 && rates < 0x10;
}

/** An index that promises more than that was written for a longer file. */
const CUT_TOLERANCE_SECONDS = 0.1;

/** The frame at an offset; undefined when none starts there. */
export function mp3FrameAt(bytes: Buffer, at: number): SoundFrame | undefined {
	if (at + 4 > bytes.length) return undefined;
	const head = bytes.readUInt32BE(at);
	if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== LAYER_3) return undefined;
	const divisor = SAMPLE_RATE_DIVISORS[(head >>> 19) & 3];
	const isMpeg1 = divisor === 1;
	const kbits = BIT_RATES_KBPS[isMpeg1 ? 1 : 2][(head >>> 12) & 15] ?? 0;
	const baseRate = MPEG_1_SAMPLE_RATES[(head >>> 10) & 3];
	if (divisor === undefined || baseRate === undefined || kbits === 0) return undefined;
	const rate = baseRate / divisor;
	const padding = (head >>> 9) & 1;
	const mono = ((head >>> 6) & 3) === MONO_CHANNEL_MODE;
	const checksum = ((head >>> 16) & 1) === 0 ? 2 : 0;
	const sideInfoOffset = at + 4 + checksum;
	const sideInfoBytes = isMpeg1 ? (mono ? 17 : 32) : mono ? 9 : 17;
	const size = Math.floor(((isMpeg1 ? 144 : 72) * kbits * 1000) / rate) + padding;
	return {
		bytes: size,
		samples: isMpeg1 ? 1152 : 576,
		rate,
		level: () => loudnessOf(bytes, sideInfoOffset, isMpeg1, mono),
		room: size - 4 - checksum - sideInfoBytes,
		sound: `MPEG ${isMpeg1 ? '1' : divisor === 2 ? '2' : '2.5'}, ${rate} Hz, ${mono ? 'mono' : 'stereo'}`,
		borrowed: mainDataBegin(bytes, sideInfoOffset, isMpeg1),
		isIndex:
			XING_NAMES.includes(uint32At(bytes, at + 4 + sideInfoBytes)) ||
			XING_NAMES.includes(uint32At(bytes, sideInfoOffset + sideInfoBytes)) ||
			uint32At(bytes, at + 36) === VBRI_NAME,
	};
}

/** How many bytes of the frames before it a frame uses: 9 bits in MPEG 1, 8 bits later. */
function mainDataBegin(bytes: Buffer, at: number, isMpeg1: boolean): number {
	const [high, low] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
	return isMpeg1 ? (high << 1) | (low >> 7) : high;
}

/** By the bits and the gain of the first granule of the first channel, which follow the share of bytes of other frames (ISO/IEC 11172-3, 2.4.1.7). */
function loudnessOf(bytes: Buffer, side: number, isMpeg1: boolean, mono: boolean): number {
	const from = isMpeg1 ? (mono ? 18 : 20) : mono ? 9 : 10;
	const bits = bitsAt(bytes, side * 8 + from, 12);
	const gain = bitsAt(bytes, side * 8 + from + 21, 8);
	return bits === 0 ? 0 : 2 ** ((gain - UNITY_GLOBAL_GAIN) / 4);
}

const UNITY_GLOBAL_GAIN = 210;

const [VBRI_NAME, ...XING_NAMES] = ['VBRI', 'Xing', 'Info'].map((name) =>
	Buffer.from(name).readUInt32BE(),
);

/** What the frame before the sound says: how long it is, and what the encoder and the decoder add at its ends, in samples. */
interface Mp3Index {
	seconds: number;
	rate: number;
	delay: number;
	padding: number;
}

const XING_FLAG = { frames: 1, bytes: 2, places: 4, quality: 8 };

/** How many frames follow the one that counts them; 0 where it does not say. */
export function framesCountedBy(bytes: Buffer): number {
	const at = indexTagOf(bytes);
	if (at < 0) return uint32At(bytes, 36 + 14);
	return (uint32At(bytes, at + 4) & XING_FLAG.frames) === 0 ? 0 : uint32At(bytes, at + 8);
}

function indexTagOf(bytes: Buffer): number {
	return Math.max(...['Xing', 'Info'].map((word) => bytes.subarray(0, 64).indexOf(word)));
}

/** The tags Xing and Info, with that of LAME, and VBRI (Gabriel Bouvigne, MP3 Info Tag revision 1). */
function readIndexFrame(bytes: Buffer, { samples, rate }: SoundFrame): Mp3Index {
	const seconds = (framesCountedBy(bytes) * samples) / rate;
	const withoutDelay = { rate, seconds, delay: 0, padding: 0 };
	const at = indexTagOf(bytes);
	if (at < 0) return withoutDelay;
	const flags = uint32At(bytes, at + 4);
	const sizes = {
		[XING_FLAG.frames]: 4,
		[XING_FLAG.bytes]: 4,
		[XING_FLAG.places]: 100,
		[XING_FLAG.quality]: 4,
	};
	const lame = Object.entries(sizes).reduce(
		(sum, [flag, size]) => sum + ((flags & Number(flag)) === 0 ? 0 : size),
		at + 8,
	);
	if (!/^La(vf|vc|me)/i.test(bytes.toString('latin1', lame, lame + 4))) {
		return withoutDelay;
	}
	const ends = uint32At(bytes, lame + 20) & 0xff_ffff;
	const delay = (ends >> 12) + DECODER_DELAY_SAMPLES;
	return { seconds, rate, delay, padding: ends & 0xfff };
}

function uint32At(bytes: Buffer, at: number): number {
	return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0;
}

const INDEX_TAG_BYTES = 8 + 4 + 4 + 36;
const ENCODER_NAME = 'Lavc';

/** A frame without sound that counts those after it, and says what is added at their ends. */
function writeIndexFrame(
	{ index, first = Buffer.alloc(4) }: { index?: Mp3Index; first?: Uint8Array },
	{ units, bytes, isConstant, surplus = 0 }: FileTotal,
): Buffer {
	const head = Buffer.from(first.subarray(0, 4));
	// Without checksum and padding, at the bit rate of the sound or the lowest one that has room.
	const ownRate = (head[2] ?? 0) >> 4;
	head.writeUInt8((head[1] ?? 0) | 1, 1);
	const rates = [ownRate, ...Array.from({ length: 14 }, (_, rate) => rate + 1)];
	const frameWithRoom = rates
		.map((rate) => {
			head.writeUInt8((rate << 4) | ((head[2] ?? 0) & 0x0c), 2);
			return { head: Buffer.from(head), frame: mp3FrameAt(head, 0) };
		})
		.find(({ frame }) => (frame?.room ?? 0) >= INDEX_TAG_BYTES);
	if (frameWithRoom?.frame === undefined) return Buffer.alloc(0);
	const { bytes: size, room = 0 } = frameWithRoom.frame;
	const tag = Buffer.alloc(size);
	frameWithRoom.head.copy(tag);
	const at = size - room;
	tag.write(isConstant ? 'Info' : 'Xing', at);
	tag.writeUInt32BE(XING_FLAG.frames | XING_FLAG.bytes, at + 4);
	tag.writeUInt32BE(units, at + 8);
	tag.writeUInt32BE(bytes + size, at + 12);
	if (index === undefined || index.delay === 0) return tag;
	tag.write(ENCODER_NAME, at + 16);
	const padding = Math.min(0xfff, surplus + DECODER_DELAY_SAMPLES);
	tag.writeUIntBE((index.delay - DECODER_DELAY_SAMPLES) * 0x1000 + padding, at + 16 + 21, 3);
	return tag;
}
