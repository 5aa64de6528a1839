import type { Answer } from '../../../lib/core/answer';
import { textCombiner } from '../../../lib/chat/combineTexts';
import { readEmbeddings, vectorOf } from '../../../lib/chat/readEmbeddings';

const packed = (...values: number[]) => {
	const bytes = Buffer.alloc(values.length * 4);
	values.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
	return bytes.toString('base64');
};

describe('vectorOf', () => {
	it('hands on numbers', () => expect(vectorOf([0.25, -1])).toEqual([0.25, -1]));

	it('reads base64 of 32-bit floats, little end first', () => {
		// 1.0 is 0x3f800000 and -2.5 is 0xc0200000 (IEEE 754).
		expect(vectorOf(Buffer.from('0000803f000020c0', 'hex').toString('base64'))).toEqual([1, -2.5]);
		expect(vectorOf(packed(0, 0.5, 1e-3))).toEqual([0, 0.5, Math.fround(1e-3)]);
	});

	it.each<[string, (value: number) => number]>([
		['as they were computed', (value) => value],
		['made of 32-bit floats', Math.fround],
		['made of 16-bit floats', (value) => Math.round(value * 1024) / 1024],
	])('takes 64-bit floats %s for no vector, and not for twice as many numbers', (_what, from) => {
		const values = Float64Array.from({ length: 256 }, (_, place) => from(Math.sin(place + 1)));
		expect(vectorOf(Buffer.from(values.buffer).toString('base64'))).toBeUndefined();
		const floats = Float32Array.from(values);
		expect(vectorOf(Buffer.from(floats.buffer).toString('base64'))).toEqual([...floats]);
	});

	it('reads floats of a vector that is zero almost everywhere, wherever the others are', () => {
		const sparse = (...places: number[]) =>
			Array.from({ length: 256 }, (_, place) => (places.includes(place) ? 0.5 : 0));
		for (const vector of [sparse(17), sparse(16), sparse(3, 99, 201), sparse(3, 100)])
			expect(vectorOf(packed(...vector))).toEqual(vector);
		expect(vectorOf(packed(0, 0.5, 0))).toEqual([0, 0.5, 0]);
	});

	it.each([[undefined], [null], [''], ['AAA='], [[]], [['1']], [{}], [5]])(
		'makes none of %j',
		(value) => expect(vectorOf(value)).toBeUndefined(),
	);

	it('makes none of floats with the big end first', () => {
		const bytes = Buffer.alloc(256);
		for (let at = 0; at < 64; at++) bytes.writeFloatBE(Math.sin(at + 1), at * 4);
		expect(vectorOf(bytes.toString('base64'))).toBeUndefined();
	});
});

describe('vectors that are not certain to be those of their texts are refused', () => {
	const answer = (...entries: Array<[index: unknown, embedding: unknown]>) => ({
		body: { data: entries.map(([index, embedding]) => ({ index, embedding })) },
		...{ headers: {}, namePrefix: 'service' },
	});
	const bodies = ['ant', 'bee'].map((input) => ({ input }));

	it.each<[string, ReturnType<typeof answer>, RegExp]>([
		['all numbers equal', answer([0, [1, 2]], [0, [3, 4]]), /not numbered from 0 to 1/],
		['numbers from 1', answer([1, [1, 2]], [2, [3, 4]]), /not numbered from 0 to 1/],
		['a number missing', answer([0, [1, 2]], [undefined, [3, 4]]), /not numbered/],
		['one too many', answer([0, [1, 2]], [1, [3, 4]], [2, [5, 6]]), /3 embeddings for 2 texts/],
	])('vectors are refused: %s', (_what, sent, sentence) => {
		expect(() => readEmbeddings(sent, 2)).toThrow(sentence);
		expect(() => textCombiner.split(sent, bodies)).toThrow(sentence);
	});

	it('vectors of different lengths are all refused where none is that of most', () => {
		const sent = answer([0, [1, 2]], [1, [3]]);
		const sentence = /text 1 of \d has 2 numbers, but the embeddings differ in length/;
		expect(() => readEmbeddings(sent, 2)).toThrow(sentence);
		for (const one of textCombiner.split(sent, bodies))
			expect(() => readEmbeddings(one, 1)).toThrow(/text 1 of 1 has \d numbers, but .* differ/);
	});

	it('one of another length than most fails the item of its text alone', () => {
		const sent = answer([0, [1, 2]], [1, [3]], [2, [4, 5]]);
		const [first, second] = textCombiner.split(sent, [...bodies, { input: 'cow' }]);
		expect(readEmbeddings(first as Answer, 1).vectors).toEqual([[1, 2]]);
		expect(() => readEmbeddings(second as Answer, 1)).toThrow(/has 1 numbers, but most have 2/);
	});

	it.each<[string, unknown, RegExp]>([
		['zeros', [0, 0], /text 1 of 1 is all zeros/],
		['no numbers', [null, null], /cannot be read/],
	])('one of %s fails the item of its text alone', (_what, vector, sentence) => {
		const [first, second] = textCombiner.split(answer([0, [1, 2]], [1, vector]), bodies);
		expect(readEmbeddings(first as Answer, 1).vectors).toEqual([[1, 2]]);
		expect(() => readEmbeddings(second as Answer, 1)).toThrow(sentence);
	});

	it('an answer that is served names what went wrong in it', () => {
		const body = { detail: 'Too many inputs: at most 250' };
		expect(() => readEmbeddings({ ...answer(), body }, 2)).toThrow('at most 250');
	});

	it('reads numbers that are text, and entries in any order', () => {
		const sent = answer(['1', [3, 4]], ['0', [1, 2]]);
		expect(readEmbeddings(sent, 2).vectors).toEqual([
			[1, 2],
			[3, 4],
		]);
	});

	it('takes a list that came as text for no vector, and not for another one', () => {
		const [first, second] = ['[0.10,0.02]', '[0.30,0.42]'];
		expect(() => readEmbeddings(answer([0, first], [1, second]), 2)).toThrow('cannot be read');
	});

	it('reads the only vector of a list, and keeps what it cannot assign', () => {
		const sent = answer([0, [[1, 2]]], [1, [[3, 4]]]);
		expect(readEmbeddings(sent, 2).vectors).toEqual([
			[1, 2],
			[3, 4],
		]);
		const embeddings = [
			[1, 2],
			[3, 4],
		];
		const body = { data: embeddings };
		expect(() => readEmbeddings({ ...answer(), body }, 2)).toThrow(
			expect.objectContaining({ facts: expect.objectContaining({ details: { embeddings } }) }),
		);
	});

	it('refuses another length than was asked for', () => {
		const sent = answer([0, [1, 2]], [1, [3, 4]]);
		expect(() => readEmbeddings(sent, 2, 8)).toThrow(
			'Dimensions is 8, but the embedding of text 1 of 2 has 2',
		);
	});
});
