import type { INodeParameters } from 'n8n-workflow';
import type { Json } from '../../../lib/core/record';
import { SPEECH_FALLBACK } from '../../../lib/speech/speechFallback';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { typed } from '../../coverage/given';
import { longText } from '../InferenceAudio/speechText';
import { withService } from '../withService';
import { fallbackTo, trouble } from './chosen';

const world = withService();
const path = '/audio/speech';
const retryOnFail = { maxTries: 3 };
const speak = world.runner(new InferenceAudio(), {
	resource: 'speech',
	operation: 'generate',
	text: 'Good morning',
	model: typed('tts-basic'),
	voice: typed('bruno'),
});
const asked = () =>
	world.service.requests(path).map(({ body }) => {
		const { model, voice } = Object(body) as Record<string, string>;
		return `${model} ${voice}`;
	});
const offline = () => world.service.fault(trouble('tts-basic', 503, 'MODEL_OFFLINE'));

it('speaks with the next model and its own voice, and says so', async () => {
	offline();
	const { item } = await speak({ options: { fallback: fallbackTo(['tts-expressive']) } });
	expect(asked()).toEqual(['tts-basic bruno', 'tts-expressive Ember']);
	expect(item.json).toMatchObject({
		model: 'tts-expressive',
		fallback: {
			model: 'tts-expressive',
			changes: ['Voice was changed to Ember, which belongs to tts-expressive'],
			notUsed: [{ model: 'tts-basic' }],
		},
	});
});

it('speaks with the voice of the row', async () => {
	offline();
	const row = { model: 'tts-expressive', voice: 'Flint' };
	expect((await speak({ options: { fallback: fallbackTo([row]) } })).error).toBeUndefined();
	expect(asked()).toEqual(['tts-basic bruno', 'tts-expressive Flint']);
});

it('goes on when the service does not know the model', async () => {
	const model = typed('tts-none');
	const { error } = await speak({ model, options: { fallback: fallbackTo(['tts-cloning']) } });
	expect(error).toBeUndefined();
	expect(asked()).toEqual(['tts-none bruno', 'tts-cloning hazel']);
});

it.each<[string, INodeParameters, RegExp]>([
	[
		'a voice that it does not have',
		{ options: { fallback: fallbackTo([{ model: 'tts-cloning', voice: 'Ember' }]) } },
		/Voice must be one of hazel, ivo, but "Ember" was given/,
	],
	[
		'a format that it does not make',
		{ options: { outputFormat: 'opus', fallback: fallbackTo(['tts-cloning']) } },
		/Output Format must be one of mp3, wav, pcm, but "opus" was given/,
	],
	[
		'a price above the limit',
		{ options: { fallback: fallbackTo(['tts-cloning'], { maxCharacterPrice: 19 }) } },
		/it costs 20, and Max Price \(USD per 1M Characters\) is 19/,
	],
])('does not ask a model for %s', async (_what, parameters, sentence) => {
	offline();
	const { error } = await speak(parameters);
	expect(error?.message).toMatch(sentence);
	expect(asked()).toEqual(['tts-basic bruno']);
	expect(world.service.ledger).toEqual([]);
});

it('takes the first voice of a model that names no default, and asks for one where none is known', () => {
	const body = { input: 'Good morning', voice: 'bruno' };
	const model = { id: 'tts-other' };
	const fitted = (spec: Json) => SPEECH_FALLBACK.fit?.(body, model, spec);
	expect(fitted({ voices: ['mila', 'nils'] })).toEqual({
		body: { ...body, voice: 'mila' },
		changes: ['Voice was changed to mila, which belongs to tts-other'],
	});
	expect(fitted({ voices: ['mila', 'bruno'] })).toEqual({ body, changes: [] });
	expect(() => fitted({})).toThrow('the voices of tts-other are not known');
});

describe('a long text', () => {
	const text = longText(3);
	const wav = { outputFormat: 'wav' };
	const fallback = fallbackTo(['tts-expressive', 'tts-cloning']);

	it('stays with the model of its first part', async () => {
		offline();
		const { item, items } = await speak({ text, options: { ...wav, fallback } });
		const other = 'tts-expressive Ember';
		expect(asked()).toEqual(['tts-basic bruno', other, other, other]);
		expect(items).toHaveLength(1);
		expect(item.json).toMatchObject({
			...{ joined: true, parts: 3, model: 'tts-expressive' },
			fallback: { model: 'tts-expressive' },
		});
		expect(world.service.ledger).toHaveLength(3);
	});

	it('is not finished by another model than the one that began it', async () => {
		world.service.fault({ path, model: 'tts-basic', delayMs: 1 });
		world.service.fault(trouble('tts-basic', 503, 'MODEL_OFFLINE'));
		const { error } = await speak({ text, options: { ...wav, fallback } });
		expect(error?.message).toMatch(/^Part 2 of 3 was not made: The model is offline/);
		expect(new Set(asked())).toEqual(new Set(['tts-basic bruno']));
	});

	it('goes on with the same model when n8n runs the node again, and pays nothing twice', async () => {
		offline();
		world.service.fault({ path, model: 'tts-expressive', delayMs: 1 });
		world.service.fault({ path, model: 'tts-expressive', status: 400, body: { error: 'Not now' } });
		const { item } = await speak({ text, options: { ...wav, fallback } }, { retryOnFail });
		const other = 'tts-expressive Ember';
		expect(asked()).toEqual(['tts-basic bruno', other, other, other, other]);
		expect(item.json).toMatchObject({ fallback: { model: 'tts-expressive' } });
		expect(world.service.ledger).toHaveLength(3);
	});
});
