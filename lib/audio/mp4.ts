import { aacConfig, ADTS_BYTES, adtsHeader, type AacConfig } from './aacConfig';
import type { ByteReader } from './byteReader';
import { mp4Sound, type Mp4Sound } from './mp4Sound';
import { Unreadable } from './unreadable';
import type { Recording, Unit } from './recording';

const SAMPLES_PER_FRAME = 1024;

/** AAC in MP4, of M4A files and films: its frames with ADTS headers of their own (ISO/IEC 14496-12). */
export async function mp4Recording(reader: ByteReader): Promise<Recording> {
	const sound = await mp4Sound(reader);
	return {
		...{ extension: 'aac', mimeType: 'audio/aac', quiet: 0.3, playsLead: true },
		units: unitsOf(reader, sound, aacConfig(sound.entry)),
		// The sound of a frame fades into the next one.
		leadOf: (_units, at) => Math.min(1, at),
		fileOf: (units) => units.map(({ bytes }) => bytes),
	};
}

async function* unitsOf(
	reader: ByteReader,
	{ places }: Mp4Sound,
	config: AacConfig,
): AsyncGenerator<Unit> {
	const seconds = SAMPLES_PER_FRAME / config.rate;
	let isFirst = true;
	for (const { offset, bytes: size } of places()) {
		// The sound may lie before its index.
		if (isFirst && offset < reader.position) await reader.restart();
		if (offset < reader.position) throw new Unreadable('stores its sound out of order');
		isFirst = false;
		await reader.skip(offset - reader.position);
		const frame = await reader.take(size);
		// The rest of a file that was cut off.
		if (frame.length < size) return;
		if (size === 0) continue;
		const bytes = Buffer.concat([adtsHeader(config, size), frame], ADTS_BYTES + size);
		yield { bytes, seconds, level: size };
	}
}
