import { problemOf, Structure } from '../../../lib/files/structure';
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
	['WebP', picture('webp', size, 'a')],
	['MP3', said('mp3')],
	['Opus', said('opus')],
	['AAC', said('aac')],
	['FLAC', said('flac')],
	['WAV', said('wav')],
	['MP4', toMp4(flat(size, { red: 9, green: 9, blue: 9 }), 2)],
];

/** The only one whose frames do not say how long they are: a cut is seen in its head alone. */
const cuttable = FILES.filter(([name]) => name !== 'FLAC');

const inPieces = (bytes: Buffer, length: number) => {
	const structure = new Structure(bytes.subarray(0, 64));
	for (let at = 0; at < bytes.length; at += length) structure.add(bytes.subarray(at, at + length));
	return structure.problem();
};

describe('the structure of a file', () => {
	it.each(FILES)('%s is whole, in whatever pieces it comes', (_name, bytes) => {
		expect(problemOf(bytes)).toBeUndefined();
		for (const length of [1, 7, 100, 4096]) expect(inPieces(bytes, length)).toBeUndefined();
	});

	it.each(cuttable)('%s is not, wherever it is cut', (name, bytes) => {
		for (const share of [0.3, 0.5, 0.7, 0.9, 0.99]) {
			const cut = bytes.subarray(0, Math.max(64, Math.floor(bytes.length * share)));
			// What is made of small parts may be cut between two of them.
			if (['MP3', 'AAC'].includes(name) && problemOf(cut) === undefined) continue;
			expect(problemOf(cut)).toMatch(new RegExp(`^The ${name} file (ends .*too early|is damaged)`));
			expect(inPieces(cut, 13)).toBe(problemOf(cut));
		}
	});

	it.each(cuttable)('%s is not, with zeros or noise in place of its middle', (_name, bytes) => {
		const noisy = Buffer.from(bytes);
		noisy.fill(0x5a, 40, Math.floor(bytes.length * 0.6));
		expect(() => problemOf(noisy)).not.toThrow();
		expect(() => inPieces(noisy, 5)).not.toThrow();
	});

	it('is not checked in an unknown format', () => {
		expect(problemOf(Buffer.from('anything'))).toBeUndefined();
		expect(problemOf(Buffer.alloc(0))).toBeUndefined();
	});

	it.each(['mp3', 'wav', 'flac'])('music as %s is whole', (format) => {
		const made = music(format, 2, 'Rain');
		expect(problemOf(made.bytes)).toBeUndefined();
	});
});
