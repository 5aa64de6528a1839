import { Readable } from 'node:stream';

import { silentAac } from '../../../service/media/aac';
import { silentMp3 } from '../../../service/media/mp3';
import { toneFor, toPcm } from '../../../service/media/tone';
import { toWav } from '../../../service/media/wav';
import { planJoin } from '../../../../lib/files/sound/joinPlan';
import { inPieces, join } from './reading';

const one = toneFor('One', 0.3, 24_000);
const two = toneFor('Two, longer', 0.5, 24_000);
const chunk = (name: string, content: Buffer, size = content.length) => {
	const head = Buffer.alloc(8);
	head.write(name);
	head.writeUInt32LE(size, 4);
	return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
};

test('closes the part that it reads when the file cannot be stored', async () => {
	const wav = toWav(toneFor('A longer one', 5, 24_000));
	const plan = await planJoin('wav', [wav, wav]);
	const part = Readable.from(inPieces(wav));
	const pieces = plan.bytes(async () => part);
	for (let piece = 0; piece < 2; piece++) expect((await pieces.next()).done).toBe(false);
	await pieces.return(undefined);
	expect(part.destroyed).toBe(true);
});

describe('joined WAV', () => {
	const whole = Buffer.concat([toPcm(one), toPcm(two)]);

	it('is one file with the sizes of all sound', async () => {
		const joined = await join('wav', [toWav(one), toWav(two)]);
		expect(joined.readUInt32LE(4)).toBe(joined.length - 8);
		expect(joined.readUInt32LE(40)).toBe(whole.length);
		expect(joined.subarray(0, 4).toString()).toBe('RIFF');
		expect(joined.subarray(44).equals(whole)).toBe(true);
		expect(joined.equals(toWav({ ...one, samples: joinSamples() }))).toBe(true);
	});

	const joinSamples = () => Int16Array.from([...one.samples, ...two.samples]);

	it.each([
		['the largest number', 0xffff_ffff],
		['nothing', 0],
		['more than there is', 0x7fff_0000],
	])('takes a part sent while it was spoken, whose size is %s', async (_what, size) => {
		const streamed = toWav(one);
		streamed.writeUInt32LE(size, 4);
		streamed.writeUInt32LE(size, 40);
		const joined = await join('wav', [streamed, toWav(two)]);
		expect(joined.subarray(44).equals(whole)).toBe(true);
	});

	it('leaves other chunks out, wherever they are and of whatever length', async () => {
		const plain = toWav(one);
		const riff = Buffer.concat([
			plain.subarray(0, 12),
			chunk('LIST', Buffer.from('abc')),
			plain.subarray(12, 36),
			chunk('fact', Buffer.alloc(4)),
			plain.subarray(36),
			chunk('LIST', Buffer.from('after the sound')),
		]);
		expect((await join('wav', [riff, toWav(two)])).subarray(44).equals(whole)).toBe(true);
	});

	it('ends its sound at an even byte', async () => {
		const eightBits = (samples: number) => {
			const file = toWav({ ...one, samples: new Int16Array(0) });
			file.writeUInt16LE(1, 32);
			file.writeUInt16LE(8, 34);
			file.writeUInt32LE(samples, 40);
			return Buffer.concat([file, Buffer.alloc(samples + (samples % 2), 7)]);
		};
		const joined = await join('wav', [eightBits(3), eightBits(2)]);
		expect(joined.length).toBe(44 + 6);
		expect([joined.readUInt32LE(40), joined.readUInt32LE(4)]).toEqual([5, 42]);
	});

	it.each<[string, Buffer, RegExp]>([
		[
			'another rate',
			toWav({ ...two, sampleRate: 48_000 }),
			/The parts differ: PCM, 24000 Hz.*48000/,
		],
		['no WAV', silentMp3(1), /Part 2 is no WAV file/],
		['big-endian', Buffer.from(toWav(two)).fill('RIFX', 0, 4), /Part 2 is no WAV file/],
		['no sound', toWav(two).subarray(0, 36), /Part 2 has no sound/],
		['compressed', Buffer.from(toWav(two)).fill(0x11, 20, 21), /Part 2 holds compressed sound/],
	])('refuses %s', async (_what, second, sentence) => {
		await expect(planJoin('wav', [toWav(one), second])).rejects.toThrow(sentence);
	});
});

describe('joined PCM', () => {
	it('is the samples one after another', async () => {
		const joined = await join('pcm', [toPcm(one), toPcm(two)]);
		expect(joined.equals(Buffer.concat([toPcm(one), toPcm(two)]))).toBe(true);
	});

	it('refuses half a sample', async () => {
		const broken = toPcm(one).subarray(1);
		await expect(planJoin('pcm', [broken, toPcm(two)])).rejects.toThrow(
			'Part 1 ends in the middle of a sample',
		);
	});
});

const FRAME = 96;
const frames = (count: number) => silentMp3(1).subarray(FRAME, FRAME * (1 + count));
const id3v2 = (content: Buffer, flags = 0) =>
	Buffer.concat([
		Buffer.from([0x49, 0x44, 0x33, 4, 0, flags, 0, 0, content.length >> 7, content.length & 127]),
		content,
		Buffer.alloc(flags === 0 ? 0 : 10),
	]);
