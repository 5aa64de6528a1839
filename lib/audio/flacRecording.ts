import type { ByteReader } from './byteReader';
import { renumbered } from './flacFrame';
import { flacFrames, flacInfo, streamHead, type FlacInfo } from './flacStream';
import type { Recording, Unit } from './recording';

interface FlacUnit extends Unit {
	samples: number;
	isVariable: boolean;
}

/** FLAC: frames that are numbered again, under a header that counts their samples (RFC 9639). */
export async function flacRecording(reader: ByteReader): Promise<Recording> {
	const info = await flacInfo(reader);
	return {
		...{ extension: 'flac', mimeType: 'audio/flac', quiet: 0.12, playsLead: false },
		units: unitsOf(reader, info),
		leadOf: () => 0,
		fileOf(units) {
			const frames = units as readonly FlacUnit[];
			const total = frames.reduce((sum, { samples }) => sum + samples, 0);
			return [streamHead(info, total), ...numbered(frames)];
		},
	};
}

function numbered(frames: readonly FlacUnit[]): Buffer[] {
	let passed = 0;
	return frames.map(({ bytes, samples, isVariable }, index) => {
		const frame = renumbered(bytes, isVariable ? passed : index, isVariable);
		passed += samples;
		return frame;
	});
}

async function* unitsOf(
	reader: ByteReader,
	{ rate, channels }: FlacInfo,
): AsyncGenerator<FlacUnit> {
	for await (const frame of flacFrames(reader)) {
		const bits = (frame.bytes.length * 8) / frame.samples / channels;
		yield { ...frame, seconds: frame.samples / rate, level: 2 ** bits };
	}
}
