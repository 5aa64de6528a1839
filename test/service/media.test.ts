import { colourOf } from './media/colour';
import { dimensionsOf } from './media/dimensions';
import { toMp4 } from './media/mp4';
import { picture } from './media/picture';
import { flat } from './media/raster';
import { isSilent, soundFormat, soundSeconds } from './media/sound';
import { silentAac } from './media/aac';
import { toFlac } from './media/flac';
import { silentMp3 } from './media/mp3';
import { silentOpus } from './media/opus';
import { toneFor } from './media/tone';
import { toWav } from './media/wav';

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

describe('a recording', () => {
	const tone = toneFor('Hello', 1, 24_000);

	it.each([
		['wav', toWav(tone)],
		['flac', toFlac(tone)],
		['mp3', silentMp3(1)],
		['aac', silentAac(1)],
		['ogg', silentOpus(1)],
		['mp4', toMp4(flat({ width: 64, height: 64 }, colourOf('a')), 1)],
		[undefined, Buffer.from('plain text')],
	])('is known as %s', (format, bytes) => {
		expect(soundFormat(bytes)).toBe(format);
	});

	it('has its length, and is silent only where nothing sounds', () => {
		expect(soundSeconds(toWav(tone))).toBe(1);
		expect(soundSeconds(silentMp3(1))).toBeCloseTo(1, 1);
		expect([isSilent(toWav(tone)), isSilent(Buffer.alloc(0))]).toEqual([false, true]);
	});
});

it.each(['', 'GIF89a', '\x89PNG\r\n\x1a\n', 'RIFF....WEBPVP8 ', '\xff\xd8\xff'])(
	'%j is no picture',
	(text) => {
		expect(dimensionsOf(Buffer.from(text, 'latin1'))).toBeUndefined();
	},
);
