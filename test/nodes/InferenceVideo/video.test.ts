import type { INodeParameters } from 'n8n-workflow';

import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { listed, typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import { withOptions } from '../../engine/withOptions';
import { picture } from '../../service/media/picture';
import { withService } from '../withService';

const world = withService();
const node = new InferenceVideo();
const queueVideo = world.runner(node, { resource: 'video', operation: 'queue' });
const transcribe = world.runner(node, { resource: 'recording', operation: 'transcribe' });
const run = world.runner(node, { resource: 'video' });
const url = (usedAs: string, name: string) => ({
	usedAs,
	fileSource: 'url',
	fileUrl: `https://files.example.com/${name}`,
});
const queue = async (id: string, { media, ...parameters }: INodeParameters = {}) => {
	const asked = { model: typed(id), prompt: 'A paper boat', duration: listed('5s') };
	const more: INodeParameters = media === undefined ? {} : { media };
	return await queueVideo(withOptions({ ...asked, ...parameters }, more));
};
const retrieve = async (id: string, queueId: unknown, options = {}) =>
	await run({ operation: 'retrieve', model: typed(id), queueId: String(queueId), options });
const path = (poses: object[]): INodeParameters => ({
	options: { cameraPath: JSON.stringify(poses) },
});
const sent = () => world.service.requests('/video/queue')[0]?.body;

describe('Inference Video: Quote and Queue', () => {
	it('quotes with everything that sets a price', async () => {
		const { outputs, error } = await run({
			operation: 'quote',
			model: typed('video-basic'),
			duration: listed('10s'),
			options: {
				audio: false,
				referenceVideoDuration: 12,
			},
		});
		expect(world.service.requests('/video/quote')[0]?.body).toEqual({
			model: 'video-basic',
			duration: '10s',
			audio: false,
			reference_video_total_duration: 12,
		});
		expect(error).toBeUndefined();
		expect(outputs[0]?.[0]?.json).toEqual({
			model: expect.any(String),
			amount: expect.any(Number),
			currency: 'USD',
		});
	});

	it('queues a video from text', async () => {
		const { item } = await queue('video-basic', {
			options: {
				aspectRatio: listed('9:16'),
				audio: false,
				negativePrompt: 'text',
				resolution: listed('720p'),
			},
		});
		expect(sent()).toEqual({
			model: 'video-basic',
			prompt: 'A paper boat',
			duration: '5s',
			aspect_ratio: '9:16',
			audio: false,
			negative_prompt: 'text',
			resolution: '720p',
		});
		expect(item.json).toMatchObject({ queueId: expect.any(String) });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('sends media of every kind in its own field', async () => {
		const elements = [{ frontal_image_url: 'https://files.example.com/e.png' }];
		const { error } = await queue('lab/video-scenes', {
			media: {
				medium: [
					url('reference_image_urls', 'r1.png'),
					url('reference_image_urls', 'r2.png'),
					url('reference_video_urls', 'r.mp4'),
					url('reference_audio_urls', 'r.wav'),
					url('scene_image_urls', 's.png'),
					url('reference_document_urls', 'd.pdf'),
					{ ...url('keyframes', 'k.png'), frameIndex: 24 },
					url('audio_url', 'a.wav'),
					url('video_url', 'v.mp4'),
				],
			},
			options: {
				elements: JSON.stringify(elements),
				referenceTask: 'extend',
				resolution: listed('768P'),
			},
		});
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject({
			reference_image_urls: [
				'https://files.example.com/r1.png',
				'https://files.example.com/r2.png',
			],
			reference_video_urls: ['https://files.example.com/r.mp4'],
			reference_audio_urls: ['https://files.example.com/r.wav'],
			scene_image_urls: ['https://files.example.com/s.png'],
			reference_document_urls: ['https://files.example.com/d.pdf'],
			keyframes: [{ frame_index: 24, image_url: 'https://files.example.com/k.png' }],
			omni_reference_task_type: 'extend',
			audio_url: 'https://files.example.com/a.wav',
			video_url: 'https://files.example.com/v.mp4',
			elements,
		});
	});

	it('sends as many references and as long a prompt as the model may take', async () => {
		const many = Array.from({ length: 30 }, (_, index) => url('reference_image_urls', `${index}`));
		const prompt = 'a'.repeat(20_000);
		const { error } = await queue('lab/video-scenes', { prompt, media: { medium: many } });
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject({ prompt, reference_image_urls: { length: 30 } });
	});

	it('leaves the number of references to the service, which charges nothing for a refusal', async () => {
		const many = Array.from({ length: 31 }, (_, index) => url('reference_image_urls', `${index}`));
		const { error } = await queue('lab/video-scenes', { media: { medium: many } });
		expect(error?.message).toMatch(
			/^The service does not accept these values.*reference_image_urls/,
		);
		expect(world.service.ledger).toEqual([]);
	});

	it.each([
		['auto', 'auto'],
		['-1', '16:9'],
		['17s', 'adaptive'],
	])('queues the duration %s in the aspect ratio %s', async (duration, aspectRatio) => {
		const { error } = await queue('lab/video-scenes', {
			duration: listed(duration),
			options: { aspectRatio: listed(aspectRatio) },
		});
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject({ duration, aspect_ratio: aspectRatio });
	});

	it('sends a picture of the item as a data URL, and the last picture by address', async () => {
		const png = picture('png', { width: 300, height: 300 }, 'start').toString('base64');
		const { error } = await queueVideo(
			{
				model: typed('video-image'),
				prompt: 'Move',
				duration: listed('Auto'),
				options: {
					media: {
						medium: [
							{ usedAs: 'image_url', fileSource: 'binary' },
							url('end_image_url', 'end.png'),
						],
					},
				},
			},
			{
				items: [
					{ json: {}, binary: { data: { data: png, mimeType: 'image/png', fileName: 's.png' } } },
				],
			},
		);
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject({
			image_url: `data:image/png;base64,${png}`,
			end_image_url: 'https://files.example.com/end.png',
		});
	});

	it('explains that consent is needed, and sends it', async () => {
		const media = { medium: [url('image_url', 'face.png')] };
		const { error } = await queue('video-consent', { media });
		expect(error).toMatchObject({ httpCode: '409' });
		const [, flow] = /Consent Flow "(\w+)"/.exec(error?.description ?? '') ?? [];
		expect(error?.description).toContain('Policy: I have the right');
		const given = { flow, terms: true, right: true, screening: true };
		const again = await queue('video-consent', { media, options: { consent: { given } } });
		expect(again.error).toBeUndefined();
		const half = await queue('video-consent', {
			media,
			options: { consent: { given: { ...given, right: false } } },
		});
		expect(half.error?.message).toMatch(/^Consent needs all three confirmations/);
	});

	it('asks for the shortest video where Duration is empty, also for a price', async () => {
		await queue('video-basic', { duration: listed('') });
		expect(world.service.requests('/video/queue')[0]?.body).toMatchObject({ duration: '5s' });
	});

	it('refuses an empty Duration where nothing says what the model allows', async () => {
		const { error } = await queue('video-unknown', { duration: listed('') });
		expect(error?.message).toBe('Duration must not be empty for the model video-unknown');
		expect(world.service.requests('/video/queue')).toEqual([]);
	});

	it.each([
		[
			{ duration: listed('7s') },
			/^Duration must be one of 5s, 10s, but "7s" was given, for the model video-basic/,
		],
		[{ prompt: '={{ "" }}' }, /^Prompt must not be empty/],
		[
			{ media: { medium: [{ usedAs: 'image_url', fileSource: 'url', fileUrl: 'picture.png' }] } },
			/^File 1 must be a whole address that starts with/,
		],
		[
			{ media: { medium: [{ usedAs: 'image_url', fileSource: 'binary' }] } },
			/no binary data at all/,
		],
		[
			{ media: { medium: [url('image_url', 'a'), url('image_url', 'b')] } },
			/^Only one First Image is allowed, but both File 1 and File 2 are used as one/,
		],
		[
			{ media: { medium: [url('reference_audio_urls', 'a.wav')] } },
			/^A Reference Audio needs a Reference Image/,
		],
		[
			{ media: { medium: [{ ...url('keyframes', 'k.png'), frameIndex: -1 }] } },
			/^Frame Index of File 1 must be a whole number of at least 0, but -1 was given/,
		],
		[
			{ media: { medium: [{ ...url('keyframes', 'k.png'), frameIndex: 121 }] } },
			/^Frame Index of File 1 must be at most 120 for a video of 5 seconds, but 121 was given/,
		],
		[
			{ media: { medium: [url('keyframes', 'k.png'), url('keyframes', 'l.png')] } },
			/^Frame Index of File 2: frame 0 already has an image/,
		],
		[path([{ time: 0 }]), /^Camera Path must have 2 to 12 poses, but 1 was given/],
		[
			path([{ time: 1 }, { time: 1 }]),
			/^Pose 2 of Camera Path must be later than the one before, but 1 follows 1/,
		],
		[path([{ time: 0 }, {}]), /^Pose 2 of Camera Path must have a time of at least 0/],
		[
			path([{ time: 0 }, { time: 1, azimuth: -11_521 }]),
			/^Camera Path may turn by at most 11520 degrees, but it turns by 11521/,
		],
		[path([{ time: 0 }, { time: 1 }]), /^Camera Path needs a Start Image/],
		[
			path(Array.from({ length: 13 }, (_, time) => ({ time }))),
			/^Camera Path may have at most 12 entries, but 13 were given/,
		],
		[{ options: { aspectRatio: listed('1:1') } }, /^Aspect Ratio must be one of 16:9, 9:16/],
		[{ options: { elements: '{}' } }, /^Elements must be a JSON array/],
	])('refuses %j before it is paid', async (parameters, sentence) => {
		const { error } = await queue('video-basic', parameters);
		expect(error?.message).toMatch(sentence);
		expect(world.service.requests('/video/queue')).toEqual([]);
	});

	it('offers the durations of the chosen model', async () => {
		const { results } = await world.search(node, 'searchDurations', {
			parameters: { model: { __rl: true, ...typed('video-image') } },
		});
		expect(results.map(({ value }) => value)).toEqual(['5s', '1 gen', 'Auto']);
	});
});

describe('Inference Video: Retrieve, Delete Media, Transcribe', () => {
	it('waits its turn, then returns the file', async () => {
		const queueId = (await queue('video-basic')).outputs[0]?.[0]?.json.queueId;
		const running = await retrieve('video-basic', queueId);
		expect(running.outputs[0]?.[0]?.json).toMatchObject({ done: false, queueId });
		world.service.advance(300_000);
		const { item } = await retrieve('video-basic', queueId);
		expect(item.json).toMatchObject({ fileName: 'video.mp4', mimeType: 'video/mp4', done: true });
		expect((await binaryBuffer(item.binary?.data)).toString('latin1', 4, 8)).toBe('ftyp');
	});

	it('fetches a download link without the key', async () => {
		const [job] = (await queue('video-private')).outputs[0] ?? [];
		const { queueId, downloadUrl } = job?.json ?? {};
		expect(downloadUrl).toMatch(/^http/);
		world.service.advance(300_000);
		const without = await retrieve('video-private', queueId);
		expect(without.outputs[0]?.[0]?.json).toMatchObject({ status: 'COMPLETED', done: true });
		const { item } = await retrieve('video-private', queueId, { downloadUrl });
		expect(item.json).toMatchObject({ fileName: 'video.mp4', downloadUrl, queueId });
	});

	it('deletes the media', async () => {
		const queueId = (await queue('video-basic')).outputs[0]?.[0]?.json.queueId;
		world.service.advance(300_000);
		const { item } = await run({
			operation: 'delete',
			model: typed('video-basic'),
			queueId: String(queueId),
		});
		expect(item.json).toMatchObject({ deleted: true });
	});

	it.each([
		['json', { text: expect.any(String), language: 'en' }],
		['text', { text: expect.any(String) }],
	])('transcribes an online video as %s', async (outputAs, json) => {
		const link = 'https://video.example.com/watch?v=1';
		const { item } = await transcribe({ url: link, outputAs });
		expect(world.service.requests('/video/transcriptions')[0]?.body).toEqual({
			url: link,
			response_format: outputAs,
		});
		const unknown = { cost: null, costUnknown: 'No price is known for this call' };
		expect(item.json).toEqual({ ...json, ...unknown, requestId: expect.any(String) });
	});

	it('sends a link without the spaces around it', async () => {
		const { error } = await transcribe({ url: ' https://www.youtube.com/watch?v=local ' });
		expect(error).toBeUndefined();
		const [{ body } = {}] = world.service.requests('/video/transcriptions');
		expect(body).toMatchObject({ url: 'https://www.youtube.com/watch?v=local' });
	});

	it('wants a link', async () => {
		const { error } = await transcribe({ url: 'watch' });
		expect(error?.message).toMatch(/^URL must be a whole address that starts with https/);
		expect(world.service.journal).toEqual([]);
	});
});
