import { gzipSync } from 'node:zlib';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { itemWith } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();

/** What was spoken of a file, and the error. */
async function spoken(bytes: Buffer, options: INodeParameters = {}) {
	const file = { data: bytes.toString('base64'), mimeType: 'text/plain', fileName: 'film.srt' };
	const { error } = await world.run({
		node,
		parameters: {
			...{ resource: 'speech', operation: 'generateFromSubtitles', subtitlesSource: 'binary' },
			options,
		},
		items: itemWith({ data: file }),
	});
	const calls = world.service.requests('/audio/speech');
	return { error, said: calls.map(({ body }) => (body as IDataObject).input) };
}
const cue = (text: string) => `1\n00:00:01,000 --> 00:00:03,000\n${text}\n`;

it.each([
	['utf-16le', Buffer.from(`\uFEFF${cue('Größe')}`, 'utf16le')],
	['utf-16be', Buffer.from(`\uFEFF${cue('Größe')}`, 'utf16le').swap16()],
	['utf-8', Buffer.from(`\uFEFF${cue('Größe')}`)],
])('a file in %s is read by its byte order mark', async (_name, bytes) => {
	expect(await spoken(bytes, { encoding: 'koi8-r' })).toEqual({ said: ['Größe'] });
});

it.each([
	['windows-1252', 'M\xfcller \xe0 la carte \x96 ok', 'Müller à la carte – ok'],
	['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0?', 'Привет, как дела?'],
	[
		'shift_jis',
		'\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd\x81A\x93d\x8e\xd4\x82\xcd\x90\xb3\x8c\xdf\x82\xc9\x8fo\x82\xdc\x82\xb7\x81B',
		'こんにちは、電車は正午に出ます。',
	],
	[
		'windows-874',
		'\xca\xc7\xd1\xca\xb4\xd5\xa4\xc3\xd1\xba \xe0\xc3\xd7\xcd\xcd\xcd\xa1\xe0\xb7\xd5\xe8\xc2\xa7',
		'สวัสดีครับ เรือออกเที่ยง',
	],
	['macintosh', 'Le caf\x8e est ferm\x8e \x88 midi.', 'Le café est fermé à midi.'],
	['macintosh', 'Herr M\x9fller l\x8aut zu sp\x8at.', 'Herr Müller läut zu spät.'],
	['windows-1252', 'Don\x92t wait, Ren\xe9e.', 'Don’t wait, Renée.'],
	[
		'koi8-r',
		'\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xc1\xcb \xc4\xc5\xcc\xc1? \xf0\xcf\xca\xc4\xa3\xcd \xc7\xd5\xcc\xd1\xd4\xd8.',
		'Привет, как дела? Пойдём гулять.',
	],
	[
		'gb18030',
		'\xc4\xe3\xba\xc3\xa3\xac\xc4\xe3\xbd\xf1\xcc\xec\xd4\xf5\xc3\xb4\xd1\xf9\xa3\xbf\xce\xd2\xc3\xc7\xc8\xa5\xc9\xa2\xb2\xbd\xb0\xc9\xa1\xa3',
		'你好，你今天怎么样？我们去散步吧。',
	],
	[
		'big5',
		'\xa7A\xa6n\xa1A\xa7A\xa4\xb5\xa4\xd1\xab\xe7\xbb\xf2\xbc\xcb\xa1H\xa7\xda\xad\xcc\xa5h\xb4\xb2\xa8B\xa7a\xa1C',
		'你好，你今天怎麼樣？我們去散步吧。',
	],
	[
		'euc-kr',
		'\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4. \xbf\xc0\xb4\xc3\xc0\xba \xb3\xaf\xbe\xbe\xb0\xa1 \xc1\xc1\xb3\xd7\xbf\xe4.',
		'안녕하세요. 오늘은 날씨가 좋네요.',
	],
	['iso-8859-2', 'Za\xbf\xf3\xb3\xe6', 'Zażółć'],
	['windows-1256', '\xe3\xd1\xcd\xc8\xc7 \xdf\xed\xdd \xcd\xc7\xe1\xdf', 'مرحبا كيف حالك'],
])(
	'a file in %s is refused with that name, and read where it is chosen',
	async (encoding, text, words) => {
		const bytes = Buffer.from(cue(text), 'latin1');
		const { error, said } = await spoken(bytes);
		expect(error?.message).toBe(
			`The file in the binary field "data" is not UTF-8; it is probably ${encoding}`,
		);
		expect(error?.description).toMatch(/^Set Options > Encoding/);
		expect(said).toEqual([]);
		expect(await spoken(bytes, { encoding })).toEqual({ said: [words] });
	},
);

it.each([
	['gz', gzipSync(cue('Hello'))],
	['zip', Buffer.from(`PK\x03\x04\x14${'\0'.repeat(25)}film.srt`)],
	['mp4', Buffer.from(`\0\0\0\x18ftypisom\0\0\0\0isomavc1${'\0\x81'.repeat(90)}`, 'latin1')],
])('a file of the type %s is refused as that, whatever encoding is chosen', async (type, bytes) => {
	for (const encoding of ['', 'windows-1252']) {
		const { error, said } = await spoken(bytes, { encoding });
		expect(error?.message).toMatch(` is not text: by its bytes it is a file of the type "${type}"`);
		expect(said).toEqual([]);
	}
});

it('a file in UTF-16 without a mark is noticed, though its zeros are UTF-8 too', async () => {
	const bytes = Buffer.from(cue('Hello'), 'utf16le');
	const { error } = await spoken(bytes);
	expect(error?.message).toMatch(/ is not UTF-8; it is probably utf-16le$/);
	expect(await spoken(bytes, { encoding: 'utf-16le' })).toEqual({ said: ['Hello'] });
});

it('bytes that are not in the chosen encoding are refused, and an encoding that does not exist', async () => {
	const bytes = Buffer.from(cue('M\xfcller'), 'latin1');
	const wrong = await spoken(bytes, { encoding: 'euc-jp' });
	expect(wrong.error?.message).toMatch(
		/is not euc-jp: it contains bytes that are not valid in this encoding$/,
	);
	const none = await spoken(bytes, { encoding: 'klingon' });
	expect(none.error?.message).toMatch(/^Encoding must be one such as .*, but "klingon" was given$/);
	expect([wrong.said, none.said]).toEqual([[], []]);
});

it('a file that is UTF-8 is read as that, whatever encoding was chosen for others', async () => {
	expect(await spoken(Buffer.from(cue('Größe')), { encoding: 'windows-1252' })).toEqual({
		said: ['Größe'],
	});
});
