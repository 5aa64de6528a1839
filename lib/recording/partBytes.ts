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

/** The same bytes in pieces that are worth sending. Those that follow one another in memory are not copied. */
export async function* slicesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Buffer> {
	let waiting: Uint8Array[] = [];
	let size = 0;
	for (const piece of pieces) {
		const longer = continued(waiting.at(-1), piece);
		if (longer === undefined) waiting.push(piece);
		else waiting[waiting.length - 1] = longer;
		size += piece.length;
		if (size < SLICE) continue;
		yield* sent(waiting);
		[waiting, size] = [[], 0];
	}
	yield* sent(waiting);
}

/** Large pieces as they are, small ones together. */
function sent(pieces: readonly Uint8Array[]): Buffer[] {
	const isLarge = pieces.every(({ length }) => length >= SLICE / 8);
	if (!isLarge) return [Buffer.concat(pieces)];
	return pieces.map(({ buffer, byteOffset, length }) => Buffer.from(buffer, byteOffset, length));
}

/** Both pieces as one, when they lie in the same memory one after the other. */
function continued(one: Uint8Array | undefined, next: Uint8Array): Uint8Array | undefined {
	if (one?.buffer !== next.buffer || one.byteOffset + one.length !== next.byteOffset) {
		return undefined;
	}
	return new Uint8Array(next.buffer, one.byteOffset, one.length + next.length);
}
