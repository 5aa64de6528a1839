import fc from 'fast-check';

import { FUZZERS } from './all';
import corpus from './corpus.json';
import { attempt, must, play, type Fuzzer } from './fuzzer';
import { API_KEY } from './secrets';

/** The proof plays whole rounds; here a tenth of one. */
const SHARE = 10;

describe('hostile input', () => {
	it.each(FUZZERS.map((fuzzer) => [fuzzer.name, fuzzer] as const))(
		'hostile input breaks nothing in %s',
		async (_name, fuzzer) => {
			const ends = new Map<string, number>();
			const runs = Math.ceil(fuzzer.runs / SHARE);
			expect(await play(fuzzer, { seed: 1, runs }, ends)).toBeUndefined();
			// Neither is everything refused, nor is everything taken.
			expect(ends.size).toBeGreaterThan(1);
		},
	);

	it.each(corpus.map(({ fuzzer, why, value }) => [fuzzer, why, value] as const))(
		'%s: %s',
		async (name, _why, value) => {
			const fuzzer = FUZZERS.find((one) => one.name === name);
			expect(await fuzzer?.check(value)).toEqual(expect.any(String));
		},
	);
});

describe('the proof itself', () => {
	it('takes an error of another class for a crash', async () => {
		const crash = attempt(() => String({ toString: 1 }));
		await expect(crash).rejects.toMatchObject({ wrong: 'crash' });
	});

	it.each([
		['in an output', () => ({ text: [`Bearer ${API_KEY}`] })],
		['in base64', () => Buffer.from(`x${API_KEY}`).toString('base64')],
		['in a name', () => ({ [API_KEY]: 1 })],
		['in a URL', () => encodeURIComponent(API_KEY)],
		['in bytes', () => ({ bytes: Buffer.from(API_KEY) })],
	])('sees a secret %s', async (_where, output) => {
		await expect(attempt<unknown>(output)).rejects.toMatchObject({ wrong: 'leak' });
	});

	it('says with which seed a defect can be seen again, in the smallest form', async () => {
		const check = (list: number[]) => {
			must(list.length < 3, 'is short');
			return 'short';
		};
		const fuzzer = { name: 'lists', runs: 100, cases: fc.array(fc.nat()), check };
		const { runs } = fuzzer;
		const found = await play(fuzzer as unknown as Fuzzer, { seed: 7, runs }, new Map());
		expect(found).toMatchObject({ fuzzer: 'lists', wrong: 'property', seed: 7, value: [0, 0, 0] });
	});
});
