import { call } from './client';
import { dimensionsOf } from './media/dimensions';
import { picture } from './media/picture';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService({ limits: { image: 500 } });
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const PATH = '/image/generate';
const send = (more: Record<string, unknown> = {}) =>
	call(service, PATH, { body: { model: 'image-basic', prompt: 'A boat', ...more } });
const tiered = (more: Record<string, unknown> = {}) => send({ model: 'image-tiered', ...more });
const styled = (more: Record<string, unknown> = {}) => send({ model: 'lab/image-styled', ...more });
const PICTURE = picture('png', { width: 300, height: 300 }, 'style').toString('base64');

const imagesOf = (json: unknown): Buffer[] => {
	const { images } = json as { images: string[] };
	return images.map((image) => Buffer.from(image, 'base64'));
};

describe('a request for a picture is refused', () => {
	it.each<[field: string, more: Record<string, unknown>]>([
		['prompt', { prompt: '' }],
		['prompt', { prompt: 'a'.repeat(7501) }],
		['prompt', { prompt: 'a'.repeat(1501) }],
		['negative_prompt', { negative_prompt: 'a'.repeat(7501) }],
		['extra', { extra: 1 }],
		['width', { width: 0 }],
		['width', { width: 1288 }],
		['width', { width: 1001 }],
		['height', { height: 1001 }],
		['steps', { steps: 51 }],
		['steps', { steps: 1.5 }],
		['cfg_scale', { cfg_scale: 0 }],
		['cfg_scale', { cfg_scale: 20.5 }],
		['seed', { seed: 1_000_000_000 }],
		['seed', { seed: -1_000_000_000 }],
		['variants', { variants: 5 }],
		['variants', { variants: 0 }],
		['variants', { variants: 2, return_binary: true }],
		['format', { format: 'jpg' }],
		['return_binary', { return_binary: 'true' }],
		['quality', { quality: 'best' }],
		['style_preset', { style_preset: 'Nothing like it' }],
		['lora_strength', { lora_strength: 101 }],
		['enable_web_search', { enable_web_search: 'on' }],
		['aspect_ratio', { aspect_ratio: '1:1' }],
		['resolution', { resolution: '1K' }],
		['style_references', { style_references: [{ image: PICTURE }] }],
		['width', { model: 'image-tiered', width: 1024 }],
		['aspect_ratio', { model: 'image-tiered', aspect_ratio: '4:5' }],
		['resolution', { model: 'image-tiered', resolution: '8K' }],
		['resolution', { model: 'image-ratio', resolution: '1K' }],
		['height', { model: 'image-ratio', height: 1024 }],
		['width', { model: 'lab/image-styled', width: 1000 }],
	])('with 400 that names %s: %j', async (field, more) => {
		const reply = await send(more);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
		expect(service.ledger).toEqual([]);
	});

	it.each([
		[[{ image: PICTURE, strength: 0.05 }]],
		[[{ image: PICTURE, strength: 1.1 }]],
		[[{ image: PICTURE, more: 1 }]],
		[[{ strength: 0.5 }]],
		[[{ image: 'no picture!' }]],
		[[{ image: PICTURE }, { image: PICTURE }, { image: PICTURE }]],
	])('for its style references', async (style_references) => {
		const reply = await styled({ style_references });
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { style_references: expect.anything() } });
	});

	it('for a style reference that is no picture', async () => {
		const image = Buffer.from('plain text').toString('base64');
		const reply = await styled({ style_references: [{ image }] });
		expect([reply.status, reply.json]).toMatchObject([400, { code: 'CORRUPTED_IMAGE' }]);
	});

	it('for its model', async () => {
		expect((await send({ model: 'image-none' })).status).toBe(404);
		expect((await send({ model: 'text-basic' })).status).toBe(404);
		expect((await send({ model: 'image-offline' })).json).toMatchObject({ code: 'MODEL_OFFLINE' });
	});
});

