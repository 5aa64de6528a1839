import { vectorOf } from '../../../lib/embeddings/readEmbeddings';

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

	it.each([[undefined], [null], [''], ['AAA='], [[]], [['1']], [{}], [5]])(
		'makes none of %j',
		(value) => expect(vectorOf(value)).toBeUndefined(),
	);
});
