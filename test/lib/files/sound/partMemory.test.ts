import { PartBuffers, sendSlicesOf } from '../../../../lib/files/sound/recordingParts';

const source = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 7) % 251));
const pieces = Array.from({ length: 1000 }, (_, at) =>
	source.subarray(at * 1000, at * 1000 + 1000),
);

async function sliced(file: Buffer): Promise<Buffer[]> {
	const slices: Buffer[] = [];
	for await (const slice of sendSlicesOf(file)) slices.push(slice);
	return slices;
}

it('a file is its pieces, and is sent in slices of some size that are not copied', async () => {
	const { file } = new PartBuffers(2_000_000).store(pieces);
	expect(file.equals(source)).toBe(true);
	const slices = await sliced(file);
	expect(Buffer.concat(slices).equals(source)).toBe(true);
	expect(slices.length).toBeLessThan(20);
	expect(slices.every(({ buffer }) => buffer === file.buffer)).toBe(true);
	expect(await sliced(Buffer.alloc(0))).toEqual([]);
});

it('the memory of a file is used again after its release, and not before', () => {
	const memory = new PartBuffers(2_000_000);
	const first = memory.store(pieces);
	const second = memory.store(pieces);
	expect(second.file.buffer).not.toBe(first.file.buffer);
	first.release();
	// A second release must not hand the same memory to two files.
	first.release();
	const [third, fourth] = [memory.store([source.subarray(5)]), memory.store(pieces)];
	expect(third.file.buffer).toBe(first.file.buffer);
	expect(third.file.equals(source.subarray(5))).toBe(true);
	expect(fourth.file.buffer).not.toBe(first.file.buffer);
	expect(second.file.equals(source)).toBe(true);
});

it('a file that is larger than usual is whole as well', () => {
	const memory = new PartBuffers(1000);
	memory.store([source.subarray(0, 10)]).release();
	expect(memory.store(pieces).file.equals(source)).toBe(true);
});
