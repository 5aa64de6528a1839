import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceCharacters();
const record = { id: 'id-1', slug: 'wise-teacher', name: 'Wise Teacher', modelId: 'text-basic' };
const get = (slug: string) => ({ operation: 'get', character: { mode: 'id', value: slug } });

describe('Inference Characters: Get', () => {
	it('gets one character by its slug', async () => {
		world.service.fault({
			path: '/characters/wise-teacher',
			status: 200,
			body: { object: 'character', data: record },
		});
		const { outputs, error } = await world.run({ node, parameters: get('wise-teacher') });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]).toMatchObject({
			method: 'GET',
			path: '/characters/wise-teacher',
			query: {},
		});
		expect(outputs[0]).toEqual([{ json: record, pairedItem: { item: 0 } }]);
	});

	it('says that there is no such character', async () => {
		world.service.fault({
			path: '/characters/nobody',
			status: 404,
			body: { error: 'Character not found', code: 'CHARACTER_NOT_FOUND' },
		});
		const { error } = await world.run({ node, parameters: get('nobody') });
		expect(error?.message).toBe(
			'There is no public character with this slug: Character not found [item 0]',
		);
		expect(error?.description).toMatch(
			/^Copy the slug from the public page of the character\. · Status 404/,
		);
		expect(error).toMatchObject({ httpCode: '404' });
	});
});
