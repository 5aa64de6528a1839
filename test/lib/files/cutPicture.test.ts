import { deflateSync } from 'node:zlib';

import samples from '../../fixtures/pictures.json';
import { cutPictureFormat } from '../../../lib/files/cutPicture';
import { picture } from '../../service/media/picture';
import { processorMs } from '../growth';

const size = { width: 96, height: 64 };
const PICTURES: Array<[name: string, bytes: Buffer]> = [
	['PNG', picture('png', size, 'a')],
	['JPEG', picture('jpeg', size, 'a')],
	...Object.entries(samples).map(([name, base64]): [string, Buffer] => [
		name,
		Buffer.from(base64, 'base64'),
	]),
];
const formatIn = (name: string) => /PNG|JPEG|WebP/.exec(name)?.[0];
const named = (name: string) => PICTURES.find(([one]) => one === name)?.[1] ?? Buffer.alloc(0);

/** What phones, cameras and editors put behind a picture. */
const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(900, 0x5a)]);

describe.each(PICTURES)('%s', (name, bytes) => {
	it('is whole as it is, and with whatever follows its end', async () => {
		expect(await cutPictureFormat(bytes)).toBeUndefined();
		for (const trailer of [Buffer.alloc(1), Buffer.from('\r\n'), film, film.subarray(0, 40), bytes])
			expect(await cutPictureFormat(Buffer.concat([bytes, trailer]))).toBeUndefined();
	});

	it.each([0.05, 0.3, 0.5, 0.6, 0.8])('is cut at %f of it', async (share) => {
		// The last scan of a progressive one refines what is there already.
		if (name.startsWith('progressive') && share > 0.5) return;
		const cut = bytes.subarray(0, Math.floor(bytes.length * share));
		expect(await cutPictureFormat(cut)).toBe(formatIn(name));
	});
});

it.each(PICTURES.filter(([name]) => !name.includes('WebP')))(
	'%s that lacks nothing but its end mark is whole, and without its last pixels it is not',
	async (name, bytes) => {
		const mark = name.includes('JPEG') ? 2 : 12;
		for (let missing = 1; missing <= mark; missing++)
			expect(await cutPictureFormat(bytes.subarray(0, -missing))).toBeUndefined();
		// The last scan of a progressive one refines what is there already.
		if (name.startsWith('progressive')) return;
		for (const more of [8, 12, 40])
			expect(await cutPictureFormat(bytes.subarray(0, -mark - more))).toBe(formatIn(name));
	},
);

it('a progressive picture is cut wherever a scan of it ends that others must follow', async () => {
	const bytes = named('progressive JPEG');
	for (let share = 0.3; share < 0.5; share += 0.01)
		expect(await cutPictureFormat(bytes.subarray(0, bytes.length * share))).toBe('JPEG');
});

it('what follows the end of a picture is not read as more of it', async () => {
	const bytes = named('JPEG');
	const trailer = Buffer.concat([Buffer.from([0, 2]), bytes.subarray(2, bytes.length / 2)]);
	expect(await cutPictureFormat(Buffer.concat([bytes, trailer]))).toBeUndefined();
});

it('a thumbnail inside of a picture ends nothing', async () => {
	const whole = named('JPEG');
	const thumbnail = Buffer.concat([Buffer.from('Exif\0\0'), named('grey JPEG')]);
	const head = Buffer.from([0xff, 0xe1, 0, 0]);
	head.writeUInt16BE(thumbnail.length + 2, 2);
	const withThumbnail = Buffer.concat([whole.subarray(0, 2), head, thumbnail, whole.subarray(2)]);
	expect(await cutPictureFormat(withThumbnail)).toBeUndefined();
	const half = withThumbnail.subarray(0, thumbnail.length + Math.floor(whole.length / 2));
	expect(await cutPictureFormat(half)).toBe('JPEG');
});

it('an animation whose frames are missing between two chunks is cut', async () => {
	const apng = named('animated PNG');
	expect(await cutPictureFormat(apng.subarray(0, apng.lastIndexOf('fcTL') - 4))).toBe('PNG');
	const webp = named('animated WebP');
	expect(await cutPictureFormat(webp.subarray(0, webp.lastIndexOf('ANMF')))).toBe('WebP');
});

it.each([7, 10, 100])(
	'a PNG in chunks of %i bytes that ends between two of them is cut, and whole where it lacks its end mark alone',
	async (size) => {
		const png = named('PNG');
		const at = png.indexOf('IDAT') - 4;
		const pixels = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
		const chunks = [png.subarray(0, at)];
		for (let from = 0; from < pixels.length; from += size) {
			const chunk = Buffer.alloc(12 + Math.min(size, pixels.length - from));
			chunk.writeUInt32BE(chunk.length - 12);
			chunk.write('IDAT', 4);
			pixels.copy(chunk, 8, from, from + size);
			chunks.push(chunk);
		}
		// The checksum of the pixels is no pixel.
		const last = chunks.length - Math.ceil(4 / size);
		for (let count = 2; count < last; count++)
			expect(await cutPictureFormat(Buffer.concat(chunks.slice(0, count)))).toBe('PNG');
		expect(await cutPictureFormat(Buffer.concat(chunks))).toBeUndefined();
	},
);

it('an animation that lacks nothing but what follows its pictures is whole', async () => {
	const webp = named('animated WebP');
	const exif = Buffer.from('EXIF\x40\0\0\0\0\0', 'latin1');
	const cut = Buffer.concat([webp, exif]);
	cut.writeUInt32LE(webp.length + 64, 4);
	expect(await cutPictureFormat(cut)).toBeUndefined();
});

