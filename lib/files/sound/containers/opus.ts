import type { ByteReader } from './byteReader';
import { nextPacket, oggPackets, oggUnits } from './ogg';
import { LARGEST_ON_PAGE } from './oggPage';
import { oggWriter } from './oggWriter';
import { ReadPosition, Unreadable, type Recording, type RecordingFormat } from './recording';

/** Positions in Opus are always counted at this rate (RFC 7845, 4). */
export const OPUS_RATE = 48_000;
/** A decoder needs so much before the sound is right (RFC 7845, 4.6). */
const PREROLL_SECONDS = 0.08;
/** More than an encoder adds at the end: a longer one is an error of the file. */
const MOST_SURPLUS = 48_000;
const HEAD_BYTES = 19;
const LARGEST_TAGS = 60_000;
const NO_TAGS = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1');

/** Opus in Ogg: its packets on new pages, with the headers before them and positions that start at 0 (RFC 7845). Throws an Unreadable. */
export async function opusRecording(reader: ByteReader): Promise<Recording> {
	const packets = oggPackets(reader);
	const head = await nextPacket(packets);
	const tags = await nextPacket(packets);
	if (!isOpusHead(head)) throw new Unreadable('is not an Ogg Opus file');
	const timeline = new ReadPosition();
	let surplus = 0;
	const coding = {
		...{ rate: OPUS_RATE, sound: opusSound(head), timeline, samplesOf: opusSamples },
		skipped: head.readUInt16LE(10),
		atEnd: (extra: number) => void (surplus = extra <= MOST_SURPLUS ? extra : 0),
	};
	return {
		...opusFormat(head, tags),
		...{ units: oggUnits(packets, coding), gaps: timeline.gaps },
		surplus: () => surplus,
	};
}

/** Whether it is the header of Opus (RFC 7845, 5.1). */
export function isOpusHead(head: Buffer): boolean {
	const isSized = head.length >= HEAD_BYTES && head.length <= LARGEST_ON_PAGE;
	return isSized && head.toString('latin1', 0, 8) === 'OpusHead';
}

/** What has to be the same in all packets, by the header. */
export function opusSound(head: Buffer): string {
	return `Opus, ${head[9] ?? 0} ch`;
}

/** How packets under this header are written to Ogg. */
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
			if (total.preRollUnits > 0) start.writeUInt16LE(total.preRollUnits, 10);
			// Long tags, such as pictures, would take several pages.
			return oggWriter([start, tags.length < LARGEST_TAGS ? tags : NO_TAGS], total);
		},
	};
}

/** How many samples an Opus packet plays, by its first bytes (RFC 6716, 3.1 and 3.2.5); undefined when it plays none. */
export function opusSamples(packet: Uint8Array): number | undefined {
	const [first = 0, second = 0] = packet;
	const config = first >> 3;
	const step = config & 3;
	const frame =
		config < 12 ? [480, 960, 1920, 2880][step] : config < 16 ? [480, 960][step & 1] : 120 << step;
	const count = [1, 2, 2, second & 63][first & 3] ?? 1;
	return (frame ?? 0) * count || undefined;
}