const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 32)]);
const index = (word: string, at: number) => {
	const frame = Buffer.from(frames(1));
	frame.write(word, at);
	return frame;
};

describe('joined MP3', () => {
	it.each<[string, Buffer]>([
		['its own index', Buffer.from(silentMp3(1).subarray(0, FRAME * 6)).fill(5, 24, 25)],
		['a tag before it', Buffer.concat([id3v2(Buffer.alloc(300, 0xff)), frames(5)])],
		['a tag with a footer', Buffer.concat([id3v2(Buffer.alloc(20), 0x10), frames(5)])],
		['two tags before it', Buffer.concat([id3v2(Buffer.alloc(9)), id3v2(id3v1), frames(5)])],
		['a tag after it', Buffer.concat([frames(5), id3v1])],
		['an APE tag after it', Buffer.concat([frames(5), Buffer.from('APETAGEX'), Buffer.alloc(99)])],
		['zeros after it', Buffer.concat([frames(5), Buffer.alloc(50)])],
		['a Xing frame', Buffer.concat([index('Xing', 13), frames(5)])],
		['a VBRI frame', Buffer.concat([index('VBRI', 36), frames(5)])],
		['the beginning of a header', Buffer.concat([frames(5), Buffer.from([0xff, 0xf3])])],
		['all of that', Buffer.concat([id3v2(id3v1), index('Info', 13), frames(5), id3v1])],
	])('has the frames alone of a part with %s', async (_what, part) => {
		const joined = await join('mp3', [part, part, frames(2)]);
		expect(joined.subarray(FRAME).equals(frames(12))).toBe(true);
	});

	const changed = (mask: number) => {
		const part = Buffer.from(frames(3));
		for (let at = 0; at < part.length; at += FRAME) {
			part.writeUInt32BE((part.readUInt32BE(at) ^ mask) >>> 0, at);
		}
		return part;
	};

	it.each<[string, Buffer, RegExp]>([
		['stereo', changed(0xc0), /The parts differ: MPEG 2, 24000 Hz, mono, and .*stereo/],
		['what is no MP3', toWav(one), /Part 2 has no recognizable frames/],
		['no frames', id3v2(Buffer.alloc(50)), /Part 2 has no recognizable frames/],
		['AAC', silentAac(1), /Part 2 has no recognizable frames/],
		[
			'a frame that ended early',
			frames(5).subarray(0, -50),
			/Part 2 is damaged after 0.096 seconds/,
		],
		[
			'something between the frames',
			Buffer.concat([frames(3), Buffer.from('what is this?'), frames(3)]),
			/Part 2 is damaged after 0.048 seconds/,
		],
		[
			'a frame that needs those before it',
			Buffer.concat([Buffer.from(frames(1)).fill(9, 4, 5), frames(3)]),
			/Part 2 starts in the middle of a sound/,
		],
	])('refuses %s', async (_what, second, sentence) => {
		await expect(planJoin('mp3', [frames(4), second])).rejects.toThrow(sentence);
	});

	it('takes bit rates that change', async () => {
		const frame = Buffer.alloc(192);
		frame.writeUInt32BE(0xfff384c0);
		const joined = await join('mp3', [frames(2), frame]);
		expect(joined.length).toBe(FRAME + 2 * FRAME + 192);
		// Xing: how many frames and bytes follow.
		expect(joined.toString('latin1', 13, 17)).toBe('Xing');
		expect([joined.readUInt32BE(21), joined.readUInt32BE(25)]).toEqual([3, joined.length]);
	});
});

describe('joined AAC', () => {
	it('is the frames of all parts, without tags', async () => {
		const tagged = Buffer.concat([id3v2(Buffer.alloc(40)), silentAac(1), id3v1]);
		const joined = await join('aac', [tagged, silentAac(2)]);
		expect(joined.equals(Buffer.concat([silentAac(1), silentAac(2)]))).toBe(true);
	});

	it.each<[string, Buffer]>([
		['an MP4 file', Buffer.from('\0\0\0 ftypM4A \0\0\0\0')],
		['a frame without a size', Buffer.from('fff15c40001ffc00', 'hex')],
		['MP3', silentMp3(1)],
	])('refuses %s', async (_what, second) => {
		await expect(planJoin('aac', [silentAac(1), second])).rejects.toThrow(
			/Part 2 has no recognizable frames/,
		);
	});

	it('refuses another rate', async () => {
		const other = silentAac(1);
		for (let at = 2; at < other.length; at += 11) other.writeUInt8(0x4c, at);
		await expect(planJoin('aac', [silentAac(1), other])).rejects.toThrow(
			'The parts differ: MPEG 4 AAC profile 2, 24000 Hz, 1 ch, and MPEG 4 AAC profile 2, 48000 Hz, 1 ch',
		);
	});
});

it.each(['webm', 'bin', 'constructor'])('%s is not joined', async (extension) => {
	await expect(planJoin(extension, [Buffer.alloc(9)])).rejects.toThrow(
		`Files of the type ${extension} cannot be joined`,
	);
});

it.each(['mp3', 'wav', 'aac', 'pcm', 'flac', 'opus'])(
	'nothing is not joined as %s',
	async (extension) => {
		await expect(planJoin(extension, [])).rejects.toThrow('There is nothing to join');
	},
);
