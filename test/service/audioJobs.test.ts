import { call } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService({ limits: { audio: 500 } });
});
afterAll(() => service.close());
beforeEach(() => service.reset());

type Body = Record<string, unknown>;
const quote = (body: Body) => call(service, '/audio/quote', { body });
const queue = (body: Body) =>
	call(service, '/audio/queue', {
		body: { model: 'music-basic', prompt: 'A slow waltz', ...body },
	});
const retrieve = (body: Body) => call(service, '/audio/retrieve', { body });
const complete = (body: Body) => call(service, '/audio/complete', { body });

const job = async (body: Body = {}) => {
	const { json } = await queue(body);
	const { model, queue_id } = json as { model: string; queue_id: string };
	return { model, queue_id };
};
const narration = { model: 'music-narration' };

describe('a quote for audio', () => {
	it.each<[field: string, body: Body]>([
		['model', {}],
		['model', { model: 'tts-basic' }],
		['duration_seconds', { model: 'music-basic', duration_seconds: 45 }],
		['duration_seconds', { model: 'lab/music-effects', duration_seconds: '23' }],
		['duration_seconds', { model: 'lab/music-effects', duration_seconds: '5s' }],
		['duration_seconds', { model: 'music-song', duration_seconds: 30 }],
		['character_count', { ...narration }],
		['character_count', { ...narration, character_count: 0 }],
		['prompt', { model: 'music-basic', prompt: 'A waltz' }],
	])('is refused with 400 that names %s', async (field, body) => {
		const reply = await quote(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it.each([
		[{ model: 'music-basic' }, 0.1],
		[{ model: 'music-basic', duration_seconds: '60' }, 0.2],
		[{ model: 'music-song' }, 0.15],
		[{ model: 'lab/music-effects', duration_seconds: 10 }, 0.02],
		[{ ...narration, character_count: 2500 }, 0.25],
	])('%j is %d USD', async (body, usd) => {
		const { json } = await quote(body);
		expect(json).toEqual({ quote: expect.closeTo(usd) });
		expect(service.ledger).toEqual([]);
	});
});

describe('queueing audio is refused', () => {
	it.each<[field: string, body: Body]>([
		['prompt', { prompt: '' }],
		['prompt', { prompt: 'a'.repeat(501) }],
		['prompt', { model: 'music-song', prompt: 'Short', lyrics_prompt: 'La' }],
		['model', { model: 'music-none' }],
		['extra', { extra: 1 }],
		['lyrics_prompt', { model: 'music-song' }],
		['lyrics_prompt', { lyrics_prompt: 'La', lyrics_optimizer: true }],
		['lyrics_prompt', { ...narration, lyrics_prompt: 'La' }],
		['lyrics_prompt', { lyrics_prompt: 'a'.repeat(3001) }],
		['lyrics_optimizer', { model: 'music-song', lyrics_prompt: '', lyrics_optimizer: true }],
		['duration_seconds', { duration_seconds: 31 }],
		['duration_seconds', { ...narration, duration_seconds: 30 }],
		['force_instrumental', { ...narration, force_instrumental: true }],
		['loop', { loop: true }],
		['voice', { voice: 'Ada' }],
		['voice', { ...narration, voice: 'ada' }],
		['language_code', { language_code: 'de' }],
		['speed', { speed: 1 }],
		['speed', { ...narration, speed: 2.5 }],
		['speed', { ...narration, speed: 5 }],
	])('with 400 that names %s: %j', async (field, body) => {
		const reply = await queue(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
		expect(service.ledger).toEqual([]);
	});

	it('with 422 and a prompt that would pass', async () => {
		const reply = await queue({ prompt: 'Something [refused]' });
		expect(reply.status).toBe(422);
		expect(reply.json).toEqual({ error: expect.any(String), suggested_prompt: expect.any(String) });
		expect(service.ledger).toEqual([]);
	});
});

describe('an audio job', () => {
	it('is charged when queued, runs, and returns its bytes as often as asked', async () => {
		const { status, json } = await queue({ duration_seconds: 60, force_instrumental: true });
		expect(status).toBe(200);
		expect(json).toEqual({
			model: 'music-basic',
			queue_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			status: 'QUEUED',
		});
		expect(service.ledger).toMatchObject([{ path: '/audio/queue', usd: 0.2 }]);
		const { queue_id } = json as { queue_id: string };
		const id = { model: 'music-basic', queue_id };
		service.advance(5200);
		const running = await retrieve(id);
		expect(running.json).toMatchObject({ status: 'PROCESSING', average_execution_time: 20_000 });
		const { execution_duration: passed } = running.json as { execution_duration: number };
		expect(passed).toBeGreaterThanOrEqual(5200);
		service.advance(15_000);
		for (let again = 0; again < 2; again++) {
			const done = await retrieve(id);
			expect([done.status, done.headers['content-type']]).toEqual([200, 'audio/mpeg']);
		}
		expect(service.ledger).toHaveLength(1);
	});

	it.each([
		['lab/music-effects', { loop: true, duration_seconds: '5' }, 'audio/wav', 'RIFF'],
		['music-narration', { voice: 'Bert', language_code: 'de', speed: 2 }, 'audio/flac', 'fLaC'],
	])('of %s has the format of its model', async (model, body, type, start) => {
		const id = await job({ model, ...body });
		service.advance(20_000);
		const { headers, bytes } = await retrieve(id);
		expect(headers['content-type']).toBe(type);
		expect(bytes.toString('latin1', 0, 4)).toBe(start);
	});

	it('is gone once its media was deleted', async () => {
		const id = await job();
		const other = await job();
		expect((await complete(id)).json).toEqual({ success: false });
		service.advance(20_000);
		const last = await retrieve({ ...id, delete_media_on_completion: true });
		expect(last.headers['content-type']).toBe('audio/mpeg');
		expect((await complete(other)).json).toEqual({ success: true });
		for (const one of [id, other, { ...id, model: 'music-song' }, { ...id, queue_id: 'x' }]) {
			const reply = await retrieve(one);
			expect([reply.status, reply.json]).toMatchObject([404, { code: 'MEDIA_NOT_FOUND' }]);
		}
		expect((await complete(id)).json).toEqual({ success: true });
		expect((await complete({ ...id, queue_id: 'x' })).status).toBe(400);
		expect((await retrieve({ queue_id: id.queue_id })).status).toBe(400);
	});

	it('says that its deletion failed when a test wants so', async () => {
		const id = await job();
		service.advance(20_000);
		service.fault({ path: '/audio/complete', body: { success: false } });
		expect((await complete(id)).json).toEqual({ success: false });
		expect((await complete(id)).json).toEqual({ success: true });
	});

	it.each([
		['[moderated]', 422, 0],
		['[kept]', 422, 0.1],
		['[broken]', 500, 0.1],
		['[busy]', 503, 0.1],
	])('may fail in the end: %s', async (mark, status, paid) => {
		const id = await job({ prompt: `A waltz ${mark}` });
		service.advance(20_000);
		expect((await retrieve(id)).status).toBe(status);
		await retrieve(id);
		const total = service.ledger.reduce((sum, { usd }) => sum + usd, 0);
		expect(total).toBeCloseTo(paid);
	});

	it('may use other words for its status', async () => {
		const id = await job({ prompt: 'A waltz [status:running] [final:failed]' });
		expect((await retrieve(id)).json).toMatchObject({ status: 'running' });
		service.advance(20_000);
		expect((await retrieve(id)).json).toMatchObject({ status: 'failed' });
	});
});
