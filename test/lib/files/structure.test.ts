import { fileKindOf } from '../../../lib/files/fileKinds';
import { structureProblemOf, StructureCheck } from '../../../lib/files/structureCheck';
import { music } from '../../service/media/music';
import { picture } from '../../service/media/picture';
import { flat } from '../../service/media/raster';
import { toMp4 } from '../../service/media/mp4';
import { spoken } from '../../service/media/speech';

const size = { width: 48, height: 32 };
const said = (format: 'mp3' | 'opus' | 'aac' | 'flac' | 'wav') =>
	spoken('Good morning, here is the news', format, { speed: 1, sampleRate: 24_000 });

const FILES: Array<[name: string, bytes: Buffer]> = [
	['PNG', picture('png', size, 'a')],
	['JPEG', picture('jpeg', size, 'a')],
	['GIF', Buffer.from(`GIF89a\x08\0\x08\0\0\0\0,\x02\xfe${'D'.repeat(254)}\0;`, 'latin1')],
	['WebP', picture('webp', size, 'a')],
	['MP3', said('mp3')],
	['Opus', said('opus')],
	['AAC', said('aac')],
	['FLAC', said('flac')],
	['WAV', said('wav')],
	['MP4', toMp4(flat(size, { red: 9, green: 9, blue: 9 }), 2)],
];

const inPieces = (bytes: Buffer, length: number) => {
	const structure = new StructureCheck(bytes, fileKindOf(bytes.subarray(0, 64))?.structure);
	for (let at = 0; at < bytes.length; at += length)
		structure.addChunk(bytes.subarray(at, at + length));
	return structure.problem();
};

