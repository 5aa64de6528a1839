import { part, type CallOptions } from './client';
import { picture } from './media/picture';
import { type Body, localService, type Row } from './underTest';

const local = localService({ limits: { image: 500 } });

const draw = (width: number, height: number) => picture('png', { width, height }, 'input');
const PICTURE = draw(300, 300).toString('base64');
const BASE64 = draw(320, 240).toString('base64');
const image = BASE64;
const LINK = 'https://example.com/a.jpg';
const boat = { model: 'image-basic', prompt: 'A boat' };
const sail = { prompt: 'Add a sail', image: BASE64 };
const blend = { modelId: 'edit-layers', prompt: 'Blend', images: [BASE64, BASE64] };
const styled = (...style_references: object[]) => ({ model: 'lab/image-styled', style_references });

describe.each<[path: string, start: Body, rows: Row[]]>([
	[
		'/image/generate',
		boat,
		[
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
			['style_references', styled({ image: PICTURE, strength: 0.05 })],
			['style_references', styled({ image: PICTURE, strength: 1.1 })],
			['style_references', styled({ image: PICTURE, more: 1 })],
			['style_references', styled({ strength: 0.5 })],
			['style_references', styled({ image: 'no picture!' })],
			['style_references', styled({ image: PICTURE }, { image: PICTURE }, { image: PICTURE })],
		],
	],
	[
		'/image/edit',
		sail,
		[
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
		],
	],
	[
		'/image/multi-edit',
		blend,
		[
			['modelId', { modelId: undefined }],
			['model', { model: 'edit-layers' }],
			['modelId', { modelId: 'edit-solo' }],
			['images', { images: [] }],
			['images', { images: BASE64 }],
			['images', { images: Array.from({ length: 7 }, () => BASE64) }],
			['images', { modelId: 'edit-basic', images: Array.from({ length: 4 }, () => BASE64) }],
			[
				'images',
				{ modelId: 'lab/edit-unbounded', images: Array.from({ length: 4 }, () => BASE64) },
			],
			['images', { modelId: 'edit-one' }],
			['quality', { quality: 'best' }],
		],
	],
	[
		'/image/upscale',
		{},
		[
			['image', {}],
			['image', { image: LINK }],
			['scale', { image, scale: 3 }],
			['scale', { image, scale: 1 }],
			['scale', { image, scale: '2' }],
			['creativity', { image, creativity: 'much' }],
		],
	],
	[
		'/image/background-remove',
		{},
		[
			['image', {}],
			['image_url', { image, image_url: LINK }],
			['image_url', { image_url: 'a.jpg' }],
			['image', { image: LINK }],
			['model', { image, model: 'edit-basic' }],
		],
	],
])('POST %s refuses', (path, start, rows) => {
	it.each(rows)('a body is refused with 400 that names %s: %#', async (field, body) => {
		await local.refuses(path, field, { body: { ...start, ...body } });
	});
});

const GENERATE = '/image/generate';
const EDIT = '/image/edit';
const MULTI = '/image/multi-edit';
const code = (name: string) => ({ code: name });
const file = (bytes: Buffer) => part(bytes, 'boat.png', 'image/png');
const inForm = (bytes: Buffer) => ({ form: { prompt: 'Add', image: file(bytes) } });
const inJson = (bytes: Buffer) => ({ body: { ...sail, image: bytes.toString('base64') } });
const names = (field: string) => ({ details: { [field]: expect.anything() } });
const TEXT = { 'content-type': 'text/plain' };
const several = { modelId: 'edit-basic', prompt: 'Blend' };
const noPicture = Buffer.from('plain text').toString('base64');

it.each<[what: string, path: string, asked: CallOptions, status: number, answer: object]>([
	[
		'a style reference of text',
		GENERATE,
		{ body: { ...boat, ...styled({ image: noPicture }) } },
		400,
		code('CORRUPTED_IMAGE'),
	],
	['an unknown model', GENERATE, { body: { ...boat, model: 'image-none' } }, 404, {}],
	['a model for text', GENERATE, { body: { ...boat, model: 'text-basic' } }, 404, {}],
	[
		'a model that is offline',
		GENERATE,
		{ body: { ...boat, model: 'image-offline' } },
		503,
		code('MODEL_OFFLINE'),
	],
	['a small picture', EDIT, inJson(draw(255, 256)), 400, code('IMAGE_TOO_SMALL')],
	['a small file', EDIT, inForm(draw(255, 256)), 400, code('IMAGE_TOO_SMALL')],
	['a large picture', EDIT, inJson(draw(5761, 5760)), 400, code('IMAGE_TOO_LARGE')],
	['a large file', EDIT, inForm(draw(5761, 5760)), 400, code('IMAGE_TOO_LARGE')],
	['a damaged picture', EDIT, inJson(Buffer.from('GIF89a')), 400, code('CORRUPTED_IMAGE')],
	['a damaged file', EDIT, inForm(Buffer.from('GIF89a')), 400, code('CORRUPTED_IMAGE')],
	[
		'more than 25 MB',
		EDIT,
		inForm(Buffer.alloc(25 * 1024 * 1024 + 1)),
		413,
		code('PAYLOAD_TOO_LARGE'),
	],
	['neither JSON nor a form', EDIT, { body: 'image', headers: TEXT }, 415, {}],
	['text in place of files', MULTI, { form: { ...several, images: BASE64 } }, 400, names('images')],
	['a form without files', MULTI, { form: several }, 400, {}],
	[
		'a picture too small to enlarge',
		'/image/upscale',
		{ body: { image: draw(64, 64).toString('base64') } },
		400,
		code('IMAGE_TOO_SMALL'),
	],
	['base64 in a form', '/image/upscale', { form: { image } }, 400, {}],
	['a wrong key for styles', '/image/styles', { key: 'wrong' }, 401, {}],
	...[{ prompt: '' }, { n: 2 }, { size: '1x1' }, { safe_mode: true }].map(
		(more): [string, string, CallOptions, number, object] => [
			`${JSON.stringify(more)} in the form of other services`,
			'/images/generations',
			{ body: { prompt: 'A boat', ...more } },
			400,
			{},
		],
	),
])('refuses %s', async (_what, path, asked, status, answer) => {
	await local.answers(path, asked, status, answer);
});
