import { call, part } from './client';
import { dimensionsOf } from './media/dimensions';
import { picture } from './media/picture';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService({ limits: { image: 500 } });
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const draw = (width: number, height: number) => picture('jpeg', { width, height }, 'input');
const JPEG = draw(320, 240);
const image = JPEG.toString('base64');
const file = part(JPEG, 'a.jpg', 'image/jpeg');
const LINK = 'https://example.com/a.jpg';

const upscale = (body: Record<string, unknown>) => call(service, '/image/upscale', { body });
const cut = (body: Record<string, unknown>) => call(service, '/image/background-remove', { body });

describe('upscaling', () => {
	it.each<[field: string, body: Record<string, unknown>]>([
		['image', {}],
		['image', { image: LINK }],
		['scale', { image, scale: 3 }],
		['scale', { image, scale: 1 }],
		['scale', { image, scale: '2' }],
		['creativity', { image, creativity: 'much' }],
	])('is refused with 400 that names %s', async (field, body) => {
		const reply = await upscale(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('refuses a picture that is too small, and base64 in a form', async () => {
		const small = await upscale({ image: draw(64, 64).toString('base64') });
		expect(small.json).toMatchObject({ code: 'IMAGE_TOO_SMALL' });
		expect((await call(service, '/image/upscale', { form: { image } })).status).toBe(400);
	});

	it.each([
		[{ image }, 640, 480, 0.02],
		[{ image, scale: 4, creativity: 1, unknown: true }, 1280, 960, 0.08],
		[{ image: draw(2048, 2048).toString('base64'), scale: 4 }, 4096, 4096, 0.08],
	])('returns a PNG, reduced where it would be too large', async (body, width, height, usd) => {
		const reply = await upscale(body);
		expect(reply.headers['content-type']).toBe('image/png');
		expect(dimensionsOf(reply.bytes)).toEqual({ format: 'png', width, height });
		expect(service.ledger).toMatchObject([{ usd }]);
	});

	it('takes a file', async () => {
		const reply = await call(service, '/image/upscale', { form: { image: file, scale: '4' } });
		expect(dimensionsOf(reply.bytes)).toMatchObject({ width: 1280, height: 960 });
	});
});

describe('removing a background', () => {
	it.each<[field: string, body: Record<string, unknown>]>([
		['image', {}],
		['image_url', { image, image_url: LINK }],
		['image_url', { image_url: 'a.jpg' }],
		['image', { image: LINK }],
		['model', { image, model: 'edit-basic' }],
	])('is refused with 400 that names %s', async (field, body) => {
		const reply = await cut(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('returns a PNG with alpha for base64, a link and a file', async () => {
		const form = { image: file };
		const answers = [
			await cut({ image }),
			await cut({ image_url: LINK }),
			await call(service, '/image/background-remove', { form }),
		];
		for (const { headers, bytes } of answers) {
			expect(headers['content-type']).toBe('image/png');
			expect(bytes.includes('tRNS')).toBe(true);
		}
		expect(answers.map(({ bytes }) => dimensionsOf(bytes)?.width)).toEqual([320, 1024, 320]);
	});
});

describe('styles', () => {
	it('are listed for anybody, but not for a bad key', async () => {
		const { json } = await call(service, '/image/styles', { key: null });
		expect(json).toMatchObject({ object: 'list', data: expect.arrayContaining(['Linocut']) });
		expect((await call(service, '/image/styles', { key: 'wrong' })).status).toBe(401);
	});
});
