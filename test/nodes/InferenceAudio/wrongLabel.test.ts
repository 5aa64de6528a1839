import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';

const world = withService();
const runImage = world.runner(new InferenceImage(), {
	model: typed('image-basic'),
	prompt: 'A boat',
});
const node = new InferenceAudio();
const run = world.runner(node);
const queue = world.runner(node, { resource: 'music', operation: 'queue' });
const retrieve = world.runner(node, { resource: 'job', operation: 'retrieve' });
const LABELS = ['text/plain', 'text/html', 'application/json', 'application/octet-stream', ''];

const speak = async (outputFormat: string, binaryMode?: 'filesystem') =>
	await run({ text: 'Good morning', options: { outputFormat } }, { binaryMode });

describe('a file under a wrong label', () => {
	describe.each(['mp3', 'wav', 'flac', 'opus', 'aac', 'pcm'])('%s', (format) => {
		it.each(LABELS)('comes out whole as "%s"', async (label) => {
			const right = await speak(format);
			const bytes = await binaryBuffer(right.outputs[0]?.[0]?.binary?.data);
			world.service.fault({ path: '/audio/speech', headers: { 'content-type': label } });
			const { item } = await speak(format, 'filesystem');
			expect((await binaryBuffer(item.binary?.data)).equals(bytes)).toBe(true);
			expect(item.json).toMatchObject({
				fileName: right.outputs[0]?.[0]?.json.fileName,
				mimeType: right.outputs[0]?.[0]?.json.mimeType,
				bytes: bytes.length,
			});
		});
	});

	it('is known for what it is when it is a picture, and arrives in small pieces', async () => {
		world.service.fault({
			path: '/image/generate',
			headers: { 'content-type': 'text/plain' },
			slow: { pieces: 40, everyMs: 1 },
		});
		const { item } = await runImage({
			options: { sizeAndQuality: { width: 64, height: 64 }, outputFormat: 'png' },
		});
		expect(item.json).toMatchObject({ mimeType: 'image/png' });
		const { data } = item.binary ?? {};
		expect((await binaryBuffer(data)).length).toBe(item.json.bytes);
	});

	it.each<[string, number[]]>([
		['an icon', [0, 0, 1, 0, 5, 0]],
		['a bitmap', [0x42, 0x4d, 9, 9, 9, 9, 0, 0, 0, 0]],
		['a picture', [0xff, 0xd8, 0xff, 0xe0]],
		['old sound', [0x2e, 0x73, 0x6e, 0x64, 0]],
	])('is not taken for %s where raw samples begin like one', async (_what, start) => {
		const body = Buffer.concat([Buffer.from(start), Buffer.alloc(200, '\x01\0\x02\0')]);
		const even = body.subarray(0, 200);
		for (const contentType of ['audio/pcm', 'application/octet-stream']) {
			world.service.fault({ path: '/audio/speech', status: 200, body: even, contentType });
			const { item } = await speak('pcm');
			expect(item.json).toMatchObject({
				...{ fileName: 'speech.pcm', mimeType: 'audio/pcm', bytes: 200 },
			});
			expect(item.json).not.toHaveProperty('damaged');
		}
	});

	it.each([
		['PNG', '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'PNG'],
		['GIF', 'GIF89a\x01\0', 'GIF'],
		['PDF', '%PDF-1.7\n\x81\x02', 'application/pdf'],
		[
			'Word',
			`PK\x03\x04${'\0'.repeat(26)}word/a\x81`,
			'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
		],
	])('is not taken for raw samples where it is a %s', async (_what, start, name) => {
		const body = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(200, 0x81)]);
		world.service.fault({ path: '/audio/speech', status: 200, body, contentType: 'audio/pcm' });
		const { error, outputs } = await speak('pcm');
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toContain(name);
	});

	it('is not named after the format that was asked for where nothing knows it', async () => {
		const body = Buffer.from([7, 0, 9, 255, 1, 2, 3]);
		const fault = { status: 200, processed: true, body, contentType: 'audio/x-any' };
		world.service.fault({ path: '/audio/speech', ...fault });
		const { item } = await speak('mp3');
		expect(item.json).toMatchObject({
			fileName: 'speech.bin',
			mimeType: 'audio/x-any',
		});
		expect(item.json.damaged).toContain('in no format of audio that is known');
	});

	it('is fetched for a job all the same', async () => {
		const job = { model: typed('music-basic') };
		const queued = await queue({ ...job, prompt: 'Rain' });
		world.service.advance(600_000);
		const queueId = String(queued.outputs[0]?.[0]?.json.queueId);
		world.service.fault({ path: '/audio/retrieve', headers: { 'content-type': 'text/plain' } });
		const { item } = await retrieve({ ...job, queueId });
		expect(item.json).toMatchObject({ done: true, bytes: expect.any(Number) });
		expect(world.service.requests('/audio/retrieve')).toHaveLength(1);
	});

	it.each(LABELS)('is distinguished from text as "%s"', async (label) => {
		const text = 'We are sorry: nothing can be said today, for the voices have a cold — äöü.';
		world.service.fault({
			path: '/audio/speech',
			status: 200,
			body: label === 'text/plain' ? text : { text },
			headers: { 'content-type': label },
		});
		const { error, outputs } = await speak('mp3');
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toContain('text where a file was expected');
		expect(error?.message).toContain('We are sorry');
		expect(error?.message).toMatch(/; the call may have been charged$/);
	});
});

describe('an answer that cannot be read', () => {
	it('may have been charged when it is JSON where a picture was expected', async () => {
		world.service.fault({ path: '/image/generate', malformed: true, processed: true });
		const { error } = await runImage();
		expect(error?.message).toMatch(/; the call may have been charged$/);
		expect(error?.message.match(/charged/g)).toHaveLength(1);
		expect(world.service.ledger).toHaveLength(1);
	});

	it.each([
		['transcription', '/audio/transcriptions'],
		['speech', '/audio/speech'],
	])('says so once for %s', async (what, path) => {
		world.service.fault({ path, malformed: true, processed: true });
		const wav = await speak('wav');
		const [item] = wav.outputs[0] ?? [];
		const { error } =
			what === 'transcription'
				? await run(
						{ resource: 'recording', operation: 'transcribe' },
						{ items: item ? [item] : [] },
					)
				: wav;
		expect(error?.message.match(/; the call may have been charged$/g)).toHaveLength(1);
		expect(error?.message.match(/charged/g)).toHaveLength(1);
	});
});

describe('a file that breaks off', () => {
	it('was not when it is fetched for a job', async () => {
		const job = { model: typed('music-basic') };
		const queued = await queue({ ...job, prompt: 'Rain' });
		world.service.advance(600_000);
		const queueId = String(queued.outputs[0]?.[0]?.json.queueId);
		world.service.fault({ path: '/audio/retrieve', cut: 'midway', times: 20 });
		const { error } = await retrieve({ ...job, queueId });
		expect(error?.message).toMatch(/could not be stored whole: .*\(job /);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/charged/);
		expect(error?.description).toContain('Fetching it again costs nothing');
	});
});
