import { call } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

type Body = Record<string, unknown>;
const BASIC = { model: 'video-basic', prompt: 'A calm sea', duration: '5s' };
const queue = (body: Body) => call(service, '/video/queue', { body });
const retrieve = (body: Body) => call(service, '/video/retrieve', { body });
const complete = (body: Body) => call(service, '/video/complete', { body });
const job = async (more: Body = {}) => {
	const { json } = await queue({ ...BASIC, ...more });
	const { model, queue_id, download_url } = json as Record<string, string>;
	return { id: { model, queue_id }, link: download_url ?? '' };
};
const FACE = 'https://example.com/face.png';
const consenting = { model: 'video-consent', image_url: FACE };
const answers = {
	confirmed_terms_and_privacy: true,
	confirmed_legal_right: true,
	confirmed_screening_acknowledged: true,
};

describe('a video job', () => {
	it('is charged when queued, runs, then returns a film', async () => {
		const { json } = await queue({ ...BASIC, resolution: '1080p', audio: false, unknown: 1 });
		expect(json).toEqual({ model: 'video-basic', queue_id: expect.any(String) });
		expect(service.ledger).toMatchObject([{ path: '/video/queue', usd: 0.375 }]);
		const id = json as Body;
		expect((await retrieve(id)).json).toMatchObject({
			status: 'PROCESSING',
			average_execution_time: 60_000,
		});
		service.advance(60_000);
		const { headers, bytes } = await retrieve(id);
		expect(headers['content-type']).toBe('video/mp4');
		expect(bytes.toString('latin1', 4, 12)).toBe('ftypisom');
		for (const box of ['moov', 'trak', 'stsd', 'mdat']) expect(bytes.includes(box)).toBe(true);
	});

	it('is gone once its media was deleted', async () => {
		const { id } = await job();
		expect((await complete(id)).json).toEqual({ success: false });
		service.advance(60_000);
		expect((await complete(id)).json).toEqual({ success: true });
		const gone = await retrieve(id);
		expect([gone.status, gone.json]).toMatchObject([404, { code: 'MEDIA_NOT_FOUND' }]);
	});

	it.each([
		['[moderated]', true, 0],
		['[kept]', false, 0.25],
	])('says whether a refusal at the end refunds the money: %s', async (mark, back, paid) => {
		const { id } = await job({ prompt: mark });
		service.advance(60_000);
		const reply = await retrieve(id);
		expect(reply.status).toBe(422);
		expect(reply.json).toEqual({
			error: {
				message: expect.any(String),
				type: 'provider_content_policy',
				recommended_model: 'video-basic',
				credits_refunded: back,
			},
		});
		const total = service.ledger.reduce((sum, { usd }) => sum + usd, 0);
		expect(total).toBeCloseTo(paid);
		const { json } = await call(service, '/billing/usage-history');
		expect((json as { data: unknown[] }).data).toHaveLength(back ? 2 : 1);
	});

	it('takes references, elements, scenes and data URLs', async () => {
		const link = 'https://example.com/a.png';
		const data = 'data:image/png;base64,AAAA';
		const { status } = await queue({
			...BASIC,
			model: 'lab/video-scenes',
			aspect_ratio: 'adaptive',
			elements: [{ frontal_image_url: data, reference_image_urls: [link], video_url: link }],
			scene_image_urls: [link],
			reference_image_urls: [link],
			reference_audio_urls: [link],
			video_url: link,
			audio_url: link,
		});
		expect(status).toBe(200);
		const image = { ...BASIC, model: 'video-image', image_url: data, duration: 'Auto' };
		expect((await queue({ ...image, end_image_url: link })).status).toBe(200);
	});

	it('of an upscaler needs neither prompt nor duration', async () => {
		const body = { model: 'video-upscale', video_url: 'https://example.com/a.mp4' };
		expect((await queue({ ...body, upscale_factor: 4, duration: '30s' })).status).toBe(200);
		expect(service.ledger).toMatchObject([{ usd: 1.6 }]);
	});
});

describe('a model with a link', () => {
	const get = (url: string, more: Parameters<typeof call>[2] = {}) =>
		call(service, url, { key: null, ...more });

	it('returns it once, answers COMPLETED, and the film is behind the link', async () => {
		const { id, link } = await job({ model: 'video-private' });
		expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/downloads\/\w+$/);
		expect((await get(link)).status).toBe(404);
		service.advance(60_000);
		const done = await retrieve(id);
		expect(done.json).toMatchObject({ status: 'COMPLETED', execution_duration: 60_000 });
		expect(done.json).not.toHaveProperty('download_url');
		expect((await get(link)).headers['content-type']).toBe('video/mp4');
		expect(service.unexpected).toEqual([]);
	});

	it('refuses and notes a key that is sent along', async () => {
		const { link } = await job({ model: 'video-private' });
		service.advance(60_000);
		expect((await get(link, { key: service.keys.user })).status).toBe(400);
		expect(service.unexpected).toEqual([expect.stringContaining('authorization')]);
	});

	it('ends its link after a day, or when it is deleted', async () => {
		const first = await job({ model: 'video-private' });
		const second = await job({ model: 'video-private' });
		service.advance(60_000);
		expect((await get(first.link, { method: 'DELETE' })).status).toBe(200);
		expect((await get(first.link)).status).toBe(410);
		expect((await get(second.link)).status).toBe(200);
		service.advance(86_400_000);
		expect((await get(second.link)).status).toBe(410);
		expect((await get(`${second.link}x`)).status).toBe(404);
	});
});

describe('consent', () => {
	it('is asked for when a face is found, and nothing is charged', async () => {
		const reply = await queue({ ...BASIC, ...consenting, reference_video_urls: [FACE] });
		expect(reply.status).toBe(409);
		expect(reply.json).toEqual({
			error: { code: 'needs_consent', message: expect.any(String) },
			consent_flow: expect.any(String),
			face_media_roles: ['image', 'reference_video'],
			consent: { consent_version: expect.any(String), policy_text: expect.any(String) },
			docs_url: expect.any(String),
		});
		expect(service.ledger).toEqual([]);
	});

	it('once given, lets the same media pass for good', async () => {
		const { json } = await queue({ ...BASIC, ...consenting });
		const { consent_flow: flow } = json as { consent_flow: string };
		const given = { ...BASIC, ...consenting, consents: { [flow]: answers } };
		expect((await queue(given)).status).toBe(200);
		expect((await queue({ ...BASIC, ...consenting })).status).toBe(200);
		for (const change of [{ confirmed_legal_right: false }, { consent_version: '1' }]) {
			const consents = { [flow]: { ...answers, ...change } };
			expect((await queue({ ...BASIC, ...consenting, consents })).status).toBe(400);
		}
	});

	it('is not asked for without a face', async () => {
		const image_url = 'https://example.com/sea.png';
		expect((await queue({ ...BASIC, ...consenting, image_url })).status).toBe(200);
	});
});
