import { call } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService({ limits: { videoQueue: 500 } });
});
afterAll(() => service.close());
beforeEach(() => service.reset());

type Body = Record<string, unknown>;
const LINK = 'https://example.com/a.png';
const links = (count: number) => Array.from({ length: count }, () => LINK);
const scenes = { model: 'lab/video-scenes' };
const upscale = { model: 'video-upscale', video_url: LINK, prompt: undefined, duration: undefined };

describe('queueing a video is refused', () => {
	it.each<[field: string, body: Body]>([
		['model', { model: 'video-none' }],
		['model', { model: 'image-basic' }],
		['prompt', { prompt: undefined }],
		['prompt', { prompt: '' }],
		['prompt', { prompt: 'a'.repeat(2501) }],
		['prompt', { model: 'video-private', prompt: 'a'.repeat(5001) }],
		['negative_prompt', { negative_prompt: 'a'.repeat(2501) }],
		['negative_prompt', { ...scenes, negative_prompt: 'fog' }],
		['duration', { duration: undefined }],
		['duration', { duration: 5 }],
		['duration', { duration: '31s' }],
		['duration', { duration: '17s' }],
		['duration', { duration: '15s' }],
		['aspect_ratio', { aspect_ratio: '1:2' }],
		['aspect_ratio', { aspect_ratio: '1:1' }],
		['aspect_ratio', { model: 'video-image', image_url: LINK, aspect_ratio: '16:9' }],
		['resolution', { resolution: '2k' }],
		['resolution', { resolution: '480p' }],
		['audio', { model: 'video-image', image_url: LINK, audio: true }],
		['audio', { audio: 'true' }],
		['image_url', { image_url: LINK }],
		['image_url', { model: 'video-image' }],
		['image_url', { model: 'video-image', image_url: 'ftp://example.com/a' }],
		['elements', { ...scenes, elements: Array.from({ length: 5 }, () => ({})) }],
		['elements', { ...scenes, elements: [{ reference_image_urls: links(4) }] }],
		['scene_image_urls', { ...scenes, scene_image_urls: links(5) }],
		['reference_image_urls', { ...scenes, reference_image_urls: links(31) }],
		['reference_video_urls', { ...scenes, reference_video_urls: links(11) }],
		['reference_audio_urls', { ...scenes, reference_audio_urls: links(1) }],
		['reference_document_urls', { ...scenes, reference_document_urls: links(2) }],
		['reference_document_urls', { reference_document_urls: links(1) }],
		['keyframes', { ...scenes, keyframes: Array(11).fill({ frame_index: 0, image_url: LINK }) }],
		['keyframes', { ...scenes, keyframes: [{ frame_index: -1, image_url: LINK }] }],
		['keyframes', { ...scenes, keyframes: [{ image_url: LINK }] }],
		['omni_reference_task_type', { ...scenes, omni_reference_task_type: 'copy' }],
		['prompt', { ...scenes, prompt: 'a'.repeat(20_001) }],
		['upscale_factor', { upscale_factor: 2 }],
		['upscale_factor', { ...upscale, upscale_factor: 3 }],
		['prompt', { ...upscale, prompt: 'Sharper' }],
		['resolution', { ...upscale, resolution: '720p' }],
		['video_url', { ...upscale, video_url: undefined }],
	])('with 400 that names %s: %j', async (field, body) => {
		const reply = await call(service, '/video/queue', {
			body: { model: 'video-basic', prompt: 'A calm sea', duration: '5s', ...body },
		});
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
		expect(service.ledger).toEqual([]);
	});

	it('with 422 by the content policy, with 403 outside of a region', async () => {
		const body = { model: 'video-basic', prompt: '[refused]', duration: '5s' };
		const refused = await call(service, '/video/queue', { body });
		expect(refused.status).toBe(422);
		expect(refused.json).toMatchObject({ suggested_prompt: expect.any(String) });
		const regional = { ...body, model: 'video-regional' };
		expect((await call(service, '/video/queue', { body: regional })).status).toBe(403);
		expect((await call(service, '/video/quote', { body: regional })).status).toBe(403);
	});

	it('with 413 above 35 MB', async () => {
		const image_url = `data:image/png;base64,${'A'.repeat(36 * 1024 * 1024)}`;
		const reply = await call(service, '/video/queue', {
			body: { model: 'video-image', image_url },
		});
		expect(reply.status).toBe(413);
	});
});

describe('a quote for a video', () => {
	const quote = (body: Body) => call(service, '/video/quote', { body, key: null });

	it.each<[field: string, body: Body]>([
		['duration', { model: 'video-basic' }],
		['resolution', { ...scenes, duration: '5s' }],
		['aspect_ratio', { model: 'video-private', duration: '5s' }],
		['video_url', { model: 'video-upscale' }],
		['resolution', { model: 'video-basic', duration: '5s', resolution: '480p' }],
		[
			'reference_video_total_duration',
			{ model: 'video-basic', duration: '5s', reference_video_total_duration: 76 },
		],
	])('is refused with 400 that names %s', async (field, body) => {
		const reply = await quote(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it.each([
		[{ model: 'video-basic', duration: '10s' }, 0.5],
		[{ ...scenes, duration: '5s', resolution: '1080p' }, 0.5],
		[{ model: 'video-basic', duration: '10s', audio: false }, 0.375],
		[{ model: 'video-basic', duration: '10s', reference_video_total_duration: 5 }, 0.4],
		[{ model: 'video-upscale', video_url: LINK, upscale_factor: 4 }, 1.6],
	])('%j is %d USD', async (body, usd) => {
		expect((await quote(body)).json).toEqual({ quote: usd });
	});
});

describe('the transcript of a video', () => {
	const send = (body: Body) => call(service, '/video/transcriptions', { body });

	it.each([
		['url', {}],
		['url', { url: 'a film' }],
		['url', { url: 'data:video/mp4;base64,AA' }],
		['response_format', { url: LINK, response_format: 'srt' }],
		['language', { url: LINK, language: 'de' }],
	])('is refused with 400 that names %s', async (field, body) => {
		const reply = await send(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('is JSON or text, and is charged', async () => {
		expect((await send({ url: LINK })).json).toEqual({
			transcript: `What is said at ${LINK}`,
			lang: 'en',
		});
		const text = await send({ url: LINK, response_format: 'text' });
		expect(text.headers['content-type']).toBe('text/plain; charset=utf-8');
		expect(service.ledger).toHaveLength(2);
	});
});
