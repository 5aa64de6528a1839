import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceModels();
const getMany = world.runner(node, { resource: 'model', operation: 'getAll' });
const get = world.runner(node, { resource: 'model', operation: 'get' });

describe('Inference Models', () => {
	it('lists the models of a type, filtered by the service', async () => {
		const { outputs } = await getMany({ type: 'tts', returnAll: true });
		expect(world.service.journal[0]).toMatchObject({ path: '/models', query: { type: 'tts' } });
		const types = outputs[0]?.map((item) => item.json.type);
		expect(new Set(types)).toEqual(new Set(['tts']));
		expect(outputs[0]?.[0]).toMatchObject({
			json: { limits: {}, pricing: {} },
			pairedItem: { item: 0 },
		});
	});

	it('stops at the limit', async () => {
		const { items } = await getMany({ type: 'all', limit: 2 });
		expect(items).toHaveLength(2);
	});

	it('gets one model whose ID has a slash', async () => {
		const { item } = await get({ model: typed('lab/text-thinker') });
		expect(item.json).toMatchObject({ id: 'lab/text-thinker', type: 'text' });
	});

	it.each([
		[true, { uncensored: true, discountToUser: 0.15 }],
		[false, { discount_to_user: 0.15, model_spec: { uncensored: true } }],
	])(
		'reports what a reseller saves and that a model is uncensored, simplified: %s',
		async (simplify, facts) => {
			const { item } = await get({ simplify, model: typed('text-mini') });
			expect(item.json).toMatchObject(facts);
		},
	);
});

describe('the pickers', () => {
	it('offers text models with price, context and deprecation', async () => {
		const { results } = await world.search(new InferenceChat(), 'searchTextModels');
		expect(world.service.journal[0]?.query).toEqual({ type: 'text' });
		const basic = results.find(({ value }) => value === 'text-basic');
		expect(basic?.name).toMatch(/· \$.* in \/ \$.* out per 1M tokens · calls tools · \d+k context/);
		expect(results.find(({ value }) => value === 'text-retiring')?.name).toMatch(
			/^[\w ]+ · retires \d{4}-\d\d-\d\d · /,
		);
	});

	it('narrows the list by what the user types', async () => {
		const { results } = await world.search(new InferenceChat(), 'searchTextModels', {
			filter: 'THINKER',
		});
		expect(results.map(({ value }) => value)).toEqual(['lab/text-thinker', 'e2ee-thinker']);
	});

	it('offers the voices of the chosen model', async () => {
		const { results } = await world.search(new InferenceAudio(), 'searchVoices', {
			parameters: { model: { __rl: true, mode: 'id', value: 'tts-basic' } },
		});
		expect(results.map(({ value }) => value)).toEqual(['alba', 'bruno', 'clara', 'dario']);
	});

	it('offers the voices of every model, with the model and its price, where none is chosen', async () => {
		const { results } = await world.search(new InferenceAudio(), 'searchVoices', {
			parameters: { model: { __rl: true, mode: 'list', value: '' } },
			filter: 'ember',
		});
		expect(results).toEqual([
			{ name: expect.stringMatching(/^Ember · Speech Expressive · \$12 per 1M/), value: 'Ember' },
		]);
	});

	it('says what to do when there is no model of that name', async () => {
		const search = world.search(new InferenceAudio(), 'searchVoices', {
			parameters: { model: { __rl: true, mode: 'id', value: 'nope' } },
		});
		await expect(search).rejects.toThrow(
			'The service lists no speech model "nope". Choose "By ID" and enter the voice by hand',
		);
	});

	it('says how to go on when the list cannot be had', async () => {
		world.service.fault({
			path: '/models',
			status: 500,
			times: 9,
			body: { error: 'Out of order' },
		});
		const search = world.search(new InferenceChat(), 'searchTextModels');
		await expect(search).rejects.toThrow(
			/^The list of models could not be loaded: .*Out of order.* Choose "By ID" and enter it by hand$/,
		);
	});
});
