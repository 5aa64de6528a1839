import { Readable } from 'node:stream';

import { bitsAt, ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { seeds } from '../../../rounds';

const source = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7 + (at >> 8)) % 251));

/** Numbers that follow from the seed (Lehmer). */
function random(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (state * 48_271) % 0x7fff_ffff;
		return (state >>> 3) % below;
	};
}

/** The source in chunks of sizes by chance, empty ones among them. */
async function* inChunks(below: (limit: number) => number) {
	for (let at = 0; at < source.length;) {
		const size = below(5) === 0 ? 0 : below(700);
		yield source.subarray(at, at + size);
		at += size;
	}
}

it.each(seeds(40, 2000))(
	'reads what the stream holds, however it is asked for: seed %i',
	async (seed) => {
		const below = random(seed);
		const open = async () => inChunks(random(seed));
		const reader = new ByteReader(await open(), open);
		if (below(2) === 0) {
			await reader.take(below(3000));
			await reader.restart();
		}
		for (let at = 0; at < source.length;) {
			expect(reader.position).toBe(at);
			const wanted = below(4) === 0 ? below(2500) : below(90);
			const expected = source.subarray(at, at + wanted);
			const way = below(3);
			if (way === 0) await reader.skip(wanted);
			else {
				const bytes = await (way === 1 ? reader.peek(wanted) : reader.take(wanted));
				expect(bytes.equals(expected)).toBe(true);
			}
			if (way !== 1) at += expected.length;
		}
		expect(await reader.take(1)).toHaveLength(0);
	},
);

it('copies only what lies across two chunks', async () => {
	const chunks = [source.subarray(0, 1000), source.subarray(1000, 2000)];
	const reader = new ByteReader(chunks);
	expect(await reader.peek(10)).toEqual(source.subarray(0, 10));
	const taken = [];
	for (let count = 0; count < 6; count++) taken.push(await reader.take(300));
	expect(Buffer.concat(taken)).toEqual(source.subarray(0, 1800));
	expect(taken.map(({ buffer }) => buffer === source.buffer)).toEqual([
		...[false, true, true, false, true, true],
	]);
});

it('reads bits from the highest on, and zeros beyond the end', () => {
	const bytes = Buffer.from([0b1010_0110, 0b1100_0001]);
	expect(bitsAt(bytes, 0, 3)).toBe(0b101);
	expect(bitsAt(bytes, 5, 5)).toBe(0b1_1011);
	expect(bitsAt(bytes, 15, 4)).toBe(0b1000);
	expect(bitsAt(bytes, 40, 8)).toBe(0);
});

it('closes a stream that it has opened again and not read', async () => {
	const streams: Readable[] = [];
	const open = async () => {
		const stream = Readable.from([Buffer.from('ab')]);
		streams.push(stream);
		return stream;
	};
	const reader = new ByteReader(await open(), open);
	await reader.take(1);
	await reader.restart();
	await reader.close();
	expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
