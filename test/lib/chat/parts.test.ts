import { partOfFile, partOfUrl, type AttachmentKind } from '../../../lib/chat/attachmentParts';

const bytes = Buffer.from([0, 1, 254, 255]);
const base64 = bytes.toString('base64');

describe('partOfFile', () => {
	it.each<[AttachmentKind, string, string | undefined, unknown]>([
		[
			'image',
			'image/png',
			'a.png',
			{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
		],
		[
			'video',
			'video/mp4',
			undefined,
			{ type: 'video_url', video_url: { url: `data:video/mp4;base64,${base64}` } },
		],
		[
			'file',
			'application/pdf',
			'report.pdf',
			{
				type: 'file',
				file: { file_data: `data:application/pdf;base64,${base64}`, filename: 'report.pdf' },
			},
		],
		[
			'file',
			'',
			undefined,
			{ type: 'file', file: { file_data: `data:application/octet-stream;base64,${base64}` } },
		],
		['file', 'image/png', undefined, expect.objectContaining({ type: 'file' })],
	])('a part of the kind %s has the type %j', (kind, mimeType, fileName, expected) => {
		expect(partOfFile(kind, { bytes, mimeType, fileName })).toEqual(expected);
	});

	it.each([
		['audio/wav', undefined, 'wav'],
		['audio/x-wav', undefined, 'wav'],
		['audio/mpeg', undefined, 'mp3'],
		['audio/mp4', undefined, 'm4a'],
		['audio/flac', 'x.mp3', 'flac'],
		['application/octet-stream', 'Speech.M4A', 'm4a'],
		['', 'raw.pcm16', 'pcm16'],
		['video/ogg', 'talk.ogg', 'ogg'],
	])('audio of the type %j called %j has the format %s', (mimeType, fileName, format) => {
		expect(partOfFile('audio', { bytes, mimeType, fileName })).toEqual({
			type: 'input_audio',
			input_audio: { data: base64, format },
		});
	});

	it.each<[AttachmentKind, string, string | undefined, RegExp]>([
		['image', 'audio/wav', undefined, /must be an image, but the file is of the type "audio\/wav"/],
		['video', 'image/png', undefined, /must be a video, but the file is of the type "image\/png"/],
		['image', '', undefined, /must be an image, but the file is of the type ""/],
		['audio', 'application/pdf', 'a.pdf', /must be one of wav, mp3, .*"application\/pdf"/],
		['audio', '', undefined, /must be one of wav, mp3/],
	])('refuses %s of the type %j', (kind, mimeType, fileName, sentence) => {
		expect(() => partOfFile(kind, { bytes, mimeType, fileName })).toThrow(sentence);
	});
});

describe('partOfUrl', () => {
	const url = 'https://example.com/a';

	it.each<[AttachmentKind, string | undefined, unknown]>([
		['image', undefined, { type: 'image_url', image_url: { url } }],
		['video', undefined, { type: 'video_url', video_url: { url } }],
		['file', undefined, { type: 'file', file: { file_data: url } }],
		['file', 'a.pdf', { type: 'file', file: { file_data: url, filename: 'a.pdf' } }],
	])('a link is sent as a part of the kind %s', (kind, fileName, expected) =>
		expect(partOfUrl(kind, url, fileName)).toEqual(expected),
	);

	it.each(['http://example.com', 'HTTPS://example.com/x', 'data:image/png;base64,AAEC'])(
		'takes %s',
		(address) => expect(partOfUrl('image', address)).toMatchObject({ image_url: { url: address } }),
	);

	it.each(['', 'example.com/a.png', 'ftp://example.com/a', 'file:///a', 'https://', '//host/a'])(
		'refuses %j',
		(address) =>
			expect(() => partOfUrl('image', address)).toThrow(
				`must start with https://, http:// or data:, but "${address}" was given`,
			),
	);

	it('refuses audio, which is taken as a file only', () => {
		expect(() => partOfUrl('audio', url)).toThrow('from a binary field only');
	});
});
