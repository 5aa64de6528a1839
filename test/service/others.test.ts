import { modelsOf } from './models/catalogue';
import { type Body, localService } from './underTest';

const local = localService();

describe('embeddings', () => {
	interface Reply {
		data: Array<{ index: number; embedding: number[] }>;
		usage: { prompt_tokens: number };
	}
	const send = (more: Body) => local.post('/embeddings', { model: 'embedding-basic', ...more });
	const vectors = async (more: Body) =>
		((await send(more)).json as Reply).data.map(({ embedding }) => embedding);

	it('come as base64 of little-endian floats', async () => {
		const [floats = []] = await vectors({ input: 'One text' });
		const { json } = await send({ input: 'One text', encoding_format: 'base64' });
		const { data } = json as { data: Array<{ embedding: string }> };
		const bytes = Buffer.from(data[0]?.embedding ?? '', 'base64');
		expect(floats.map((_, index) => bytes.readFloatLE(index * 4))).toEqual(floats);
	});
});

interface Character {
	slug: string;
	stats: { imports: number; averageRating: number };
}

describe('characters', () => {
	const list = async (query: Record<string, string>) => {
		const { json } = await local.call('/characters', { query });
		return (json as { data: Character[] }).data;
	};

	it.each([
		[{ sortBy: 'highlyRated' }, ({ stats }: Character) => stats.averageRating >= 4],
		[{ isPro: 'true', limit: '100' }, () => true],
	])('become fewer by %j', async (query, test) => {
		const data = await list(query);
		expect(data.length).toBeGreaterThan(0);
		expect(data.length).toBeLessThan(100);
		expect(data.every(test)).toBe(true);
	});

	it('are described one by one, with their reviews in pages', async () => {
		expect((await local.call('/characters/night-gardener')).json).toMatchObject({
			object: 'character',
			data: { slug: 'night-gardener', name: 'Night Gardener', stats: { ratingCount: 1 } },
		});
		const [{ slug = '' } = {}] = await list({ sortBy: 'ratingCount' });
		const query = { page: '2', pageSize: '5' };
		const { json, headers } = await local.call(`/characters/${slug}/reviews`, { query });
		expect(json).toMatchObject({
			object: 'list',
			data: Array(5).fill(expect.anything()),
			pagination: { page: 2, pageSize: 5, total: 16, totalPages: 4 },
			summary: { totalReviews: 16 },
		});
		expect(headers).toMatchObject({
			'x-pagination-limit': '5',
			'x-pagination-page': '2',
			'x-pagination-total': '16',
			'x-pagination-total-pages': '4',
		});
	});
});

describe('models', () => {
	const TYPES = [
		'asr',
		'embedding',
		'image',
		'inpaint',
		'music',
		'text',
		'tts',
		'upscale',
		'video',
	];
	it.each(TYPES)('models of type %s need no key, and each has its page', async (type) => {
		const { json } = await local.call('/models', { query: { type }, key: null });
		const { data } = json as { data: Array<{ id: string; type: string }> };
		expect(data.length).toBeGreaterThan(0);
		for (const record of data) {
			expect(record).toMatchObject({
				...{ type, object: 'model', owned_by: 'service.example', created: expect.any(Number) },
				model_spec: { privacy: expect.stringMatching(/^(private|anonymized)$/) },
			});
			const path = `/models/${encodeURIComponent(record.id)}`;
			expect((await local.call(path)).json).toEqual(record);
		}
		expect(local.service.unexpected).toEqual([]);
	});

	it.each(['traits', 'compatibility_mapping'])('have names in %s', async (name) => {
		const read = async (query: Record<string, string> = {}) =>
			(await local.call(`/models/${name}`, { query, key: null })).json;
		const { data, ...rest } = (await read()) as { data: Record<string, string> };
		expect(rest).toEqual({ object: 'list', type: 'text' });
		const ids = modelsOf('text').map(({ record }) => record.id);
		expect(ids).toEqual(expect.arrayContaining(Object.values(data)));
		expect(Object.keys(data).length).toBeGreaterThan(0);
		expect(await read({ type: 'image' })).toMatchObject({ type: 'image' });
		expect(await read({ type: 'upscale' })).toMatchObject({ data: {} });
	});
});
