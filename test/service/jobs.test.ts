import type { CallOptions } from './client';
import { type Body, localService } from './underTest';

const local = localService({ limits: { audio: 500, videoQueue: 500 } });
const charged = () => local.service.ledger.reduce((sum, { usd }) => sum + usd, 0);
const WALTZ = { model: 'music-basic', prompt: 'A slow waltz' };
const SEA = { model: 'video-basic', prompt: 'A calm sea', duration: '5s' };
const LINK = 'https://example.com/a.png';
const narration = { model: 'music-narration' };
const scenes = { model: 'lab/video-scenes' };

interface Job {
	id: { model: string; queue_id: string };
	link: string;
}

/** The jobs of one kind of media. */
function jobsOf(kind: 'audio' | 'video', start: Body) {
	const queue = (more: Body = {}) => local.post(`/${kind}/queue`, { ...start, ...more });
	return {
		queue,
		retrieve: (body: Body) => local.post(`/${kind}/retrieve`, body),
		complete: (body: Body) => local.post(`/${kind}/complete`, body),
		async job(more: Body = {}): Promise<Job> {
			const { json } = await queue(more);
			const { model = '', queue_id = '', download_url: link = '' } = json as Record<string, string>;
			return { id: { model, queue_id }, link };
		},
	};
}
const audio = jobsOf('audio', WALTZ);
const video = jobsOf('video', SEA);

it.each<[path: string, body: Body, usd: number]>([
	['/audio/quote', { model: 'music-basic' }, 0.1],
	['/audio/quote', { model: 'music-basic', duration_seconds: '60' }, 0.2],
	['/audio/quote', { model: 'music-song' }, 0.15],
	['/audio/quote', { model: 'lab/music-effects', duration_seconds: 10 }, 0.02],
	['/audio/quote', { ...narration, character_count: 2500 }, 0.25],
	['/video/quote', { model: 'video-basic', duration: '10s' }, 0.5],
	['/video/quote', { ...scenes, duration: '5s', resolution: '1080p' }, 0.5],
	['/video/quote', { model: 'video-basic', duration: '10s', audio: false }, 0.375],
	[
		'/video/quote',
		{ ...SEA, prompt: undefined, duration: '10s', reference_video_total_duration: 5 },
		0.75,
	],
	['/video/quote', { model: 'video-upscale', video_url: LINK, upscale_factor: 4 }, 1.6],
])('%s of %j is %d USD, and costs nothing', async (path, body, usd) => {
	const key = path.startsWith('/video') ? null : undefined;
	expect((await local.call(path, { body, key })).json).toEqual({ quote: expect.closeTo(usd) });
	expect(local.service.ledger).toEqual([]);
});

const SONG = { duration_seconds: 60, force_instrumental: true };
const FILM = { resolution: '1080p', audio: false, unknown: 1 };
const QUEUED = { model: 'music-basic', status: 'QUEUED' };

describe.each([
	['audio' as const, SONG, QUEUED, 0.2, 20_000, 'audio/mpeg'],
	['video' as const, FILM, { model: 'video-basic' }, 0.375, 60_000, 'video/mp4'],
])('a job for %s', (kind, more, queued, usd, ms, type) => {
	const jobs = { audio, video }[kind];

	it('is charged when queued, runs, and returns its bytes as often as asked', async () => {
		const { status, json } = await jobs.queue(more);
		const queue_id = expect.stringMatching(/^[0-9a-f-]{36}$/);
		expect([status, json]).toEqual([200, { ...queued, queue_id }]);
		const { model, queue_id: made } = json as Job['id'];
		const id = { model, queue_id: made };
		expect(local.service.ledger).toMatchObject([{ path: `/${kind}/queue`, usd }]);
		local.service.advance(ms / 4);
		const running = await jobs.retrieve(id);
		expect(running.json).toMatchObject({ status: 'PROCESSING', average_execution_time: ms });
		const { execution_duration: passed } = running.json as { execution_duration: number };
		expect(passed).toBeGreaterThanOrEqual(ms / 4);
		expect((await jobs.retrieve({ ...id, model: 'other' })).status).toBe(404);
		local.service.advance(ms);
		for (let again = 0; again < 2; again++) {
			const done = await jobs.retrieve(id);
			expect([done.status, done.headers['content-type']]).toEqual([200, type]);
		}
		expect(local.service.ledger).toHaveLength(1);
	});

	it('is gone once its media was deleted', async () => {
		const [{ id }, { id: other }] = [await jobs.job(), await jobs.job()];
		expect((await jobs.complete(id)).json).toEqual({ success: false });
		local.service.advance(ms);
		const last = await jobs.retrieve({ ...id, delete_media_on_completion: true });
		expect(last.headers['content-type']).toBe(type);
		expect((await jobs.complete(other)).json).toEqual({ success: true });
		for (const one of [id, other, { ...id, queue_id: 'x' }]) {
			expect(await jobs.retrieve(one)).toMatchObject({
				status: 404,
				json: { code: 'MEDIA_NOT_FOUND' },
			});
		}
		expect((await jobs.complete(id)).json).toEqual({ success: true });
		expect((await jobs.complete({ ...id, queue_id: 'x' })).status).toBe(400);
		expect((await jobs.retrieve({ queue_id: id.queue_id })).status).toBe(400);
	});
});

describe('audio', () => {
	it.each([
		['[moderated]', 422, 0],
		['[kept]', 422, 0.1],
		['[broken]', 500, 0.1],
		['[busy]', 503, 0.1],
	])('may fail in the end: %s', async (mark, status, paid) => {
		const { id } = await audio.job({ prompt: `A waltz ${mark}` });
		local.service.advance(20_000);
		expect((await audio.retrieve(id)).status).toBe(status);
		await audio.retrieve(id);
		expect(charged()).toBeCloseTo(paid);
	});
});

describe('a video', () => {
	const data = 'data:image/png;base64,AAAA';
	it.each<[what: string, body: Body]>([
		[
			'references, elements, scenes and data URLs',
			{
				...scenes,
				aspect_ratio: 'adaptive',
				elements: [{ frontal_image_url: data, reference_image_urls: [LINK], video_url: LINK }],
				...{ scene_image_urls: [LINK], reference_image_urls: [LINK], reference_audio_urls: [LINK] },
				...{ video_url: LINK, audio_url: LINK },
			},
		],
		[
			'an image at both ends',
			{ model: 'video-image', image_url: data, duration: 'Auto', end_image_url: LINK },
		],
		[
			'consent where no face is shown',
			{ model: 'video-consent', image_url: 'https://example.com/sea.png' },
		],
	])('takes %s', async (_what, body) => {
		expect((await video.queue(body)).status).toBe(200);
	});
});

describe('a video behind a link', () => {
	const model = 'video-private';
	const get = (url: string, asked: CallOptions = {}) => local.call(url, { key: null, ...asked });

	it('refuses and notes a key that is sent along', async () => {
		const { link } = await video.job({ model });
		local.service.advance(60_000);
		expect((await local.call(link)).status).toBe(400);
		expect(local.service.unexpected).toEqual([expect.stringContaining('authorization')]);
	});

	it('is gone after a day, or when it is deleted', async () => {
		const [first, second] = [await video.job({ model }), await video.job({ model })];
		local.service.advance(60_000);
		expect((await get(first.link, { method: 'DELETE' })).status).toBe(200);
		expect((await get(first.link)).status).toBe(410);
		expect((await get(second.link)).status).toBe(200);
		local.service.advance(86_400_000);
		expect((await get(second.link)).status).toBe(410);
		expect((await get(`${second.link}x`)).status).toBe(404);
	});
});
