import { leaveOutMedia } from '../../../lib/core/leaveOutMedia';

const base64 = (start: number[]) =>
	Buffer.concat([Buffer.from(start), Buffer.alloc(600, 7)]).toString('base64');
const text = (start: string) => [...Buffer.from(start, 'latin1')];

describe('leaveOutMedia', () => {
	it.each([
		['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
		['JPEG', [0xff, 0xd8, 0xff, 0xe0]],
		['WebP or WAV', text('RIFF')],
		['MP3 with a tag', text('ID3')],
		['MP3', [0xff, 0xfb, 0x90, 0]],
		['AAC', [0xff, 0xf1, 0x50, 0]],
		['Ogg', text('OggS')],
		['FLAC', text('fLaC')],
		['MP4', [0, 0, 0, 0x20, ...text('ftypisom')]],
		['PDF', text('%PDF-1.4')],
		['TIFF', text('II*\0')],
		['a ZIP or office file', text('PK\x03\x04')],
	])('leaves out %s in base64, wherever it is', (_name, start) => {
		const left = leaveOutMedia({ images: [base64(start)], id: 'a' });
		expect(left).toEqual({
			images: [expect.stringMatching(/^\[a file of about 6[01]\d bytes was left out here\]$/)],
			id: 'a',
		});
	});

	it('leaves out data URLs', () => {
		const url = `data:image/png;base64,${'A'.repeat(400)}`;
		expect(leaveOutMedia([{ url }])).toEqual([
			{ url: '[a file of about 300 bytes, image/png, was left out here]' },
		]);
	});

	it.each([
		['long texts', 'A word, and another. '.repeat(5000)],
		['code of a contract', `0x${'60806040'.repeat(500)}`],
		['a signed transaction', Buffer.alloc(1200, 1).toString('base64')],
		['short base64', base64(text('OggS')).slice(0, 100)],
		['numbers', 5],
		['null', null],
		['dates', new Date(0)],
	])('leaves %s as they are', (_name, value) => {
		expect(leaveOutMedia({ value })).toEqual({ value });
	});
});
