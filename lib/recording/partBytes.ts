import { createHash } from 'node:crypto';

const SLICE = 262_144;

/** How many bytes the pieces of a file have together. */
export function sizeOf(pieces: readonly Uint8Array[]): number {
	return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** A digest of the file, by which a part is recognized when it is sent again. */
export function digestOf(pieces: readonly Uint8Array[]): string {
	const hash = createHash('sha256');
	for (const piece of pieces) hash.update(piece);
	return hash.digest('base64url');
}

/** The same bytes in pieces that are worth sending. The file is never in memory a second time. */
export async function* slicesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Buffer> {
	let waiting: Uint8Array[] = [];
	let size = 0;
	for (const piece of pieces) {
		waiting.push(piece);
		size += piece.length;
		if (size < SLICE) continue;
		yield Buffer.concat(waiting);
		[waiting, size] = [[], 0];
	}
	if (size > 0) yield Buffer.concat(waiting);
}
