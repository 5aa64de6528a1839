import type { ByteReader } from './byteReader';
import { takePacket, readOggPackets, readOggUnits } from './ogg';
import { MAX_PACKET_BYTES_ON_PAGE, oggWriter } from './oggWriter';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	type Recording,
	type RecordingFormat,
} from './recording';

/** Both long headers fit on one page. */
const MAX_HEADER_BYTES = MAX_PACKET_BYTES_ON_PAGE >> 1;
const NO_COMMENTS = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1');

/** Vorbis in Ogg: its packets on new pages, with the three headers before them (Vorbis I, A.2). Throws an UnreadableSoundError. */
export async function readVorbisRecording(reader: ByteReader): Promise<Recording> {
	const packets = readOggPackets(reader);
	const head = await takePacket(packets);
	const comments = await takePacket(packets);
	const setup = await takePacket(packets);
	const { rate, sound, samplesOf, ...format } = vorbisFormat([head, comments, setup]);
	const timeline = new PlaybackTimeline();
	const units = readOggUnits(packets, { rate, sound, timeline, samplesOf });
	return { ...format, units, gaps: timeline.gaps };
}

/** How packets under these headers are read, and written to Ogg. Throws an UnreadableSoundError for headers that do not say enough. */
export function vorbisFormat([head, comments, setup]: [
	head: Buffer,
	comments: Buffer,
	setup: Buffer,
]) {
	const rate = head.length < 30 ? 0 : head.readUInt32LE(12);
	if (rate === 0) throw new UnreadableSoundError('does not say its sample rate');
	if (setup.length > MAX_HEADER_BYTES)
		throw new UnreadableSoundError('has headers that are too long');
	// Long comments, such as pictures, are dropped.
	const headers = [head, comments.length > MAX_HEADER_BYTES ? NO_COMMENTS : comments, setup];
	const format: RecordingFormat = {
		...{ extension: 'ogg', mimeType: 'audio/ogg', quiet: 0.3, playsLead: false },
		// The first packet is not heard: it fades into the next one.
		leadOf: (_units, at) => Math.min(1, at),
		writer(total) {
			const { add, ...others } = oggWriter(headers, total);
			let isFirst = true;
			return {
				...others,
				add(unit) {
					const samples = isFirst ? 0 : unit.samples;
					isFirst = false;
					return add({ ...unit, samples });
				},
			};
		},
	};
	const sound = `Vorbis, ${rate} Hz, ${head[11] ?? 0} ch`;
	return { ...format, rate, sound, samplesOf: createSampleCounter(head, setup) };
}

/** A packet completes a quarter of its own block and one of the block before it (Vorbis I, 1.3.2 and 4.3.1); undefined for one that holds no sound. */
function createSampleCounter(head: Buffer, setup: Buffer): (packet: Buffer) => number | undefined {
	const [short = 0, long = 0] = [head.readUInt8(28) & 15, head.readUInt8(28) >> 4].map(
		(log) => 2 ** log,
	);
	const modes = readLongBlockModes(setup);
	const mask = 2 ** (32 - Math.clz32(modes.length - 1)) - 1;
	let before: number | undefined;
	return ([first = 1]) => {
		if ((first & 1) === 1) return undefined;
		const block = modes[(first >> 1) & mask] === true ? long : short;
		const samples = before === undefined ? 0 : (before + block) / 4;
		before = block;
		return samples;
	};
}

const BITS_PER_MODE = 41;
const MODE_COUNT_BITS = 6;

/**
 * Whether each mode has long blocks. The modes are the last part of the setup, and what is before them is long to read (Vorbis I, 4.2.4):
 * they are read from the end, where a bit that is set follows them.
 */
function readLongBlockModes(setup: Buffer): boolean[] {
	let end = setup.length * 8 - 1;
	while (end > 0 && bitAtLowestFirst(setup, end) === 0) end--;
	const found: boolean[] = [];
	let modes: boolean[] | undefined;
	for (
		let at = end - BITS_PER_MODE;
		at > MODE_COUNT_BITS && isMode(setup, at);
		at -= BITS_PER_MODE
	) {
		found.unshift(bitAtLowestFirst(setup, at) === 1);
		if (bitsAtLowestFirst(setup, at - MODE_COUNT_BITS, MODE_COUNT_BITS) + 1 === found.length)
			modes = [...found];
	}
	if (modes === undefined) throw new UnreadableSoundError('does not say how long its packets are');
	return modes;
}

/** After the size of its blocks, the kinds of window and transform are 0, and one of at most 64 mappings follows. */
function isMode(setup: Buffer, at: number): boolean {
	const kinds = bitsAtLowestFirst(setup, at + 1, 32);
	return kinds === 0 && bitsAtLowestFirst(setup, at + 33, 8) < 64;
}
function bitsAtLowestFirst(bytes: Buffer, start: number, count: number): number {
	let value = 0;
	for (let bit = count - 1; bit >= 0; bit--)
		value = value * 2 + bitAtLowestFirst(bytes, start + bit);
	return value;
}

function bitAtLowestFirst(bytes: Buffer, at: number): number {
	return ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1;
}
