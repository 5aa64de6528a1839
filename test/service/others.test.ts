import { part, type Part } from './client';
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
	const product = (a: number[] = [], b: number[] = []) =>
		a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

	it('are unit vectors in the order of the texts, near for similar texts', async () => {
		const [cat, cats, tax] = await vectors({
			input: ['The cat sat on the mat', 'The cat lay on the mat', 'Annual income tax rates'],
		});
		expect(cat).toHaveLength(256);
		expect(product(cat, cat)).toBeCloseTo(1, 4);
		expect(product(cat, cats)).toBeGreaterThan(0.6);
		expect(product(cat, tax)).toBeLessThan(0.4);
	});

	it('have the dimensions that were asked for', async () => {
		expect((await vectors({ input: 'a', dimensions: 32 }))[0]).toHaveLength(32);
		expect((await vectors({ input: 'a', model: 'embedding-fixed' }))[0]).toHaveLength(64);
	});

	it('come as base64 of little-endian floats', async () => {
		const [floats = []] = await vectors({ input: 'One text' });
		const { json } = await send({ input: 'One text', encoding_format: 'base64' });
		const { data } = json as { data: Array<{ embedding: string }> };
		const bytes = Buffer.from(data[0]?.embedding ?? '', 'base64');
		expect(floats.map((_, index) => bytes.readFloatLE(index * 4))).toEqual(floats);
	});
});

describe('the web', () => {
	it('has ten results unless asked otherwise', async () => {
		const { json } = await local.post('/augment/search', { query: 'sails', more: 1 });
		const { query, results } = json as { query: string; results: unknown[] };
		expect([query, results.length]).toEqual(['sails', 10]);
		expect(results.slice(0, 2)).toMatchObject([{ date: '2026-07-30' }, { date: '' }]);
		const few = { query: 'sails', limit: 2, search_provider: 'brave' };
		const { json: two } = await local.post('/augment/search', few);
		expect((two as { results: unknown[] }).results).toHaveLength(2);
		expect(local.service.ledger).toHaveLength(2);
	});
});

describe('a document', () => {
	const parse = (form: Record<string, string | Part>) =>
		local.call('/augment/text-parser', { form });
	const note = part('# A note', 'note.md', 'text/markdown');

	it.each<[Part, string]>([
		[note, '# A note'],
		[part('%PDF-1.4 BT (Hello) Tj (there) Tj ET', 'a.pdf', 'application/pdf'), 'Hello\nthere'],
		[part(Buffer.from([0x50, 0x4b, 0, 1]), 'a.docx'), 'The text of a.docx'],
	])('returns its text and its tokens', async (file, text) => {
		expect((await parse({ file })).json).toEqual({ text, tokens: Math.ceil(text.length / 4) });
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

	it('can be sorted both ways', async () => {
		const imports = async (query: Record<string, string>) =>
			(await list({ sortBy: 'imports', limit: '5', ...query })).map(({ stats }) => stats.imports);
		const down = await imports({});
		const up = await imports({ sortOrder: 'asc' });
		expect(down).toEqual([...down].sort((a, b) => b - a));
		expect(up).toEqual([...up].sort((a, b) => a - b));
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

	it('are those for text by default, to a wrong key too', async () => {
		const { status, json } = await local.call('/models', { key: 'wrong' });
		expect([status, json]).toMatchObject([200, { object: 'list', type: 'text' }]);
		const code = await local.call('/models', { query: { type: 'code' } });
		expect(code.json).toMatchObject({ type: 'code', data: [{ id: 'text-code' }] });
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
