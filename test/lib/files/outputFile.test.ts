import { Readable } from 'node:stream';

import { streamOf } from '../../../lib/core/streams';
import { fileNameOf, firstWords } from '../../../lib/files/fileName';

describe('fileNameOf', () => {
	it.each([
		['', 'speech.mp3'],
		[undefined, 'speech.mp3'],
		[null, 'speech.mp3'],
		['   ', 'speech.mp3'],
		['.', 'speech.mp3'],
		['..', 'speech.mp3'],
		['news', 'news.mp3'],
		[' news ', 'news.mp3'],
		['news.wav', 'news.wav'],
		['news.MP3', 'news.MP3'],
		['Episode 1.5', 'Episode 1.5.mp3'],
		['v2.10', 'v2.10.mp3'],
		['v2.final', 'v2.final.mp3'],
		['a'.repeat(300), `${'a'.repeat(196)}.mp3`],
		[`${'日'.repeat(100)}.mp3`, `${'日'.repeat(65)}.mp3`],
		['Dr. Who and the rest', 'Dr. Who and the rest.mp3'],
		['a/b\\c:d*e?f"g<h>i|j', 'a_b_c_d_e_f_g_h_i_j.mp3'],
		['../../etc/passwd', '.._.._etc_passwd.mp3'],
		['line\nbreak\u0000', 'line_break_.mp3'],
		['Größe 日本', 'Größe 日本.mp3'],
		[2026, '2026.mp3'],
	])('%j is called %s', (wished, expected) => {
		expect(fileNameOf(wished, 'speech', 'mp3')).toBe(expected);
	});
});

it.each([
	['A lighthouse, in a storm!', 'a-lighthouse-in-a-storm'],
	['one two three four five six seven', 'one-two-three-four-five-six'],
	['../../etc/passwd\\C:\u0000', 'etc-passwd-c'],
	['Don’t *stop*', 'dont-stop'],
	['🌊🌊 waves 👩‍👩‍👧', 'waves'],
	['\u202eمنارة في \u200fعاصفة', 'منارة-في-عاصفة'],
	['\ud800half\udc00', 'half'],
	['cafe\u0301', 'café'],
	['日'.repeat(600), '日'.repeat(20)],
	['a'.repeat(5_000), 'a'.repeat(60)],
	['CON', 'con'],
	['…', ''],
	['', ''],
	[undefined, ''],
	[{ prompt: 'no text' }, ''],
])('the first words of %j for a file name are "%s"', (text, words) => {
	expect(firstWords(text)).toBe(words);
	const name = fileNameOf('', ['image', words].filter(Boolean).join('-'), 'png');
	expect(name).toMatch(/^image(?:-[\p{L}\p{M}\p{N}-]+)?\.png$/u);
});

describe('streamOf', () => {
	async function* pieces() {
		yield Buffer.from('a,b\n');
		yield Buffer.from('1,2\n');
	}

	it('creates a stream of the same class as the sample', async () => {
		const stream = streamOf(pieces(), Readable.from([]));
		expect(stream).toBeInstanceOf(Readable);
		const chunks: unknown[] = [];
		for await (const chunk of stream) chunks.push(String(chunk));
		expect(chunks).toEqual(['a,b\n', '1,2\n']);
	});

	it.each([['text'], [Buffer.from('text')], [{}], [undefined]])(
		'refuses the sample %p',
		(sample) => {
			expect(() => streamOf(pieces(), sample)).toThrow(TypeError);
		},
	);
});
