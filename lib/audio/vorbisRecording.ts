import type { ByteReader } from './byteReader';
import { LARGEST_ON_PAGE, OggPages } from './oggPage';
import { oggPackets, type OggPacket } from './oggPackets';
import { Unreadable } from './unreadable';
import { vorbisHeaders, type VorbisHeaders } from './vorbis';
import type { Recording, Unit } from './recording';

interface VorbisUnit extends Unit {
	samples: number;
}

/** Vorbis in Ogg: its packets on new pages, with the three headers before them (Vorbis I, A.2). */
export async function vorbisRecording(reader: ByteReader): Promise<Recording> {
	const packets = oggPackets(reader);
	const headers = await vorbisHeaders(packets);
	return {
		...{ extension: 'ogg', mimeType: 'audio/ogg', quiet: 0.3, playsLead: false },
		units: unitsOf(packets, headers),
		// The first packet is not heard: it fades into the next one.
		leadOf: (_units, at) => Math.min(1, at),
		fileOf: (units) => fileOf(headers, units as readonly VorbisUnit[]),
	};
}

/** A packet completes a quarter of its own block and one of the block before it (Vorbis I, 1.3.2). */
async function* unitsOf(
	packets: AsyncGenerator<OggPacket>,
	{ blockOf, rate }: VorbisHeaders,
): AsyncGenerator<VorbisUnit> {
	let before: number | undefined;
	for await (const { bytes } of packets) {
		const block = blockOf(bytes);
		if (block === undefined) continue;
		if (bytes.length > LARGEST_ON_PAGE) throw new Unreadable('has packets without an end');
		const samples = before === undefined ? 0 : (before + block) / 4;
		before = block;
		yield { bytes, samples, seconds: samples / rate, level: bytes.length / block };
	}
}

function fileOf({ packets }: VorbisHeaders, units: readonly VorbisUnit[]): Buffer[] {
	const pages = new OggPages();
	const [head, ...others] = packets;
	const headers = [pages.header(head), pages.header(...others)];
	const sound = units.flatMap(({ bytes, samples }, index) =>
		pages.add(bytes, index === 0 ? 0 : samples),
	);
	return [...headers, ...sound, pages.end()];
}
