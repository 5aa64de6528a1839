import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceWeb();
const path = '/augment/search';
const body = {
	query: 'library',
	results: [
		{
			title: 'City <strong>library</strong>',
			url: 'https://example.com/library',
			content: 'The <strong>library</strong> opens at 9 &amp; closes at 5',
			date: '2026-01-01',
		},
		{ title: 'Other', url: 'https://example.com/other', content: 'Text', date: '' },
	],
};
const answer = () => world.service.fault({ path, status: 200, body });

describe('Inference Web: Search', () => {
	it('sends the query alone, and gives one item a result as plain text', async () => {
		answer();
		const { outputs, error } = await world.run({ node, parameters: { query: 'library' } });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]).toMatchObject({ method: 'POST', path, query: {} });
		expect(world.service.journal[0]?.body).toEqual({ query: 'library' });
		expect(outputs[0]).toEqual([
			{
				json: {
					title: 'City library',
					url: 'https://example.com/library',
					content: 'The library opens at 9 & closes at 5',
					date: '2026-01-01',
				},
				pairedItem: { item: 0 },
			},
			{
				json: { title: 'Other', url: 'https://example.com/other', content: 'Text', date: null },
				pairedItem: { item: 0 },
			},
		]);
	});

	it('sends every option, and gives the answer as it is when it is not to be simplified', async () => {
		answer();
		const { outputs } = await world.run({
			node,
			parameters: {
				query: 'library',
				simplify: false,
				options: { maxResults: 20, searchProvider: 'google' },
			},
		});
		expect(world.service.journal[0]?.body).toEqual({
			query: 'library',
			limit: 20,
			search_provider: 'google',
		});
		expect(outputs[0]?.map(({ json }) => json)).toEqual([body]);
	});

	it('does not repeat a paid search after a broken connection', async () => {
		world.service.fault({ path, cut: 'before' });
		const { error } = await world.run({ node, parameters: { query: 'library' } });
		expect(error?.message).toMatch(/^The connection to 127\.0\.0\.1:\d+ failed/);
		expect(world.service.journal).toHaveLength(1);
	});

	it('says that the account has no credit', async () => {
		world.service.fault({
			path,
			status: 402,
			body: { error: 'Insufficient balance', code: 'INSUFFICIENT_BALANCE' },
		});
		const { error } = await world.run({ node, parameters: { query: 'library' } });
		expect(error?.message).toBe(
			'The account has not enough credit for this call: Insufficient balance [item 0]',
		);
		expect(error).toMatchObject({ httpCode: '402' });
		expect(error?.description).toMatch(/^Add credit on the account page.* · Status 402/);
	});
});
