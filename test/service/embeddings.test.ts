import { call } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const send = (more: Record<string, unknown>) =>
	call(service, '/embeddings', { body: { model: 'embedding-basic', ...more } });

interface Reply {
	data: Array<{ index: number; embedding: number[] }>;
	usage: { prompt_tokens: number };
}

const vectors = async (more: Record<string, unknown>) => {
	const { json } = await send(more);
	return (json as Reply).data.map(({ embedding }) => embedding);
};
const product = (a: number[] = [], b: number[] = []) =>
	a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);

describe('a request for embeddings is refused', () => {
	it.each<[field: string, more: Record<string, unknown>]>([
		['input', {}],
		['input', { input: '' }],
		['input', { input: [] }],
		['input', { input: [1, 2] }],
		['input', { input: [[1, 2]] }],
		['input', { input: Array.from({ length: 2049 }, () => 'a') }],
		['input', { input: 'a'.repeat(2052), model: 'embedding-fixed' }],
		['dimensions', { input: 'a', dimensions: 0 }],
		['dimensions', { input: 'a', dimensions: 257 }],
		['dimensions', { input: 'a', dimensions: 64, model: 'embedding-fixed' }],
		['encoding_format', { input: 'a', encoding_format: 'hex' }],
		['extra', { input: 'a', extra: 1 }],
	])('with 400 that names %s', async (field, more) => {
		const reply = await send(more);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('for a model of another type', async () => {
		expect((await send({ input: 'a', model: 'text-basic' })).status).toBe(404);
	});
});

describe('embeddings', () => {
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

	it('may be 2,048 in one request, and are charged by their tokens', async () => {
		const { json } = await send({
			input: Array.from({ length: 2048 }, () => 'four'),
			dimensions: 2,
		});
		expect((json as Reply).data).toHaveLength(2048);
		expect(json).toMatchObject({ usage: { prompt_tokens: 2048, total_tokens: 2048 } });
		expect(service.ledger).toMatchObject([{ usd: 0.0002048 }]);
	});
});
