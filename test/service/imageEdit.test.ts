import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, part, type Part } from './client';
import { dimensionsOf } from './media/dimensions';
import { picture } from './media/picture';
import { type LocalService, startService } from './service';

let service: LocalService;
let site: Server;
let address: string;

const draw = (width: number, height: number) => picture('png', { width, height }, 'input');
const PNG = draw(320, 240);
const BASE64 = PNG.toString('base64');

beforeAll(async () => {
	service = await startService({ limits: { image: 500 } });
	site = createServer((request, answer) => {
		answer.statusCode = request.url === '/boat.png' ? 200 : 404;
		answer.end(PNG);
	});
	await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
	address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
	site.close();
	await service.close();
});
beforeEach(() => service.reset());

const edit = (more: Record<string, unknown> = {}) =>
	call(service, '/image/edit', { body: { prompt: 'Add a sail', image: BASE64, ...more } });
const multi = (more: Record<string, unknown> = {}) =>
	call(service, '/image/multi-edit', {
		body: { modelId: 'edit-layers', prompt: 'Blend', images: [BASE64, BASE64], ...more },
	});
const file = (bytes = PNG, name = 'boat.png') => part(bytes, name, 'image/png');
const form = (path: string, fields: Record<string, string | Part | Part[]>) =>
	call(service, path, { form: fields });

