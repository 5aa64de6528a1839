import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceModels());

describe.each([
	['trait', '/models/traits', 'default', 'text-basic'],
	['compatibilityMapping', '/models/compatibility_mapping', 'elsewhere-small', 'text-mini'],
])('Inference Models: %s', (resource, path, name, model) => {
	const action = { resource, operation: 'getAll' };

	it('returns one item per name, with the model behind it', async () => {
		const { items } = await run({ ...action });
		expect(world.service.journal[0]).toMatchObject({
			method: 'GET',
			path,
			query: { type: 'text' },
		});
		expect(items.length).toBeGreaterThan(1);
		expect(items).toContainEqual({
			json: { name, model, type: 'text' },
			pairedItem: { item: 0 },
		});
	});

	it('sends the type, and stops at the limit', async () => {
		const { items } = await run({ ...action, type: 'image', limit: 1 });
		expect(world.service.journal[0]?.query).toEqual({ type: 'image' });
		expect(items).toHaveLength(1);
	});

	it.each([
		[
			{ type: '={{ "all" }}' },
			'Type must be one of embedding, image, inpaint, music, tts, text, asr, upscale, video, but "all" was given',
		],
	])('refuses %j before anything is sent', async (parameters, sentence) => {
		const { error } = await run({ ...action, ...parameters });
		expect(error?.message).toBe(`${sentence}`);
		expect(world.service.journal).toEqual([]);
	});
});