it.each(['GIF89a...', 'hello', '', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\0\0\0\0WEBPVP8 '])(
	'bytes that hold no picture are judged without a failure: %j',
	async (text) => {
		const bytes = Buffer.from(text, 'latin1');
		expect([undefined, 'JPEG', 'PNG']).toContain(await cutPictureFormat(bytes));
	},
);

it('a progressive picture with an end mark is whole, whichever scans it has', async () => {
	const whole = named('progressive JPEG');
	const second = whole.indexOf(
		Buffer.from([0xff, 0xda]),
		whole.indexOf(Buffer.from([0xff, 0xda])) + 2,
	);
	const first = Buffer.concat([whole.subarray(0, second), Buffer.from([0xff, 0xd9])]);
	expect(second).toBeGreaterThan(0);
	expect(await cutPictureFormat(first)).toBeUndefined();
});

it.each([
	[
		'tables of codes',
		Buffer.concat([Buffer.from([0xff, 0xc4, 0, 0x13, 0]), Buffer.alloc(16, 0xff)]),
	],
	['empty tables', Buffer.concat([Buffer.from([0xff, 0xc4, 0, 0x13, 0]), Buffer.alloc(16)])],
	['scans', Buffer.from([0xff, 0xda, 0, 3, 0xff, 0, 0])],
])('a file of nothing but %s takes little more than to read it', async (_what, segment) => {
	const sof = picture('jpeg', size, 'a');
	const at = sof.indexOf(Buffer.from([0xff, 0xc0]));
	const head = sof.subarray(0, at + 2 + sof.readUInt16BE(at + 2));
	const hostile = Buffer.concat([head, Buffer.alloc(1_000_000, segment)]);
	const known = `[${'12345,'.repeat(160_000)}1]`;
	const least = Math.max(
		5,
		processorMs(() => void JSON.parse(known)),
	);
	const start = process.cpuUsage();
	await cutPictureFormat(hostile);
	const { user, system } = process.cpuUsage(start);
	expect((user + system) / 1000).toBeLessThan(50 * least);
});

/** A JPEG of the size of a camera's, up to the start of its scan; each of its codes is one bit. */
const jpegHead = Buffer.from(
	[
		'ffd8 ffc0 000b 08 ffff ffff 01 01 11 00',
		`ffc4 0014 00 01 ${'00'.repeat(15)} 00`,
		`ffc4 0014 10 01 ${'00'.repeat(15)} 00`,
		'ffda 0008 01 01 00 00 3f 00',
	]
		.join('')
		.replaceAll(' ', ''),
	'hex',
);
const pngOf = (...chunks: Array<[name: string, data: Buffer]>) => {
	const parts = chunks.map(([name, data]) => {
		const head = Buffer.from(`\0\0\0\0${name}`);
		head.writeUInt32BE(data.length);
		return Buffer.concat([head, data, Buffer.alloc(4)]);
	});
	return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
};
const endOfJpeg = Buffer.from([0xff, 0xd9]);
const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(65_533)]);

it.each<[string, () => Buffer]>([
	[
		'a PNG that becomes a thousand times as long',
		() => {
			return pngOf(['IDAT', deflateSync(Buffer.alloc(120_000_000))]);
		},
	],
	[
		'a JPEG of more blocks than it holds',
		() => {
			return Buffer.concat([jpegHead, Buffer.alloc(1_000_000)]);
		},
	],
	[
		'a JPEG full of stuffed bytes',
		() => {
			return Buffer.concat([jpegHead, Buffer.alloc(2_000_000, '\xff\0', 'latin1'), endOfJpeg]);
		},
	],
	[
		'a JPEG of segments before its picture',
		() => {
			return Buffer.concat([
				jpegHead.subarray(0, 2),
				...Array<Buffer>(20).fill(segment),
				endOfJpeg,
			]);
		},
	],
])('others have turns of the loop while one looks at %s', async (_what, make) => {
	const bytes = make();
	let [turns, isOver] = [0, false];
	const count = () => {
		turns++;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	await cutPictureFormat(bytes);
	isOver = true;
	expect(turns).toBeGreaterThan(2);
});

it.each<[string, (count: number) => Buffer]>([
	[
		'PNG',
		(count) => {
			const chunks = Array.from(
				{ length: count },
				() => ['IDAT', Buffer.alloc(0)] as [string, Buffer],
			);
			return pngOf(['IDAT', deflateSync(Buffer.alloc(99)).subarray(0, 5)], ...chunks);
		},
	],
	[
		'JPEG',
		(count) => {
			const empty = Buffer.alloc(4 * count, Buffer.from([0xff, 0xfe, 0, 2]));
			return Buffer.concat([jpegHead.subarray(0, 15), empty]);
		},
	],
	[
		'WebP',
		(count) => {
			const chunks = Buffer.alloc(8 * count, 'EXIF\0\0\0\0');
			return Buffer.concat([Buffer.from('RIFF\xff\xff\xff\x7fWEBP', 'latin1'), chunks]);
		},
	],
])('a %s in more parts than any program writes is not looked through', async (format, inParts) => {
	expect(await cutPictureFormat(inParts(40_000))).toBe(format);
	expect(await cutPictureFormat(inParts(60_000))).toBeUndefined();
});

it('damage inside of a picture is not taken for its end', async () => {
	for (const [, bytes] of PICTURES) {
		const damaged = Buffer.from(bytes);
		damaged.fill(0x5a, bytes.length - 60, bytes.length - 40);
		expect(await cutPictureFormat(damaged)).toBeUndefined();
	}
});
