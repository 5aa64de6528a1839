import { colourOf } from './media/colour';
import { dimensionsOf } from './media/dimensions';
import { toMp4 } from './media/mp4';
import { picture } from './media/picture';
import { flat } from './media/raster';

const SIZES = [
	{ width: 8, height: 8 },
	{ width: 1001, height: 777 },
	{ width: 4096, height: 9 },
];

describe.each(['png', 'jpeg', 'webp'] as const)('a picture as %s', (format) => {
	it.each(SIZES)('has the size %j', (size) => {
		expect(dimensionsOf(picture(format, size, 'any'))).toEqual({ format, ...size });
	});

	it('is small, and the same for the same text', () => {
		const size = { width: 1024, height: 1024 };
		expect(picture(format, size, 'a').length).toBeLessThan(20_000);
		expect(picture(format, size, 'a').equals(picture(format, size, 'a'))).toBe(true);
		expect(picture(format, size, 'a').equals(picture(format, size, 'b'))).toBe(false);
	});
});

it('a film has a track of its size and length, and one sample table per frame', () => {
	const bytes = toMp4(flat({ width: 640, height: 360 }, colourOf('a')), 5);
	const mdhd = bytes.indexOf('mdhd');
	expect(bytes.readUInt32BE(mdhd + 20) / bytes.readUInt32BE(mdhd + 16)).toBe(5);
	const entry = bytes.indexOf('jpeg');
	expect([bytes.readUInt16BE(entry + 28), bytes.readUInt16BE(entry + 30)]).toEqual([640, 360]);
	const chunks = bytes.indexOf('stco');
	const first = bytes.readUInt32BE(chunks + 12);
	expect(bytes.subarray(first, first + 2).toString('hex')).toBe('ffd8');
});
