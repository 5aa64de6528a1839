import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceWeb(), { query: 'library' });
const path = '/augment/search';
describe('Inference Web: Search', () => {
	it('sends the query alone, and returns one item per result as plain text', async () => {
		const { items } = await run();
		expect(world.service.journal[0]).toMatchObject({ method: 'POST', path, query: {} });
		expect(world.service.journal[0]?.body).toEqual({ query: 'library' });
		expect(items).toHaveLength(10);
		expect(items.slice(0, 2)).toEqual([
			{
				json: {
					title: 'Result 1 for library',
					url: 'https://example.com/1?q=library',
					content: 'What is known of library & more',
					date: '2026-07-30',
					requestId: expect.any(String),
					cost: { amount: 0.01, currency: 'USD', estimated: true },
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					title: 'Result 2 for library',
					url: 'https://example.com/2?q=library',
					content: 'What is known of library & more',
					date: null,
					requestId: expect.any(String),
					cost: { amount: 0, currency: 'USD' },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('sends every option, and returns the answer as it is without Simplify', async () => {
		const { item, items, outputs } = await run({
			simplify: false,
			options: { maxResults: 20, searchProvider: 'google' },
		});
		expect(world.service.journal[0]?.body).toEqual({
			query: 'library',
			limit: 20,
			search_provider: 'google',
		});
		expect(items).toHaveLength(1);
		expect(item.json).toMatchObject({ query: 'library' });
		expect(item.json.results).toHaveLength(20);
		expect(JSON.stringify(outputs)).toContain('<strong>library</strong> &amp; more');
	});
});
