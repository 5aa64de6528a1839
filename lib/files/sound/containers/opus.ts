import type { ByteReader } from './byteReader';
import { takePacket, readOggPackets, readOggUnits } from './ogg';
import { MAX_PACKET_BYTES_ON_PAGE, oggWriter } from './oggWriter';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	type Recording,
	type RecordingFormat,
} from './recording';

/** Positions in Opus are always counted at this rate (RFC 7845, 4). */
export const OPUS_SAMPLE_RATE = 48_000;
/** A decoder needs so much before the sound is right (RFC 7845, 4.6). */
const PREROLL_SECONDS = 0.08;
/** More than an encoder adds at the end: a longer one is an error of the file. */
const MAX_SURPLUS_SAMPLES = 48_000;
const OPUS_HEAD_BYTES = 19;
const MAX_TAGS_BYTES = 60_000;
const NO_TAGS = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1');

/** Opus in Ogg: its packets on new pages, with the headers before them and positions that start at 0 (RFC 7845). Throws an UnreadableSoundError. */
export async function readOpusRecording(reader: ByteReader): Promise<Recording> {
	const packets = readOggPackets(reader);
	const head = await takePacket(packets);
	const tags = await takePacket(packets);
	if (!isOpusHead(head)) throw new UnreadableSoundError('is not an Ogg Opus file');
	const timeline = new PlaybackTimeline();
	let surplus = 0;
	const coding = {
		...{
			rate: OPUS_SAMPLE_RATE,
			sound: opusDescription(head),
			timeline,
			samplesOf: opusSampleCount,
		},
		skipped: head.readUInt16LE(10),
		onSurplus: (extra: number) => void (surplus = extra <= MAX_SURPLUS_SAMPLES ? extra : 0),
	};
	return {
		...opusFormat(head, tags),
		...{ units: readOggUnits(packets, coding), gaps: timeline.gaps },
		surplus: () => surplus,
	};
}

/** Whether it is the header of Opus (RFC 7845, 5.1). */
export function isOpusHead(head: Buffer): boolean {
	const isSized = head.length >= OPUS_HEAD_BYTES && head.length <= MAX_PACKET_BYTES_ON_PAGE;
	return isSized && head.toString('latin1', 0, 8) === 'OpusHead';
}
export function opusDescription(head: Buffer): string {
	return `Opus, ${head[9] ?? 0} ch`;
}

export function opusFormat(head: Buffer, tags: Buffer = NO_TAGS): RecordingFormat {
	return {
		// From 16 to 48 kbit/s, pauses take up to 0.45 of what speech takes, and speech without pauses 0.58 or more.
		...{ extension: 'ogg', mimeType: 'audio/ogg', quiet: 0.5, playsLead: false },
		// What the header says besides how much is skipped at the start and the rate of what was encoded (RFC 7845, 5.1).
		format: Buffer.from(head).fill(0, 10, 16),
		leadOf(units, at) {
			let lead = 0;
			for (let passed = 0; lead < at && passed < PREROLL_SECONDS; lead++) {
				passed += units[at - lead - 1]?.seconds ?? 0;
			}
			return lead;
		},
		writer(total) {
			const start = Buffer.from(head);
			// A part that does not start the recording skips what is there for the decoder only.
			if (total.preRollSamples > 0) start.writeUInt16LE(total.preRollSamples, 10);
			// Long tags, such as pictures, would take several pages.
			return oggWriter([start, tags.length < MAX_TAGS_BYTES ? tags : NO_TAGS], total);
		},
	};
}

/** How many samples an Opus packet plays, by its first bytes (RFC 6716, 3.1 and 3.2.5); undefined when it plays none. */
export function opusSampleCount(packet: Uint8Array): number | undefined {
	const [first = 0, second = 0] = packet;
	const config = first >> 3;
	const sizeCode = config & 3;
	const frame =
		config < 12
			? [480, 960, 1920, 2880][sizeCode]
			: config < 16
				? [480, 960][sizeCode & 1]
				: 120 << sizeCode;
	const count = [1, 2, 2, second & 63][first & 3] ?? 1;
	return (frame ?? 0) * count || undefined;
}