describe('a generated picture', () => {
	it('comes as base64 in JSON, as webp of 1024 by 1024', async () => {
		const { json, headers, status } = await send();
		expect(status).toBe(200);
		expect(json).toMatchObject({
			id: expect.stringMatching(/^image-/),
			request: { prompt: 'A boat' },
			timing: { total: 900 },
		});
		expect(imagesOf(json).map(dimensionsOf)).toEqual([
			{ format: 'webp', width: 1024, height: 1024 },
		]);
		expect(headers).toMatchObject({
			'x-service-is-blurred': 'false',
			'x-service-is-content-violation': 'false',
			'x-service-model-id': 'image-basic',
			'x-ratelimit-limit-requests': '500',
		});
		expect(service.ledger).toMatchObject([{ path: PATH, usd: 0.01 }]);
	});

	it.each(['png', 'jpeg', 'webp'])('comes as %s bytes', async (format) => {
		const reply = await send({ format, return_binary: true, width: 640, height: 360 });
		expect(reply.headers['content-type']).toBe(`image/${format}`);
		expect(dimensionsOf(reply.bytes)).toEqual({ format, width: 640, height: 360 });
	});

	it('has variants, and each is paid', async () => {
		const { json } = await send({ variants: 4 });
		const images = imagesOf(json);
		expect(new Set(images.map((image) => image.toString('hex'))).size).toBe(4);
		expect(service.ledger).toMatchObject([{ usd: 0.04 }]);
	});

	it.each([
		[tiered, {}, 1024, 1024, 0.05],
		[tiered, { aspect_ratio: '16:9', resolution: '2K', steps: 30 }, 2048, 1152, 0.1],
		[tiered, { aspect_ratio: '9:16', resolution: '4K' }, 2304, 4096, 0.2],
		[send, { model: 'image-ratio', aspect_ratio: '3:2' }, 1024, 680, 0.03],
		[send, { model: 'image-quality', quality: 'low', resolution: '2K' }, 2048, 2048, 0.03],
		[send, { model: 'image-quality' }, 1024, 1024, 0.2],
		[styled, { style_references: [{ image: PICTURE }], style_preset: 'Linocut' }, 1024, 1024, 0.02],
	])('has the size and the price that were asked for', async (ask, more, width, height, usd) => {
		const { json } = await ask(more);
		expect(imagesOf(json).map(dimensionsOf)).toEqual([{ format: 'webp', width, height }]);
		expect(service.ledger).toMatchObject([{ usd }]);
	});

	it.each([
		['[blurred]', true, { 'x-service-is-blurred': 'true' }],
		['[blurred]', false, { 'x-service-is-blurred': 'false' }],
		['[violation]', true, { 'x-service-is-content-violation': 'true' }],
		['[adult]', true, { 'x-service-is-adult-model-content-violation': 'true' }],
		['[minor]', true, { 'x-service-contains-minor': 'true' }],
	])('is flagged in headers alone: %s', async (mark, safe_mode, headers) => {
		const reply = await send({ prompt: `A boat ${mark}`, safe_mode });
		expect(reply.status).toBe(200);
		expect(reply.headers).toMatchObject(headers);
	});

	it('reports a rewritten prompt, URL-encoded, and charges for it', async () => {
		const { headers } = await send({ enhance_prompt: true });
		const header = headers['x-service-enhanced-prompt'] ?? '';
		expect(header).toMatch(/^[\x21-\x7e]+$/);
		expect(decodeURIComponent(header)).toContain('A boat, in soft light – détaillé');
		expect(service.ledger).toMatchObject([{ usd: 0.05 }]);
		const plain = await send({ enhance_prompt: true, prompt: '[as it is]' });
		expect(plain.headers).not.toHaveProperty('x-service-enhanced-prompt');
	});
});

describe('a picture in the form of other services', () => {
	const ask = (more: Record<string, unknown> = {}) =>
		call(service, '/images/generations', { body: { prompt: 'A boat', ...more } });

	it.each([{ prompt: '' }, { n: 2 }, { size: '1x1' }, { safe_mode: true }])(
		'is refused for %j',
		async (more) => expect((await ask(more)).status).toBe(400),
	);

	it('comes as base64 or as a data URL, from the default model where there is none of that name', async () => {
		const { status, json } = await ask({ model: 'unknown', size: '512x512' });
		const { data } = json as { data: Array<{ b64_json: string }> };
		expect(status).toBe(200);
		const bytes = Buffer.from(data[0]?.b64_json ?? '', 'base64');
		expect(dimensionsOf(bytes)).toMatchObject({ width: 512, height: 512 });
		const { json: linked } = await ask({ response_format: 'url', output_format: 'webp' });
		expect(linked).toMatchObject({
			data: [{ url: expect.stringMatching(/^data:image\/webp;base64,/) }],
		});
		expect(service.ledger).toHaveLength(2);
	});
});
