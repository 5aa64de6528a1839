import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { planJoin } from '../../../../lib/files/sound/joinPlan';
import { openRecording } from '../../../../lib/files/sound/openRecording';
import { recordingParts, type PartLimits } from '../../../../lib/files/sound/recordingParts';

/** A file as a store sends it: in pieces that end anywhere. */
export function* inPieces(bytes: Buffer, size = 4999) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A recording and its parts. */
export async function split(bytes: Buffer, limits: Partial<PartLimits> = {}) {
	const open = async () => inPieces(bytes);
	const recording = await openRecording(new ByteReader(await open(), open));
	const parts = [];
	for await (const part of recordingParts(recording, { bytes: 25e6, seconds: 60, ...limits })) {
		parts.push({ ...part, file: Buffer.from(part.file) });
		// The memory of each part is that of the one before it.
		part.release();
	}
	return { recording, parts };
}

/** The joined file. */
export async function join(extension: string, parts: Buffer[]): Promise<Buffer> {
	const { bytes } = await planJoin(extension, parts);
	const pieces: Uint8Array[] = [];
	const open = async (index: number) => inPieces(parts[index] ?? Buffer.alloc(0), 1000);
	for await (const piece of bytes(open)) pieces.push(piece);
	return Buffer.concat(pieces);
}
