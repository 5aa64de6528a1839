import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceModels();
const data = { default: 'text-basic', default_code: 'lab/text-thinker' };

describe.each([
	['getManyTraits', '/models/traits'],
	['getCompatibilityMapping', '/models/compatibility_mapping'],
])('Inference Models: %s', (operation, path) => {
	it('gives one item a name, with the model behind it', async () => {
		world.service.fault({ path, status: 200, body: { object: 'list', type: 'text', data } });
		const { outputs, error } = await world.run({ node, parameters: { operation } });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]).toMatchObject({
			method: 'GET',
			path,
			query: { type: 'text' },
		});
		expect(outputs[0]).toEqual([
			{ json: { name: 'default', model: 'text-basic', type: 'text' }, pairedItem: { item: 0 } },
			{
				json: { name: 'default_code', model: 'lab/text-thinker', type: 'text' },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('sends the type, and stops at the limit', async () => {
		world.service.fault({ path, status: 200, body: { object: 'list', type: 'image', data } });
		const { outputs } = await world.run({
			node,
			parameters: { operation, type: 'image', limit: 1 },
		});
		expect(world.service.journal[0]?.query).toEqual({ type: 'image' });
		expect(outputs[0]).toHaveLength(1);
	});

	it('says what went wrong', async () => {
		world.service.fault({ path, status: 401, body: { error: 'AUTHENTICATION_FAILED' } });
		const { error } = await world.run({ node, parameters: { operation } });
		expect(error?.message).toMatch(/^The service does not accept the API key/);
		expect(error).toMatchObject({ httpCode: '401' });
		expect(error?.description).toMatch(/ · Status 401/);
	});

	it.each([
		[
			{ type: '={{ "all" }}' },
			'Type must be one of embedding, image, inpaint, music, tts, text, asr, upscale, video, but "all" was given',
		],
		[{ limit: 0 }, 'Limit must be a whole number of at least 1, but 0 was given'],
	])('refuses %j before anything is sent', async (parameters, sentence) => {
		const { error } = await world.run({ node, parameters: { operation, ...parameters } });
		expect(error?.message).toBe(`${sentence} [item 0]`);
		expect(world.service.journal).toEqual([]);
	});
});
