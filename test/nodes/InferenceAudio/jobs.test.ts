import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { listed, typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const queue = world.runner(node, { resource: 'music', operation: 'queue' });
const quote = world.runner(node, { resource: 'music', operation: 'quote' });
const run = world.runner(node, { resource: 'job', model: typed('music-basic') });
const queued = async (prompt = 'Calm piano over distant rain') => {
	const { item } = await queue({ model: typed('music-basic'), prompt });
	return String(item.json.queueId);
};
const retrieve = async (queueId: string, options = {}) =>
	await run({ operation: 'retrieve', queueId, options });

describe('Inference Audio: Quote and Queue', () => {
	it('quotes a price for every way models are priced', async () => {
		const { item } = await quote({
			model: typed('music-narration'),
			options: { textLength: 2500 },
		});
		expect(world.service.requests('/audio/quote')[0]?.body).toEqual({
			model: 'music-narration',
			character_count: 2500,
		});
		expect(item.json).toEqual({
			model: expect.any(String),
			amount: expect.any(Number),
			currency: 'USD',
		});
		await quote({ model: typed('music-basic'), options: { durationSeconds: 60 } });
		expect(world.service.requests('/audio/quote')[1]?.body).toEqual({
			model: 'music-basic',
			duration_seconds: 60,
		});
		expect(world.service.ledger).toEqual([]);
	});

	it.each([
		[
			'music-basic',
			{ lyrics: 'La la', forceInstrumental: false, durationSeconds: 30 },
			{ lyrics_prompt: 'La la', force_instrumental: false, duration_seconds: 30 },
		],
		['music-basic', { lyricsOptimizer: true }, { lyrics_optimizer: true }],
		['lab/music-effects', { loop: true }, { loop: true }],
		[
			'music-narration',
			{ voice: listed('Bert'), language: 'en', speed: 1.5 },
			{ voice: 'Bert', language_code: 'en', speed: 1.5 },
		],
	])('queues a job of %s with %j', async (id, options, body) => {
		const { item } = await queue({ model: typed(id), prompt: 'A long enough prompt', options });
		expect(world.service.requests('/audio/queue')[0]?.body).toEqual({
			model: id,
			prompt: 'A long enough prompt',
			...body,
		});
		expect(item.json).toEqual({
			model: id,
			queueId: expect.any(String),
			status: 'QUEUED',
			done: false,
			cost: { amount: expect.any(Number), currency: 'USD', estimated: true },
		});
		expect(world.service.ledger).toHaveLength(1);
	});

	it.each([
		['music-song', {}, 'Lyrics must not be empty for the model music-song'],
		[
			'lab/music-effects',
			{ durationSeconds: 23 },
			'Duration (Seconds) must be at most 22, but 23 was given, for the model lab/music-effects',
		],
		[
			'music-basic',
			{ lyrics: 'La', lyricsOptimizer: true },
			'Lyrics must be empty when Lyrics Optimizer is on',
		],
		[
			'music-narration',
			{ voice: listed('Zoe') },
			'Voice must be one of Ada, Bert, Cleo, but "Zoe" was given, for the model music-narration',
		],
		[
			'music-narration',
			{ speed: 3 },
			'Speed must be at most 2, but 3 was given, for the model music-narration',
		],
	])('the model %s refuses %j: %s', async (id, options, sentence) => {
		const { error } = await queue({ model: typed(id), prompt: 'A long enough prompt', options });
		expect(error?.message).toBe(`${sentence}`);
		expect(world.service.requests('/audio/queue')).toEqual([]);
	});
});

describe('Inference Audio: Retrieve and Delete Media', () => {
	it('returns the status while it runs, and the file when it is done', async () => {
		const queueId = await queued();
		const running = await retrieve(queueId);
		expect(running.outputs[0]?.[0]?.json).toMatchObject({
			status: 'PROCESSING',
			done: false,
			model: 'music-basic',
			queueId,
			averageExecutionTime: expect.any(Number),
		});
		world.service.advance(60_000);
		const { item } = await retrieve(queueId, { fileName: 'rain' });
		expect(item.json).toMatchObject({
			status: 'COMPLETED',
			done: true,
			fileName: 'rain.mp3',
			mimeType: 'audio/mpeg',
			queueId,
		});
		expect((await binaryBuffer(item.binary?.data)).length).toBe(item.json.bytes);
	});

	it('names the job when it cannot be had', async () => {
		const { error } = await retrieve('no-such-job');
		expect(error?.message).toMatch(
			/never existed, has expired or was deleted.*\(job no-such-job of the model music-basic\)/,
		);
		expect(error?.context).toMatchObject({ queueId: 'no-such-job', model: 'music-basic' });
	});

	it('passes on the prompt that the service suggests', async () => {
		const queueId = await queued('Piano [moderated]');
		world.service.advance(60_000);
		const { error } = await retrieve(queueId);
		expect(error).toMatchObject({ httpCode: '422' });
		expect(error?.description).toContain('suggests this prompt instead: A calm landscape at dawn');
	});

	it('deletes the media, and says so', async () => {
		const queueId = await queued();
		world.service.advance(60_000);
		const { item } = await run({ operation: 'delete', queueId });
		expect(world.service.requests('/audio/complete')[0]?.body).toEqual({
			model: 'music-basic',
			queue_id: queueId,
		});
		expect(item.json).toMatchObject({ deleted: true, queueId });
		expect((await retrieve(queueId)).error).toMatchObject({ httpCode: '404' });
	});
});
