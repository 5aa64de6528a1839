import type { ByteReader } from './byteReader';
import { OggPages } from './oggPage';
import { oggPackets } from './oggPackets';
import { OPUS_RATE, opusHeaders, opusSound } from './opusHeaders';
import type { Recording, Unit } from './recording';

/** A decoder needs so much before the sound is right (RFC 7845, 4.6). */
const PREROLL_SECONDS = 0.08;

interface OpusUnit extends Unit {
	samples: number;
}

/** Opus in Ogg: its packets on new pages, with the headers before them and positions that start at 0 (RFC 7845). */
export async function opusRecording(reader: ByteReader): Promise<Recording> {
	const packets = oggPackets(reader);
	const { head, tags } = await opusHeaders(packets);
	return {
		...{ extension: 'ogg', mimeType: 'audio/ogg', quiet: 0.3, playsLead: false },
		units: unitsOf(opusSound(packets)),
		leadOf(units, at) {
			let lead = 0;
			for (let passed = 0; lead < at && passed < PREROLL_SECONDS; lead++) {
				passed += units[at - lead - 1]?.seconds ?? 0;
			}
			return lead;
		},
		fileOf: (units, lead) => fileOf({ head, tags }, units as readonly OpusUnit[], lead),
	};
}

async function* unitsOf(packets: ReturnType<typeof opusSound>): AsyncGenerator<OpusUnit> {
	for await (const { bytes, samples } of packets) {
		const seconds = samples / OPUS_RATE;
		yield { bytes, seconds, samples, level: bytes.length / seconds };
	}
}

/** A part that does not begin the recording skips what is there for the decoder only. */
function fileOf(
	{ head, tags }: Record<'head' | 'tags', Buffer>,
	units: readonly OpusUnit[],
	lead: number,
): Buffer[] {
	const start = Buffer.from(head);
	const skipped = units.slice(0, lead).reduce((sum, { samples }) => sum + samples, 0);
	if (lead > 0) start.writeUInt16LE(skipped, 10);
	const pages = new OggPages();
	const headers = [pages.header(start), pages.header(tags)];
	const sound = units.flatMap(({ bytes, samples }) => pages.add(bytes, samples));
	return [...headers, ...sound, pages.end()];
}
