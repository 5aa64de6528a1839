import { call } from './client';
import { modelsOf } from './models/catalogue';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

describe.each(['traits', 'compatibility_mapping'])('GET /models/%s', (name) => {
	const read = (query: Record<string, string> = {}) =>
		call(service, `/models/${name}`, { query, key: null });

	it('returns names for text if no type is requested, each a model that exists', async () => {
		const { json } = await read();
		expect(json).toMatchObject({ object: 'list', type: 'text' });
		const ids = modelsOf('text').map(({ record }) => record.id);
		const named = Object.values((json as { data: Record<string, string> }).data);
		expect(named.length).toBeGreaterThan(0);
		expect(named.filter((id) => !ids.includes(id))).toEqual([]);
	});

	it('returns names for another type, or none', async () => {
		expect((await read({ type: 'image' })).json).toMatchObject({ type: 'image' });
		expect((await read({ type: 'upscale' })).json).toMatchObject({ data: {} });
	});

	it.each(['all', 'code', 'audio'])('refuses the type %s', async (type) => {
		expect((await read({ type })).status).toBe(400);
	});
});

describe('models', () => {
	it('answer to a trait and to a name from elsewhere', async () => {
		const body = { model: 'elsewhere-draw', prompt: 'A boat', return_binary: true };
		const drawn = await call(service, '/image/generate', { body });
		expect(drawn.headers['x-service-model-id']).toBe('image-basic');
		const best = { ...body, model: 'highest_quality' };
		const tiered = await call(service, '/image/generate', { body: best });
		expect(tiered.headers['x-service-model-id']).toBe('image-tiered');
	});

	it.each(['asr', 'embedding', 'image', 'inpaint', 'music', 'text', 'tts', 'upscale', 'video'])(
		'of type %s are listed, each with its own page',
		async (type) => {
			const { json } = await call(service, '/models', { query: { type }, key: null });
			const { data } = json as { data: Array<{ id: string; type: string }> };
			expect(data.length).toBeGreaterThan(0);
			for (const record of data) {
				const path = `/models/${encodeURIComponent(record.id)}`;
				expect((await call(service, path)).json).toEqual(record);
			}
		},
	);
});