describe('the structure of a file', () => {
	it.each(FILES)('%s is whole, in whatever pieces it comes', async (_name, bytes) => {
		expect(await structureProblemOf(bytes)).toBeUndefined();
		for (const length of [1, 7, 100, 4096]) expect(inPieces(bytes, length)).toBeUndefined();
	});

	it.each(FILES)('%s is not, wherever it is cut', async (name, bytes) => {
		for (const share of [0.1, 0.3, 0.5, 0.7, 0.9, 0.99]) {
			// Of its last chunk, this one lacks what fills it up.
			if (name === 'WebP' && share > 0.7) continue;
			const cut = bytes.subarray(0, Math.max(64, Math.floor(bytes.length * share)));
			// What is made of small parts may be cut between two of them.
			if (['MP3', 'AAC'].includes(name) && (await structureProblemOf(cut)) === undefined) continue;
			expect(await structureProblemOf(cut)).toMatch(
				new RegExp(`^The ${name} file (ends .*too early|is damaged)`),
			);
			// It is looked at whole.
			if (name !== 'WebP') expect(inPieces(cut, 13)).toBe(await structureProblemOf(cut));
		}
	});

	it.each(FILES)('%s is not, with zeros or noise in place of its middle', async (_name, bytes) => {
		const noisy = Buffer.from(bytes);
		noisy.fill(0x5a, 40, Math.floor(bytes.length * 0.6));
		expect(await structureProblemOf(noisy)).not.toBe('');
		expect(() => inPieces(noisy, 5)).not.toThrow();
	});

	it.each(['MP3', 'AAC', 'FLAC'])('%s is whole behind a tag, and is what it is', async (name) => {
		const [, bytes = Buffer.alloc(0)] = FILES.find(([one]) => one === name) ?? [];
		for (const filled of [0, 10, 300]) {
			const size = Buffer.from([filled >> 7, filled & 127]);
			const head = [Buffer.from('ID3\x04\0\0\0\0', 'latin1'), size, Buffer.alloc(filled)];
			const tagged = Buffer.concat([...head, ...head, bytes]);
			expect(await structureProblemOf(tagged)).toBeUndefined();
			expect(fileKindOf(tagged)?.structure?.name).toBe(name);
			const cut = tagged.subarray(0, name === 'FLAC' ? 40 + 2 * filled : -9);
			expect(await structureProblemOf(cut)).toMatch(
				new RegExp(`^The ${name} file (ends .*too early|is damaged)`),
			);
		}
	});

	it('Ogg is whole without a mark on its last page, and not without a page of sound', async () => {
		const bytes = Buffer.from(said('opus'));
		const last = bytes.lastIndexOf('OggS');
		bytes[last + 5] = (bytes[last + 5] ?? 0) & ~4;
		expect(await structureProblemOf(bytes)).toBeUndefined();
		const first = bytes.indexOf('OggS', bytes.indexOf('OpusTags'));
		expect(await structureProblemOf(bytes.subarray(0, first))).toBe('The Opus file ends too early');
		expect(await structureProblemOf(bytes.subarray(0, -9))).toBe(
			'The Opus file ends 9 bytes too early',
		);
	});

	it.each([
		[
			'says',
			12,
			/^The MP3 file says that it has 12 frames, but it has \d+: players may stop too early$/,
		],
		['counts', 4000, /^The MP3 file ends too early$/],
	])(
		'MP3 is not whole where its index %s another number of frames',
		async (_says, count, problem) => {
			const bytes = Buffer.from(said('mp3'));
			const at = bytes.indexOf('Info') + 8;
			expect(bytes.readUInt32BE(at)).toBe(34);
			bytes.writeUInt32BE(count, at);
			expect(await structureProblemOf(bytes)).toMatch(problem);
			for (const length of [1, 7, 4096]) expect(inPieces(bytes, length)).toMatch(problem);
			bytes.writeUInt32BE(0, at);
			expect(await structureProblemOf(bytes)).toBeUndefined();
		},
	);

	it('MP3 is not whole where another file follows, and players stop after the first', async () => {
		expect(await structureProblemOf(Buffer.concat([said('mp3'), said('mp3')]))).toMatch(
			/players may stop/,
		);
	});

	it('WAV is not whole where there is sound behind the end that its header names', async () => {
		const bytes = Buffer.from(said('wav'));
		const at = bytes.indexOf('data') + 4;
		const problem = /^The WAV file is damaged after \d+ bytes$/;
		for (const behind of [bytes, Buffer.concat([bytes, Buffer.from(said('wav'))])]) {
			const size =
				behind === bytes ? Math.floor((bytes.length - at) / 3 / 2) * 2 : bytes.length - at - 4;
			const lying = Buffer.from(behind);
			lying.writeUInt32LE(size, at);
			expect(await structureProblemOf(lying)).toMatch(problem);
			expect(inPieces(lying, 7)).toMatch(problem);
		}
		for (const open of [0, 0xffff_ffff, 0x7fff_ffff]) {
			bytes.writeUInt32LE(open, at);
			expect(await structureProblemOf(bytes)).toBeUndefined();
		}
	});

	it('WAV is whole with chunks and zeros behind its sound', async () => {
		const list = Buffer.from('LIST\x04\0\0\0INFO', 'latin1');
		expect(
			await structureProblemOf(Buffer.concat([said('wav'), list, Buffer.alloc(99)])),
		).toBeUndefined();
	});

	it.each(['PNG', 'JPEG', 'GIF'])('%s is whole with what follows its end mark', (name) => {
		const [, bytes = Buffer.alloc(0)] = FILES.find(([one]) => one === name) ?? [];
		for (const trailer of name === 'GIF' ? ['\0\0', '\r\n'] : ['\0\0', '\r\n', '\x18ftyp mp4'])
			expect(inPieces(Buffer.concat([bytes, Buffer.from(trailer)]), 13)).toBeUndefined();
	});

	it('is not checked in an unknown format', async () => {
		expect(await structureProblemOf(Buffer.from('anything'))).toBeUndefined();
		expect(await structureProblemOf(Buffer.alloc(0))).toBeUndefined();
	});

	it.each(['mp3', 'wav', 'flac'])('music as %s is whole', async (format) => {
		const made = music(format, 2, 'Rain');
		expect(await structureProblemOf(made.bytes)).toBeUndefined();
	});
});
