import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceCharacters());
const get = (slug: string) => ({
	resource: 'character',
	operation: 'get',
	character: typed(slug),
});

describe('Inference Characters: Get', () => {
	it('gets one character by its slug', async () => {
		const { item, items } = await run(get('night-gardener'));
		expect(world.service.journal[0]).toMatchObject({
			method: 'GET',
			path: '/characters/night-gardener',
			query: {},
		});
		expect(items).toHaveLength(1);
		expect(item).toMatchObject({
			json: { slug: 'night-gardener', name: 'Night Gardener', modelId: 'text-vision' },
			pairedItem: { item: 0 },
		});
	});
});
