import { surveyFrames, type Frame } from './frames';
import type { Sliceable } from './slices';

/** MP3: the frames of all files, without tags and without the frames that count the frames of one file (ISO/IEC 11172-3, 13818-3). */
export const mp3: Sliceable = { survey: (bytes) => surveyFrames(bytes, mp3Frame) };

const KBITS = {
	1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const RATES = [44_100, 48_000, 32_000];
/** By the version bits: 2.5, reserved, 2, 1. */
const RATE_DIVISORS = [4, undefined, 2, 1];
const LAYER_3 = 1;
const MONO = 3;

/** The frame at an offset; undefined when none begins there. */
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
		bytes: size,
		seconds: (older ? 1152 : 576) / rate,
		level: levelOf(bytes, side, older, mono),
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
	const bits = bitsAt(bytes, side, from, 12);
	const gain = bitsAt(bytes, side, from + 21, 8);
	return bits === 0 ? 0 : 2 ** ((gain - UNITY_GAIN) / 4);
}

const UNITY_GAIN = 210;

function bitsAt(bytes: Buffer, start: number, from: number, count: number): number {
	let value = 0;
	for (let bit = from; bit < from + count; bit++) {
		value = value * 2 + (((bytes[start + (bit >> 3)] ?? 0) >> (7 - (bit & 7))) & 1);
	}
	return value;
}

function isWord(bytes: Buffer, at: number, ...words: string[]): boolean {
	return words.includes(bytes.toString('latin1', at, at + 4));
}