describe('an edit is refused', () => {
	it.each<[field: string, more: Record<string, unknown>]>([
		['prompt', { prompt: '' }],
		['prompt', { prompt: 'a'.repeat(32_769) }],
		['prompt', { prompt: 'a'.repeat(4001), model: 'edit-layers' }],
		['image', { image: '' }],
		['image', { image: 'no base64!' }],
		['extra', { extra: 1 }],
		['aspect_ratio', { aspect_ratio: '5:4' }],
		['aspect_ratio', { aspect_ratio: '21:9' }],
		['resolution', { resolution: '4K' }],
		['resolution', { resolution: 'a'.repeat(11), model: 'edit-layers' }],
		['output_format', { output_format: 'gif' }],
		['safe_mode', { safe_mode: 'false' }],
		['model', { model: 'image-basic' }],
		['model', { model: 'edit-none' }],
		['quality', { quality: 'low' }],
	])('with 400 that names %s', async (field, more) => {
		const reply = await edit(more);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it.each([
		['IMAGE_TOO_SMALL', draw(255, 256)],
		['IMAGE_TOO_LARGE', draw(5761, 5760)],
		['CORRUPTED_IMAGE', Buffer.from('GIF89a')],
	])('for its picture: %s', async (code, bytes) => {
		const answers = [
			await edit({ image: bytes.toString('base64') }),
			await form('/image/edit', { prompt: 'Add', image: file(bytes) }),
		];
		for (const { status, json } of answers) expect([status, json]).toMatchObject([400, { code }]);
	});

	it('with 413 when a file has more than 25 MB', async () => {
		const image = file(Buffer.alloc(25 * 1024 * 1024 + 1));
		const reply = await form('/image/edit', { prompt: 'Add', image });
		expect(reply.status).toBe(413);
		expect(reply.json).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
	});

	it('when a link leads nowhere, and with 415 when it is neither JSON nor a form', async () => {
		expect((await edit({ image: `${address}/none.png` })).status).toBe(400);
		const headers = { 'content-type': 'text/plain' };
		expect((await call(service, '/image/edit', { body: 'image', headers })).status).toBe(415);
	});
});

describe('an edit', () => {
	it.each([
		['base64', () => BASE64],
		['a data URL', () => `data:image/png;base64,${BASE64}`],
		['a link on loopback', () => `${address}/boat.png`],
		['any other link', () => 'https://example.com/boat.png'],
	])('takes %s', async (_name, image) => {
		const reply = await edit({ image: image() });
		expect(reply.status).toBe(200);
		expect(reply.headers['content-type']).toBe('image/png');
		expect(reply.headers).toMatchObject({
			'x-service-model-id': 'edit-basic',
			'x-service-is-content-violation': 'false',
		});
	});

	it('takes a form, whose file the journal describes', async () => {
		const reply = await form('/image/edit', {
			prompt: 'Add [violation]',
			image: file(),
			safe_mode: 'false',
			enhance_prompt: 'true',
			modelId: 'edit-one',
		});
		expect(reply.status).toBe(200);
		expect(reply.headers).toMatchObject({
			'x-service-is-content-violation': 'true',
			'x-service-enhanced-prompt': expect.stringContaining('Add%20'),
		});
		expect(dimensionsOf(reply.bytes)).toMatchObject({ width: 320, height: 240 });
		expect(service.requests('/image/edit')).toMatchObject([
			{
				body: { prompt: 'Add [violation]', safe_mode: 'false', modelId: 'edit-one' },
				files: [
					{
						field: 'image',
						fileName: 'boat.png',
						mimeType: 'image/png',
						bytes: PNG.length,
						head: PNG.subarray(0, 64).toString('base64'),
						sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
					},
				],
			},
		]);
	});

	it.each([
		[{}, 'png', 1024, 680],
		[{ resolution: '2K', aspect_ratio: '16:9' }, 'jpeg', 2048, 1152],
		[{ resolution: '4K', aspect_ratio: '1:1' }, 'jpeg', 4096, 4096],
		[{ resolution: '2K', output_format: 'jpg', aspect_ratio: '1:1' }, 'jpeg', 2048, 2048],
		[{ output_format: 'webp', aspect_ratio: 'auto' }, 'webp', 1024, 680],
	])('%j is %s of %i by %i', async (more, format, width, height) => {
		const reply = await edit({ model: 'edit-layers', ...more });
		expect(reply.headers['content-type']).toBe(`image/${format}`);
		expect(dimensionsOf(reply.bytes)).toEqual({ format, width, height });
	});
});

describe('an edit of several pictures', () => {
	it.each<[field: string, more: Record<string, unknown>]>([
		['modelId', { modelId: undefined }],
		['model', { model: 'edit-layers' }],
		['modelId', { modelId: 'edit-solo' }],
		['images', { images: [] }],
		['images', { images: BASE64 }],
		['images', { images: Array.from({ length: 7 }, () => BASE64) }],
		['images', { modelId: 'edit-basic', images: Array.from({ length: 4 }, () => BASE64) }],
		['images', { modelId: 'lab/edit-unbounded', images: Array.from({ length: 4 }, () => BASE64) }],
		['images', { modelId: 'edit-one' }],
		['quality', { quality: 'best' }],
	])('is refused with 400 that names %s', async (field, more) => {
		const reply = await multi(more);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('is refused when a form has text in place of files', async () => {
		const fields = { modelId: 'edit-basic', prompt: 'Blend' };
		const text = await form('/image/multi-edit', { ...fields, images: BASE64 });
		expect(text.json).toMatchObject({ details: { images: expect.anything() } });
		expect((await form('/image/multi-edit', fields)).status).toBe(400);
	});

	it('keeps the order of files, and takes fields it does not know', async () => {
		const images = [file(), file(draw(400, 300), 'layer.png')];
		const fields = { modelId: 'edit-basic', prompt: 'Blend', extra: 'x' };
		expect((await form('/image/multi-edit', { ...fields, images })).status).toBe(200);
		const [entry] = service.requests('/image/multi-edit');
		expect(entry?.files.map(({ fileName }) => fileName)).toEqual(['boat.png', 'layer.png']);
	});

	it('blurs only when asked to, and charges by quality and by picture', async () => {
		const plain = await multi({ prompt: '[blurred]', images: [BASE64, BASE64, BASE64] });
		expect(plain.headers['x-service-is-blurred']).toBe('false');
		const safe = await multi({ prompt: '[blurred]', quality: 'low', safe_mode: true });
		expect(safe.headers['x-service-is-blurred']).toBe('true');
		expect(service.ledger).toMatchObject([{ usd: 0.22 }, { usd: 0.02 }]);
	});
});
