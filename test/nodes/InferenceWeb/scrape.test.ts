import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceWeb(), { resource: 'page', operation: 'scrape' });
const path = '/augment/scrape';
const url = 'https://example.com/article';
const content = `# A page of example.com\n\nWhat stands at [this address](${url}).\n`;
const answer = (content: string) =>
	world.service.fault({ path, status: 200, body: { url, content, format: 'markdown' } });

describe('Inference Web: Scrape', () => {
	it('returns the page as Markdown, with its length', async () => {
		const { items } = await run({ url });
		expect(world.service.journal[0]).toMatchObject({ method: 'POST', path, query: {} });
		expect(world.service.journal[0]?.body).toEqual({ url });
		expect(items).toEqual([
			{
				json: {
					url,
					format: 'markdown',
					content,
					characters: content.length,
					truncated: false,
					requestId: expect.any(String),
					cost: { amount: 0.01, currency: 'USD', estimated: true },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('cuts a long page where the user wants it, and sends nothing of that', async () => {
		answer('x'.repeat(900_000));
		const { item } = await run({ url: ` ${url} `, options: { maxCharacters: 1000 } });
		expect(world.service.journal[0]?.body).toEqual({ url });
		expect(item.json).toEqual({
			url,
			format: 'markdown',
			content: 'x'.repeat(1000),
			characters: 900_000,
			truncated: true,
			requestId: expect.any(String),
			cost: { amount: 0.01, currency: 'USD', estimated: true },
		});
	});
});
