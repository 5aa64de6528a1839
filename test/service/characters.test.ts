import { call } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

interface Character {
	slug: string;
	name: string;
	adult: boolean;
	modelId: string;
	tags: string[];
	stats: { imports: number; ratingCount: number; averageRating: number };
}

const list = async (query: Record<string, string> | string = {}) => {
	const search = typeof query === 'string' ? query : String(new URLSearchParams(query));
	const { json } = await call(service, `/characters?${search}`);
	return (json as { data: Character[] }).data;
};
const slugs = (data: Character[]) => data.map(({ slug }) => slug);

describe('characters', () => {
	it('come in pages without a total, each once', async () => {
		const pages = [];
		for (let offset = 0; ; offset += 50) {
			const page = await list({ offset: String(offset) });
			pages.push(page);
			if (page.length < 50) break;
		}
		expect(pages.map((page) => page.length)).toEqual([50, 50, 30]);
		expect(new Set(slugs(pages.flat())).size).toBe(130);
		expect((await list({ limit: '100', offset: '100' })).length).toBe(30);
	});

	it.each<[query: Record<string, string> | string, test: (one: Character) => boolean]>([
		[{ search: 'gardener' }, ({ name }) => name.includes('Gardener')],
		[{ isAdult: 'true' }, ({ adult }) => adult],
		[{ tags: 'garden,travel' }, ({ tags }) => tags.includes('garden') || tags.includes('travel')],
		['modelId=text-vision&modelId=text-basic', ({ modelId }) => modelId !== 'lab/text-thinker'],
		[{ sortBy: 'highlyRated' }, ({ stats }) => stats.averageRating >= 4],
	])('can be filtered by %j', async (query, test) => {
		const data = await list(query);
		expect(data.length).toBeGreaterThan(0);
		expect(data.every(test)).toBe(true);
	});

	it.each<Record<string, string>>([
		{ isPro: 'true' },
		{ isWebEnabled: 'false' },
		{ categories: 'work,fiction' },
	])('become fewer by %j', async (query) => {
		const data = await list({ limit: '100', ...query });
		expect(data.length).toBeGreaterThan(0);
		expect(data.length).toBeLessThan(100);
	});

	it('can be sorted both ways', async () => {
		const imports = async (query: Record<string, string>) =>
			(await list({ sortBy: 'imports', limit: '5', ...query })).map(({ stats }) => stats.imports);
		const down = await imports({});
		const up = await imports({ sortOrder: 'asc' });
		expect(down).toEqual([...down].sort((a, b) => b - a));
		expect(up).toEqual([...up].sort((a, b) => a - b));
	});

	it.each([
		['limit', { limit: '0' }],
		['limit', { limit: '101' }],
		['offset', { offset: '-1' }],
		['search', { search: 'a'.repeat(201) }],
		['tags', { tags: Array.from({ length: 21 }, () => 'a').join(',') }],
		['isAdult', { isAdult: '1' }],
		['sortBy', { sortBy: 'name' }],
		['sortOrder', { sortOrder: 'up' }],
	])('refuse a bad %s', async (field, query) => {
		const reply = await call(service, '/characters', { query });
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('want a key', async () => {
		expect((await call(service, '/characters', { key: null })).status).toBe(401);
	});
});

describe('one character', () => {
	it('is found by its slug only, and may chat', async () => {
		const { json } = await call(service, '/characters/night-gardener');
		expect(json).toMatchObject({
			object: 'character',
			data: { slug: 'night-gardener', name: 'Night Gardener', stats: { ratingCount: 1 } },
		});
		const { id } = (json as { data: { id: string } }).data;
		const reply = await call(service, `/characters/${id}`);
		expect([reply.status, reply.json]).toMatchObject([404, { code: 'CHARACTER_NOT_FOUND' }]);
	});

	it('has reviews in pages', async () => {
		const [{ slug = '' } = {}] = await list({ sortBy: 'ratingCount' });
		const query = { page: '2', pageSize: '5' };
		const { json, headers } = await call(service, `/characters/${slug}/reviews`, { query });
		expect(json).toMatchObject({
			object: 'list',
			data: expect.any(Array),
			pagination: { page: 2, pageSize: 5, total: 16, totalPages: 4 },
			summary: { totalReviews: 16 },
		});
		expect((json as { data: unknown[] }).data).toHaveLength(5);
		expect(headers).toMatchObject({
			'x-pagination-limit': '5',
			'x-pagination-page': '2',
			'x-pagination-total': '16',
			'x-pagination-total-pages': '4',
		});
	});

	it('refuses bad pages of reviews', async () => {
		const path = '/characters/night-gardener/reviews';
		expect((await call(service, path, { query: { page: '0' } })).status).toBe(400);
		expect((await call(service, path, { query: { pageSize: '101' } })).status).toBe(400);
		expect((await call(service, '/characters/nobody/reviews')).status).toBe(404);
	});
});
