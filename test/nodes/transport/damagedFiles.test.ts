import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { gzipSync } from 'node:zlib';

import { typed } from '../../coverage/given';
import { picture } from '../../service/media/picture';
import { spoken } from '../../service/media/speech';
import { withService } from '../withService';

const world = withService();
const png = picture('png', { width: 64, height: 64 }, 'boat');
const cut = png.subarray(0, png.length - 20);

/** A file of 400 bytes with that signature. */
const startOf = (mark: string) =>
	Buffer.concat([Buffer.from(mark, 'latin1'), Buffer.alloc(400, 0xa7)]);

const generate = async (fault: object, options = {}) => {
	world.service.fault({ path: '/image/generate', status: 200, processed: true, ...fault });
	return await world.run({
		node: new InferenceImage(),
		parameters: { model: typed('image-basic'), prompt: 'A boat', options },
	});
};

describe('a file that comes damaged', () => {
	it('is kept, since it is paid for, and said to be damaged', async () => {
		const { item, logs } = await generate({ body: cut, contentType: 'image/png' });
		expect(item.json).toMatchObject({
			bytes: cut.length,
			mimeType: 'image/png',
			damaged: expect.stringMatching(/^The PNG file ends .*too early$/),
		});
		expect(item.binary?.data).toBeDefined();
		expect(logs.join('\n')).toContain('too early');
	});

	it('is kept among others that are whole', async () => {
		const images = [png, cut, Buffer.from('no image')].map((bytes) => bytes.toString('base64'));
		const options = { outputFormat: 'png', variants: 3 };
		const { item } = await generate({ body: { id: 'i', images } }, options);
		expect(item.json.files).toMatchObject([
			{ field: 'data', bytes: png.length },
			{ field: 'data_1', damaged: expect.stringContaining('too early') },
			{ field: 'data_2', damaged: 'The file is not an image' },
		]);
		expect(item.json.damaged).toBeUndefined();
	});

	it('is an error when it is no file of that kind at all', async () => {
		const junk = { body: { id: 'i', images: ['!!junk!!', 'AAAA'] } };
		expect((await generate(junk, { variants: 2 })).error?.message).toMatch(
			/not an image; the call/,
		);
		const page = { body: '<html><title>Log in</title>', contentType: 'image/png' };
		expect((await generate(page)).error?.message).toMatch(/text where a file was expected/);
	});

	it.each([
		['audio/mpeg', 'image-a-boat.png', 'image/png'],
		['IMAGE/JPEG', 'image-a-boat.png', 'image/png'],
		['', 'image-a-boat.png', 'image/png'],
		['image/jpeg, text/html', 'image-a-boat.png', 'image/png'],
		['application/octet-stream', 'image-a-boat.png', 'image/png'],
	])('is what its bytes are when it is labelled "%s"', async (contentType, fileName, mimeType) => {
		const { item } = await generate({ body: png, contentType });
		expect(item.json).toMatchObject({ fileName, mimeType, bytes: png.length });
		expect(item.binary?.data).toMatchObject({ fileName, mimeType });
	});

	it.each<[string, Buffer | string, string, string]>([
		['sound', spoken('Hi', 'mp3', { speed: 1, sampleRate: 24_000 }), 'image/png', 'format MP3'],
		['a page', '<!doctype html><p>Log in', 'video/x-any', 'text where a file'],
		['a status in UTF-16', Buffer.from('\uFEFF{"status":"x"}', 'utf16le'), '', 'text where a file'],
	])('is no picture when it is %s', async (_what, body, contentType, words) => {
		const { error } = await generate({ body, contentType });
		expect(error?.message).toContain(words);
		expect(error?.message).toMatch(/; the call may have been charged$/);
	});

	const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4"/></svg>';
	const REMARK = `<?xml version="1.0"?><!-- ${'drawn by hand '.repeat(20)}-->`;
	it.each<[string, Buffer | string, string, string, string]>([
		['a drawing', DRAWING, 'application/octet-stream', 'svg', 'image/svg+xml'],
		['a drawing', `${REMARK}${DRAWING}`, 'text/xml', 'svg', 'image/svg+xml'],
		['a drawing', DRAWING, 'image/png', 'svg', 'image/svg+xml'],
		['a TIFF', startOf('MM\0*'), 'application/octet-stream', 'tif', 'image/tiff'],
		['a bitmap', startOf('BM\x92\x01\0\0\0\0\0\0'), 'image/png', 'bmp', 'image/bmp'],
		['a JPEG XL', startOf('\0\0\0\fJXL \r\n'), '', 'jxl', 'image/jxl'],
		['a HEIC', startOf('\0\0\0\x18ftypheic'), 'image/png', 'heic', 'image/heic'],
	])(
		'%s that a label does not name is kept: %#',
		async (_what, body, contentType, end, mimeType) => {
			const { item, error } = await generate({ body, contentType });
			expect(error).toBeUndefined();
			expect(item.json).toMatchObject({ fileName: `image-a-boat.${end}`, mimeType });
		},
	);

	it.each([
		['application/octet-stream', 'image-a-boat.bin', 'application/octet-stream'],
		['image/png', 'image-a-boat.bin', 'application/octet-stream'],
		['image/svg+xml', 'image-a-boat.bin', 'application/octet-stream'],
		['video/x-any', 'image-a-boat.bin', 'application/octet-stream'],
		['image/x-any, text/html', 'image-a-boat.bin', 'application/octet-stream'],
		['image/x-any; q=1', 'image-a-boat.bin', 'image/x-any'],
	])('what nothing knows is kept and marked, labelled %s', async (contentType, name, mimeType) => {
		const body = Buffer.from([7, 0, 9, 255, 1, 2, 3]);
		const { item, logs } = await generate({ body, contentType });
		const damaged =
			'The file is in no format of image that is known: it starts with 070009ff010203';
		expect(item.json).toMatchObject({ fileName: name, mimeType, damaged, bytes: 7 });
		expect(item.binary?.data).toMatchObject({ fileName: name, mimeType });
		expect(logs.join('\n')).toContain(damaged);
	});

	it('each of several files is what its bytes are', async () => {
		const images = [png, picture('jpeg', { width: 64, height: 64 }, 'boat')];
		const body = { id: 'i', images: images.map((bytes) => bytes.toString('base64')) };
		const { item } = await generate({ body }, { outputFormat: 'webp', variants: 2 });
		expect(item.json.files).toMatchObject([
			{ fileName: 'image-a-boat.png', mimeType: 'image/png' },
			{ fileName: 'image-a-boat_1.jpg', mimeType: 'image/jpeg' },
		]);
	});

	it('says that it came compressed, so that its end is not known', async () => {
		const headers = { 'content-encoding': 'gzip' };
		const { item } = await generate({ body: gzipSync(png), contentType: 'image/png', headers });
		expect(item.json.damaged).toMatch(/^The file was sent compressed/);
	});

	it('is not deleted from the service', async () => {
		const node = new InferenceVideo();
		const job = { resource: 'video', model: typed('video-basic') };
		const queued = await world.run({
			node,
			parameters: { ...job, operation: 'queue', prompt: 'A boat', duration: '5s' },
		});
		const queueId = String(queued.outputs[0]?.[0]?.json.queueId);
		const mp4 = Buffer.from('0000001466747970697363', 'hex');
		const body = Buffer.concat([mp4, Buffer.alloc(9), Buffer.from('00ffffff6d6f6f76', 'hex')]);
		world.service.fault({ path: '/video/retrieve', status: 200, body, contentType: 'video/mp4' });
		const options = { deleteMediaOnCompletion: true };
		const { item } = await world.run({
			node,
			parameters: { ...job, operation: 'retrieve', queueId, options },
		});
		expect(item.json.damaged).toMatch(/MP4 file/);
		expect(world.service.requests('/video/complete')).toEqual([]);
	});

	it('is no film when it is a drawing', async () => {
		const job = { resource: 'video', model: typed('video-basic') };
		const parameters = { ...job, operation: 'retrieve', queueId: 'any' };
		const body = '<svg xmlns="http://www.w3.org/2000/svg"/>';
		const drawing = { path: '/video/retrieve', status: 200, body, contentType: 'image/svg+xml' };
		world.service.fault({ ...drawing, times: 9 });
		const { outputs, error } = await world.run({ node: new InferenceVideo(), parameters });
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toMatch(/svg/);
	});

	it.each(['aac', 'flac'] as const)('speech is %s behind a long tag', async (format) => {
		const tag = Buffer.concat([
			Buffer.from('ID3\x04\0\0\0\x01\0\0', 'latin1'),
			Buffer.alloc(16_384),
		]);
		const body = Buffer.concat([tag, spoken('Hi', format, { speed: 1, sampleRate: 24_000 })]);
		world.service.fault({ path: '/audio/speech', status: 200, body, contentType: '' });
		const { item } = await world.run({ node: new InferenceAudio(), parameters: { text: 'Hi' } });
		expect(item.json).toMatchObject({ fileName: `speech.${format}`, mimeType: `audio/${format}` });
		expect(item.json).not.toHaveProperty('damaged');
	});

	it('speech that comes damaged is kept', async () => {
		const node = new InferenceAudio();
		const parameters = { text: 'Good morning', options: { outputFormat: 'wav' } };
		world.service.fault({ path: '/audio/speech', cut: 'short' });
		const { outputs } = await world.run({ node, parameters });
		expect(outputs.flat().length).toBeLessThanOrEqual(1);
	});
});
