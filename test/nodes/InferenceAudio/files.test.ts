import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { typed } from '../../coverage/given';
import { picture } from '../../service/media/picture';
import { spoken } from '../../service/media/speech';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const transcribe = world.runner(node, { resource: 'recording', operation: 'transcribe' });
const clone = world.runner(node, { resource: 'voice', operation: 'clone' });
const wav = spoken('A sample of a voice that is long enough', 'wav', {
	speed: 1,
	sampleRate: 24_000,
});
const recording = (fileName = 'call.wav', mimeType = 'audio/wav', bytes = wav) => [
	{ json: {}, binary: { data: { data: bytes.toString('base64'), mimeType, fileName } } },
];

describe('Inference Audio: Transcribe', () => {
	it('sends the recording as a part of a form, with all options', async () => {
		const { item } = await transcribe(
			{
				model: typed('lab/asr-segments'),
				options: { language: 'en', timestamps: true },
			},
			{ items: recording() },
		);
		const [request] = world.service.requests('/audio/transcriptions');
		expect(request?.body).toEqual({
			model: 'lab/asr-segments',
			language: 'en',
			timestamps: 'true',
		});
		expect(request?.files).toEqual([
			expect.objectContaining({
				field: 'file',
				fileName: 'call.wav',
				mimeType: 'audio/wav',
				bytes: wav.length,
			}),
		]);
		expect(item.json).toMatchObject({
			text: expect.any(String),
			timestamps: { segment: expect.arrayContaining([expect.objectContaining({ start: 0 })]) },
		});
	});

	it('returns only the text when asked for text', async () => {
		const { item } = await transcribe({ outputAs: 'text' }, { items: recording() });
		expect(item.json).toEqual({
			text: expect.stringMatching(/\w/),
			model: expect.any(String),
			requestId: expect.any(String),
			cost: { amount: expect.any(Number), currency: 'USD', estimated: true },
		});
	});

	it.each([
		[{ outputAs: 'srt' }, 'Output As: Subtitles (SRT)'],
		[{ outputAs: 'vtt' }, 'Output As: Subtitles (VTT)'],
		[{ options: { itemPerSegment: true } }, 'One Item per Segment'],
		[{ options: { timestamps: true } }, 'Timestamps'],
	])('takes the cheapest model with times for %j, and names it', async (parameters, wish) => {
		const { error, item } = await transcribe(parameters, { items: recording() });
		expect(error).toBeUndefined();
		expect(item.json.model).toBe('lab/asr-segments');
		expect(world.service.ledger).toHaveLength(1);
		world.service.reset();
		world.service.fault({ path: '/models', status: 503, body: { error: 'Busy' }, times: 9 });
		const late = await transcribe(parameters, { items: recording() });
		expect(late.error?.message).toMatch(
			`${wish} needs a model that supports timestamps, Model is empty, and the list of models could not be loaded`,
		);
		expect(late.error?.description).toMatch(/\w/);
		expect(world.service.requests('/audio/transcriptions')).toEqual([]);
	});

	it('takes a model for subtitles that Allowed Privacy permits', async () => {
		const listed = (id: string, usd: number, spec: object) => ({
			...{ id, type: 'asr', object: 'model' },
			model_spec: { pricing: { per_audio_second: { usd } }, ...spec },
		});
		const data = [
			listed('asr-basic', 0.0001, { privacy: 'private' }),
			listed('lab/asr-segments', 0.0002, { privacy: 'anonymized' }),
			listed('asr-words', 0.0003, { privacy: 'private' }),
		];
		const options = { privacy: { allowedPrivacy: 'private' } };
		const wanted = { outputAs: 'srt', options };
		world.service.fault({ path: '/models', status: 200, body: { data } });
		const { error, item } = await transcribe(wanted, { items: recording() });
		expect(error).toBeUndefined();
		expect(item.json.model).toBe('asr-words');
		world.service.reset();
		world.service.fault({ path: '/models', status: 200, body: { data: data.slice(0, 2) } });
		const none = await transcribe(wanted, { items: recording() });
		expect(none.error?.message).toContain('the service lists none that Allowed Privacy permits');
		expect(world.service.requests('/audio/transcriptions')).toEqual([]);
	});

	it.each([
		[
			'a picture',
			recording('a.wav', 'audio/wav', picture('png', { width: 30, height: 30 }, 'x')),
			/must be a recording of the type wav, .* but it is "png"/,
		],
		[
			'a login page',
			recording('a.mp3', 'audio/mpeg', Buffer.from('<!DOCTYPE html><title>Log in</title>')),
			/must be a recording of the type wav, .* but it is "html"/,
		],
		['nothing', [{ json: {} }], /no binary data at all/],
	])('refuses %s before anything is sent', async (_name, items, sentence) => {
		const { error } = await transcribe({}, { items });
		expect(error?.message).toMatch(sentence);
		expect(world.service.journal).toEqual([]);
	});

	it('explains silence', async () => {
		const silence = Buffer.concat([wav.subarray(0, 44), Buffer.alloc(4000)]);
		const { error } = await transcribe({}, { items: recording('call.wav', 'audio/wav', silence) });
		expect(error).toMatchObject({ httpCode: '422' });
		expect(error?.message).toMatch(/nothing to hear/);
	});
});

describe('Inference Audio: Clone Voice', () => {
	it('returns a handle that speaks, and when it expires', async () => {
		const cloned = await clone({ model: typed('tts-cloning') }, { items: recording() });
		expect(cloned.error).toBeUndefined();
		const { voice, lapsesAt, model: id } = cloned.outputs[0]?.[0]?.json ?? {};
		expect(voice).toMatch(/^vv_/);
		expect(id).toBe('tts-cloning');
		const days = (Date.parse(String(lapsesAt)) - Date.now()) / 86_400_000;
		expect(Math.round(days)).toBe(7);
		const spokenWith = await world.run({
			node,
			parameters: {
				resource: 'speech',
				operation: 'generate',
				model: typed('tts-cloning'),
				voice: typed(String(voice)),
				text: 'Hello',
			},
		});
		expect(spokenWith.error).toBeUndefined();
	});

	it('checks the model and the format first', async () => {
		const refused = await clone({ model: typed('tts-basic') }, { items: recording() });
		expect(refused.error?.message).toBe('The model tts-basic cannot clone voices');
		expect(world.service.requests('/audio/voices')).toEqual([]);
	});

	it('offers only models that clone', async () => {
		const { results } = await world.search(node, 'searchCloningModels');
		expect(results.map(({ value }) => value)).toEqual(['', 'tts-cloning', 'tts-persistent']);
	});
});
