import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { listed, typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceAudio());
const basic = typed('tts-basic');

describe('Inference Audio: Generate Speech', () => {
	it('sends the text alone and names the file after what the service sent', async () => {
		const { item } = await run({ text: 'Good morning' });
		expect(world.service.journal[0]).toMatchObject({
			method: 'POST',
			path: '/audio/speech',
			body: { input: 'Good morning' },
		});
		const bytes = await binaryBuffer(item.binary?.data);
		expect(item.json).toEqual({
			fileName: 'speech.mp3',
			mimeType: 'audio/mpeg',
			bytes: bytes.length,
			model: 'tts-basic',
			requestId: expect.any(String),
			characters: 12,
			parts: 1,
			cost: { amount: 0.000048, currency: 'USD', estimated: true },
		});
		expect(bytes.length).toBeGreaterThan(100);
	});

	it.each([
		['mp3', 'audio/mpeg'],
		['opus', 'audio/opus'],
		['aac', 'audio/aac'],
		['flac', 'audio/flac'],
		['wav', 'audio/wav'],
		['pcm', 'audio/pcm'],
	])('stores %s as %s', async (format, mimeType) => {
		const { item } = await run(
			{
				text: 'Hello',
				outputBinaryField: 'voice',
				options: { outputFormat: format, fileName: 'greeting' },
			},
			{ binaryMode: 'filesystem' },
		);
		expect(item.json).toMatchObject({ fileName: `greeting.${format}`, mimeType });
		expect(item.binary?.voice).toMatchObject({ mimeType, fileName: `greeting.${format}` });
		expect((await binaryBuffer(item.binary?.voice)).length).toBe(item.json.bytes);
	});

	it('takes a cloned voice by its handle, with the model that made it', async () => {
		const { error } = await run({
			model: typed('tts-cloning'),
			voice: typed('vv_1a2b'),
			text: 'Hello',
		});
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).toMatchObject({ voice: 'vv_1a2b' });
	});

	it('shows the text when the service answers with JSON where a file was expected', async () => {
		world.service.fault({ path: '/audio/speech', status: 200, body: { note: 'come back later' } });
		const { error } = await run({ text: 'Hello' });
		expect(error?.message).toBe(
			'The service answered with text where a file was expected: {"note":"come back later"}; the call may have been charged',
		);
	});

	it('makes an error of a file that ended early, and does not buy it again', async () => {
		world.service.fault({ path: '/audio/speech', cut: 'midway' });
		const { error, outputs } = await run(
			{ text: 'Hello '.repeat(200), options: { outputFormat: 'wav' } },
			{ binaryMode: 'filesystem' },
		);
		expect(error?.message).toMatch(/The file (could not be stored whole|ended early)/);
		expect(outputs.flat().filter((item) => item.binary)).toEqual([]);
		expect(world.service.requests('/audio/speech')).toHaveLength(1);
	});

	it('checks a voice from the list against the model, and sends a handle as it is', async () => {
		const { error } = await run({ model: basic, voice: listed('Ember'), text: 'Hello' });
		expect(error?.message).toBe(
			'Voice must be one of alba, bruno, clara, dario, but "Ember" was given, for the model tts-basic',
		);
		expect(world.service.requests('/audio/speech')).toEqual([]);
	});

	it('takes the model of a voice that is chosen alone, and looks it up once', async () => {
		const { error } = await run(
			{ voice: listed('Ember'), text: 'Hello' },
			{ items: [{ json: {} }, { json: {} }] },
		);
		expect(error).toBeUndefined();
		const spoken = world.service.requests('/audio/speech').map(({ body }) => body);
		expect(spoken).toEqual([
			expect.objectContaining({ model: 'tts-expressive', voice: 'Ember' }),
			expect.objectContaining({ model: 'tts-expressive', voice: 'Ember' }),
		]);
		expect(world.service.requests('/models')).toHaveLength(1);
	});

	it('returns the facts of the file to an agent', async () => {
		const { outputs, error } = await run(
			{ text: 'Hello agent' },
			{ asTool: true, items: [{ json: {} }] },
		);
		expect(error).toBeUndefined();
		expect(JSON.stringify(outputs)).toContain('speech.mp3');
	});

	it('sends a format that a later version may take, which the service then refuses itself', async () => {
		const { error } = await run({
			text: 'Good morning',
			options: { outputFormat: '={{ "ogg_vorbis" }}' },
		});
		expect(world.service.requests('/audio/speech')[0]?.body).toMatchObject({
			response_format: 'ogg_vorbis',
		});
		expect(error?.message).toMatch(/^The service does not accept these values: /);
		expect(world.service.ledger).toEqual([]);
	});
});
