import { part, type CallOptions } from './client';
import { dimensionsOf } from './media/dimensions';
import { picture } from './media/picture';
import { type Body, localService } from './underTest';

const local = localService({ limits: { image: 500 } });

const draw = (width: number, height: number) => picture('png', { width, height }, 'input');
const PNG = draw(320, 240);
const BASE64 = PNG.toString('base64');
const file = part(PNG, 'boat.png', 'image/png');

const generate = (more: Body = {}) =>
	local.post('/image/generate', { model: 'image-basic', prompt: 'A boat', ...more });
const edit = (more: Body = {}) =>
	local.post('/image/edit', { prompt: 'Add a sail', image: BASE64, ...more });
const multi = (more: Body = {}) =>
	local.post('/image/multi-edit', {
		modelId: 'edit-layers',
		prompt: 'Blend',
		images: [BASE64, BASE64],
		...more,
	});

const imagesOf = (json: unknown): Buffer[] =>
	(json as { images: string[] }).images.map((image) => Buffer.from(image, 'base64'));

describe('a generated picture', () => {
	it('comes as base64 in JSON, as webp of 1024 by 1024', async () => {
		const { json, headers, status } = await generate();
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
		expect(local.service.ledger).toMatchObject([{ path: '/image/generate', usd: 0.01 }]);
	});

	const tiered = { model: 'image-tiered' };
	const styles = { style_references: [{ image: BASE64 }], style_preset: 'Linocut' };
	it.each<[Body, width: number, height: number, usd: number]>([
		[tiered, 1024, 1024, 0.05],
		[{ ...tiered, aspect_ratio: '16:9', resolution: '2K', steps: 30 }, 2048, 1152, 0.1],
		[{ ...tiered, aspect_ratio: '9:16', resolution: '4K' }, 2304, 4096, 0.2],
		[{ model: 'image-ratio', aspect_ratio: '3:2' }, 1024, 680, 0.03],
		[{ model: 'image-quality', quality: 'low', resolution: '2K' }, 2048, 2048, 0.03],
		[{ model: 'image-quality' }, 1024, 1024, 0.2],
		[{ model: 'lab/image-styled', ...styles }, 1024, 1024, 0.02],
	])('has the size and the price that were asked for: %#', async (body, width, height, usd) => {
		const { json } = await generate(body);
		expect(imagesOf(json).map(dimensionsOf)).toEqual([{ format: 'webp', width, height }]);
		expect(local.service.ledger).toMatchObject([{ usd }]);
	});

	it.each([
		['[blurred]', true, { 'x-service-is-blurred': 'true' }],
		['[blurred]', false, { 'x-service-is-blurred': 'false' }],
		['[violation]', true, { 'x-service-is-content-violation': 'true' }],
		['[adult]', true, { 'x-service-is-adult-model-content-violation': 'true' }],
		['[minor]', true, { 'x-service-contains-minor': 'true' }],
	])('is flagged in headers alone: %s', async (mark, safe_mode, flags) => {
		const { status, headers } = await generate({ prompt: `A boat ${mark}`, safe_mode });
		expect([status, headers]).toMatchObject([200, flags]);
	});

	it('reports a rewritten prompt, URL-encoded, and charges for it', async () => {
		const { headers } = await generate({ enhance_prompt: true });
		const header = headers['x-service-enhanced-prompt'] ?? '';
		expect(header).toMatch(/^[\x21-\x7e]+$/);
		expect(decodeURIComponent(header)).toContain('A boat, in soft light – détaillé');
		expect(local.service.ledger).toMatchObject([{ usd: 0.05 }]);
		const plain = await generate({ enhance_prompt: true, prompt: '[as it is]' });
		expect(plain.headers).not.toHaveProperty('x-service-enhanced-prompt');
	});

	it('is from the model that a trait or a name from elsewhere means', async () => {
		for (const [model, id] of [
			['elsewhere-draw', 'image-basic'],
			['highest_quality', 'image-tiered'],
		]) {
			const { headers } = await generate({ model, return_binary: true });
			expect(headers['x-service-model-id']).toBe(id);
		}
	});
});

describe('an edit', () => {
	it('takes no link on loopback that leads nowhere', async () => {
		expect((await edit({ image: `${local.service.url}/none.png` })).status).toBe(400);
	});

	it.each([
		[{}, 'png', 1024, 680],
		[{ output_format: 'webp', aspect_ratio: 'auto' }, 'webp', 1024, 680],
	])('%j is %s of %i by %i', async (more, format, width, height) => {
		const reply = await edit({ model: 'edit-layers', ...more });
		expect(reply.headers['content-type']).toBe(`image/${format}`);
		expect(dimensionsOf(reply.bytes)).toEqual({ format, width, height });
	});

	it('an edit of several pictures blurs only when asked to, and charges by quality and by picture', async () => {
		const plain = await multi({ prompt: '[blurred]', images: [BASE64, BASE64, BASE64] });
		expect(plain.headers['x-service-is-blurred']).toBe('false');
		const safe = await multi({ prompt: '[blurred]', quality: 'low', safe_mode: true });
		expect(safe.headers['x-service-is-blurred']).toBe('true');
		expect(local.service.ledger).toMatchObject([{ usd: 0.22 }, { usd: 0.02 }]);
	});
});

describe('an image tool', () => {
	it.each<[CallOptions, width: number, height: number, usd: number]>([
		[{ body: { image: BASE64 } }, 640, 480, 0.02],
		[{ body: { image: BASE64, scale: 4, creativity: 1, unknown: true } }, 1280, 960, 0.08],
		[{ body: { image: draw(2048, 2048).toString('base64'), scale: 4 } }, 4096, 4096, 0.08],
		[{ form: { image: file, scale: '4' } }, 1280, 960, 0.08],
	])(
		'enlarges to a PNG, reduced where it would be too large: %#',
		async (asked, width, height, usd) => {
			const reply = await local.call('/image/upscale', asked);
			expect(reply.headers['content-type']).toBe('image/png');
			expect(dimensionsOf(reply.bytes)).toEqual({ format: 'png', width, height });
			expect(local.service.ledger).toMatchObject([{ usd }]);
		},
	);

	it('lists styles without a key', async () => {
		const { json } = await local.call('/image/styles', { key: null });
		expect(json).toMatchObject({ object: 'list', data: expect.arrayContaining(['Linocut']) });
	});
});
