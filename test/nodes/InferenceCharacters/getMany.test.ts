import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceCharacters();
const run = world.runner(node);
const path = '/characters';
const characters = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({
		id: `id-${from + index}`,
		slug: `slug-${from + index}`,
		name: `Character ${from + index}`,
		description: null,
	}));
const page = (from: number, to: number) =>
	world.service.fault({
		path,
		status: 200,
		body: { object: 'list', data: characters(from, to) },
	});
const queries = () => world.service.journal.map(({ query }) => query);

describe('Inference Characters: Get Many', () => {
	it('asks for no more than the limit, and returns the records in simplified form', async () => {
		const { outputs, error } = await run({ limit: 3 });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]).toMatchObject({ method: 'GET', path });
		expect(world.service.journal[0]?.headers.authorization).toBe(
			`Bearer ${world.service.keys.user}`,
		);
		expect(queries()).toEqual([{ limit: '3', offset: '0' }]);
		expect(outputs[0]?.[0]?.json).toMatchObject({
			slug: 'harbour-master',
			modelId: expect.any(String),
			tags: expect.any(Array),
			averageRating: expect.any(Number),
		});
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 0].map((item) => ({ item })),
		);
	});

	it('walks until an empty page', async () => {
		const { items } = await run({ returnAll: true });
		const slugs = items.map(({ json }) => json.slug);
		expect(slugs).toHaveLength(130);
		expect(new Set(slugs).size).toBe(130);
		expect(queries()).toEqual([
			{ limit: '100', offset: '0' },
			{ limit: '100', offset: '100' },
			{ limit: '100', offset: '130' },
		]);
	});

	it('goes on from the last character after pages that are shorter than it asked for', async () => {
		page(0, 20);
		page(20, 60);
		page(60, 60);
		const { items } = await run({ returnAll: true });
		expect(items).toHaveLength(60);
		expect(queries().map(({ offset }) => offset)).toEqual(['0', '20', '60']);
	});

	it('stops in the middle of a page at a limit above 100', async () => {
		page(0, 100);
		page(100, 200);
		const { items } = await run({ limit: 150 });
		expect(items.at(-1)?.json.slug).toBe('slug-149');
		expect(queries()).toHaveLength(2);
	});

	it('sends every filter and option under its own name, lists as repeated names', async () => {
		const { error } = await run({
			query: 'teacher',
			returnAll: true,
			filters: {
				categories: ['philosophy', 'fun, games'],
				tags: ['helpful'],
				modelId: ['text-basic', 'text-mini'],
				isAdult: false,
				isPro: true,
				isWebEnabled: true,
			},
			options: { offset: 5, pageSize: 10, sortBy: 'imports', sortOrder: 'asc' },
		});
		expect(error).toBeUndefined();
		expect(queries()).toEqual([
			{
				search: 'teacher',
				categories: ['philosophy', 'fun, games'],
				tags: 'helpful',
				modelId: ['text-basic', 'text-mini'],
				isAdult: 'false',
				isPro: 'true',
				isWebEnabled: 'true',
				offset: '5',
				limit: '10',
				sortBy: 'imports',
				sortOrder: 'asc',
			},
		]);
	});
});

describe('the character picker', () => {
	it('lets the service search, and goes on page by page', async () => {
		const search = async (options = {}) => await world.search(node, 'searchCharacters', options);
		const first = await search();
		expect(first.results).toHaveLength(50);
		expect(first.results[0]).toMatchObject({ name: 'Harbour Master', value: 'harbour-master' });
		expect(first.paginationToken).toBe('50');
		const last = await search({ paginationToken: '100' });
		expect(last.results).toHaveLength(30);
		expect(last.paginationToken).toBeUndefined();
		const found = await search({ filter: ' night GARDENER ' });
		expect(found.results.map(({ value }) => value)).toEqual(['night-gardener']);
		expect(queries()).toEqual([
			{ limit: '50', offset: '0' },
			{ limit: '50', offset: '100' },
			{ limit: '50', offset: '0', search: 'night GARDENER' },
		]);
	});

	it('says how to go on when the list cannot be had', async () => {
		world.service.fault({ path, status: 401, body: { error: 'No' } });
		const search = world.search(node, 'searchCharacters');
		await expect(search).rejects.toThrow(
			/^The list of characters could not be loaded: .* Choose "By Slug" and enter it by hand$/,
		);
	});
});
