import { digestOf, sizeOf, slicesOf } from '../../../lib/recording/partBytes';

const source = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 251));

/** The source in pieces of a size, as views of the same memory or as copies. */
function piecesOf(size: number, isCopied: boolean): Uint8Array[] {
	const pieces: Uint8Array[] = [];
	for (let at = 0; at < source.length; at += size) {
		const view = source.subarray(at, at + size);
		pieces.push(isCopied ? Uint8Array.from(view) : view);
	}
	return pieces;
}

it.each([
	['small views', 640, false],
	['small copies', 640, true],
	['large copies', 65_536, true],
	['a single piece', 1_000_000, false],
])('what is sent is the file, in slices of some size: %s', async (_name, size, isCopied) => {
	const pieces = piecesOf(size, isCopied);
	const slices: Buffer[] = [];
	for await (const slice of slicesOf(pieces)) slices.push(slice);
	expect(Buffer.concat(slices).equals(source)).toBe(true);
	expect(slices.length).toBeLessThan(20);
	expect(sizeOf(pieces)).toBe(source.length);
	expect(digestOf(pieces)).toBe(digestOf([source]));
	// Views of memory that is there already are not copied.
	expect(slices.every(({ buffer }) => buffer === source.buffer)).toBe(!isCopied);
});

it('a part without bytes has no slices', async () => {
	const slices: Buffer[] = [];
	for await (const slice of slicesOf([])) slices.push(slice);
	expect(slices).toEqual([]);
});
