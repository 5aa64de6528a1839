import { bitsAt, type ByteReader } from './byteReader';
import { frameFormat, frameRecording, framesIn, type Frame } from './frames';
import {
	ReadPosition,
	Unreadable,
	type Recording,
	type RecordingFormat,
	type Total,
} from './recording';

const KBITS = {
	1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const RATES = [44_100, 48_000, 32_000];
/** By the version bits: 2.5, reserved, 2, 1. */
const RATE_DIVISORS = [4, undefined, 2, 1];
const LAYER_3 = 1;
const MONO = 3;
/** What a decoder adds to the delay of the encoder, in samples. */
const DECODER_DELAY = 529;

/** MP3: its frames in a row, without tags and without the frame that counts them (ISO/IEC 11172-3, 13818-3). Throws an Unreadable. */
export async function mp3Recording(reader: ByteReader): Promise<Recording> {
	if (isFreeFormat(await reader.peek(4))) {
		throw new Unreadable(
			'is an MP3 file with a free bit rate, which cannot be split without re-encoding it',
		);
	}
	const timeline = new ReadPosition();
	const known: { index?: Index; first?: Uint8Array } = {};
	async function* units() {
		const frames = framesIn(reader, mp3Frame, timeline, (bytes, frame) => {
			known.index = indexIn(bytes, frame);
			timeline.at = -known.index.delay / frame.rate;
			return known.index.seconds > 0 ? timeline.at + known.index.seconds : undefined;
		});
		for await (const unit of frames) {
			known.first ??= Buffer.from(unit.bytes);
			yield unit;
		}
		const { seconds = 0, delay = 0, rate = 1 } = known.index ?? {};
		const end = seconds - delay / rate;
		if (end - timeline.at > CUT_SECONDS) timeline.endAt(end);
	}
	return {
		...{ ...frameRecording(units(), timeline), ...mp3Format },
		surplus: () => Math.max(0, (known.index?.padding ?? 0) - DECODER_DELAY),
		writer: (total) => ({
			...mp3Format.writer(total),
			head: total.surplus === undefined ? [] : [indexOf(known, total)],
		}),
	};
}

/** How its frames are written. */
export const mp3Format: RecordingFormat = {
	...frameFormat,
	...{ extension: 'mp3', mimeType: 'audio/mpeg', quiet: 0.12 },
};

/** Whether a header has a bit rate that is none of the table: nothing says how long its frames are. */
function isFreeFormat([sync, version = 0, rates = 0xff]: Buffer): boolean {
	return sync === 0xff && (version & 0xe6) === 0xe2 && rates < 0x10;
}

/** An index that promises more than that was written for a longer file. */
const CUT_SECONDS = 0.1;

/** The frame at an offset; undefined when none starts there. */
export function mp3Frame(bytes: Buffer, at: number): Frame | undefined {
	if (at + 4 > bytes.length) return undefined;
	const head = bytes.readUInt32BE(at);
	if (head >>> 21 !== 0x7ff || ((head >>> 17) & 3) !== LAYER_3) return undefined;
	const divisor = RATE_DIVISORS[(head >>> 19) & 3];
	const older = divisor === 1;
	const kbits = KBITS[older ? 1 : 2][(head >>> 12) & 15] ?? 0;
	const usual = RATES[(head >>> 10) & 3];
	if (divisor === undefined || usual === undefined || kbits === 0) return undefined;
	const rate = usual / divisor;
	const padding = (head >>> 9) & 1;
	const mono = ((head >>> 6) & 3) === MONO;
	const checksum = ((head >>> 16) & 1) === 0 ? 2 : 0;
	const side = at + 4 + checksum;
	const sideBytes = older ? (mono ? 17 : 32) : mono ? 9 : 17;
	const size = Math.floor(((older ? 144 : 72) * kbits * 1000) / rate) + padding;
	return {
		...{ bytes: size, samples: older ? 1152 : 576, rate },
		level: () => levelOf(bytes, side, older, mono),
		room: size - 4 - checksum - sideBytes,
		sound: `MPEG ${older ? '1' : divisor === 2 ? '2' : '2.5'}, ${rate} Hz, ${mono ? 'mono' : 'stereo'}`,
		borrowed: mainDataBegin(bytes, side, older),
		isIndex:
			isWord(bytes, at + 4 + sideBytes, 'Xing', 'Info') ||
			isWord(bytes, side + sideBytes, 'Xing', 'Info') ||
			isWord(bytes, at + 36, 'VBRI'),
	};
}

/** How many bytes of the frames before it a frame uses: 9 bits in MPEG 1, 8 bits later. */
function mainDataBegin(bytes: Buffer, at: number, older: boolean): number {
	const [high = 0, low = 0] = bytes.subarray(at, at + 2);
	return older ? (high << 1) | (low >> 7) : high;
}

/** By the bits and the gain of the first granule of the first channel, which follow the share of bytes of other frames (ISO/IEC 11172-3, 2.4.1.7). */
function levelOf(bytes: Buffer, side: number, older: boolean, mono: boolean): number {
	const from = older ? (mono ? 18 : 20) : mono ? 9 : 10;
	const bits = bitsAt(bytes, side * 8 + from, 12);
	const gain = bitsAt(bytes, side * 8 + from + 21, 8);
	return bits === 0 ? 0 : 2 ** ((gain - UNITY_GAIN) / 4);
}

const UNITY_GAIN = 210;

function isWord(bytes: Buffer, at: number, ...words: string[]): boolean {
	return words.includes(bytes.toString('latin1', at, at + 4));
}

/** What the frame before the sound says: how long it is, and what the encoder and the decoder add at its ends, in samples. */
interface Index {
	seconds: number;
	rate: number;
	delay: number;
	padding: number;
}

const HAS = { frames: 1, bytes: 2, places: 4, quality: 8 };

/** The tags Xing and Info, with that of LAME, and VBRI (Gabriel Bouvigne, MP3 Info Tag revision 1). */
function indexIn(bytes: Buffer, { samples, rate }: Frame): Index {
	const seconds = (count: number) => (count * samples) / rate;
	const nothing = { rate, delay: 0, padding: 0 };
	const at = Math.max(bytes.indexOf('Xing'), bytes.indexOf('Info'));
	if (at < 0) return { ...nothing, seconds: seconds(numberAt(bytes, 36 + 14)) };
	const flags = numberAt(bytes, at + 4);
	const count = (flags & HAS.frames) === 0 ? 0 : numberAt(bytes, at + 8);
	const sizes = { [HAS.frames]: 4, [HAS.bytes]: 4, [HAS.places]: 100, [HAS.quality]: 4 };
	const lame = Object.entries(sizes).reduce(
		(sum, [flag, size]) => sum + ((flags & Number(flag)) === 0 ? 0 : size),
		at + 8,
	);
	if (!/^La(vf|vc|me)/i.test(bytes.toString('latin1', lame, lame + 4))) {
		return { ...nothing, seconds: seconds(count) };
	}
	const ends = numberAt(bytes, lame + 20) & 0xff_ffff;
	const delay = (ends >> 12) + DECODER_DELAY;
	return { seconds: seconds(count), rate, delay, padding: ends & 0xfff };
}

function numberAt(bytes: Buffer, at: number): number {
	return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0;
}

const TAG_BYTES = 8 + 4 + 4 + 36;
const LAME = 'Lavc';

/** A frame without sound that counts those after it, and says what is added at their ends. */
function indexOf(
	{ index, first = Buffer.alloc(4) }: { index?: Index; first?: Uint8Array },
	{ units, bytes, isConstant, surplus = 0 }: Total,
): Buffer {
	const head = Buffer.from(first.subarray(0, 4));
	// Without checksum and padding, at the bit rate of the sound or the lowest one that has room.
	const own = (head[2] ?? 0) >> 4;
	head.writeUInt8((head[1] ?? 0) | 1, 1);
	const rates = [own, ...Array.from({ length: 14 }, (_, rate) => rate + 1)];
	const sized = rates
		.map((rate) => {
			head.writeUInt8((rate << 4) | ((head[2] ?? 0) & 0x0c), 2);
			return { head: Buffer.from(head), frame: mp3Frame(head, 0) };
		})
		.find(({ frame }) => (frame?.room ?? 0) >= TAG_BYTES);
	if (sized?.frame === undefined) return Buffer.alloc(0);
	const { bytes: size, room = 0 } = sized.frame;
	const tag = Buffer.alloc(size);
	sized.head.copy(tag);
	const at = size - room;
	tag.write(isConstant ? 'Info' : 'Xing', at);
	tag.writeUInt32BE(HAS.frames | HAS.bytes, at + 4);
	tag.writeUInt32BE(units, at + 8);
	tag.writeUInt32BE(bytes + size, at + 12);
	if (index === undefined || index.delay === 0) return tag;
	tag.write(LAME, at + 16);
	const padding = Math.min(0xfff, surplus + DECODER_DELAY);
	tag.writeUIntBE((index.delay - DECODER_DELAY) * 0x1000 + padding, at + 16 + 21, 3);
	return tag;
}
