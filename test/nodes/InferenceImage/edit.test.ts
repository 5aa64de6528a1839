import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { listed, typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import { picture } from '../../service/media/picture';
import { withService } from '../withService';

const world = withService();
const node = new InferenceImage();
const run = world.runner(node);
const upscale = world.runner(node, { resource: 'image', operation: 'upscale' });
const png = (seed: string, side = 300) => picture('png', { width: side, height: side }, seed);
const binaryOf = (bytes: Buffer, fileName = 'in.png', mimeType = 'image/png') => ({
	data: bytes.toString('base64'),
	mimeType,
	fileName,
});
const item = (binary: IBinaryKeyData): INodeExecutionData[] => [{ json: {}, binary }];
const base = {
	resource: 'image',
	operation: 'edit',
	model: typed('edit-basic'),
	prompt: 'Make it night',
};

describe('Inference Image: Edit', () => {
	it('sends a file as a part of a form', async () => {
		const bytes = png('a');
		const { outputs, error } = await run(
			{
				...base,
				options: {
					aspectRatio: listed('16:9'),
					enhancePrompt: true,
					outputFormat: 'webp',
					safeMode: false,
					skipPromptThinking: true,
				},
			},
			{ items: item({ data: binaryOf(bytes, 'beach.png') }) },
		);
		expect(error).toBeUndefined();
		const [request] = world.service.requests('/image/edit');
		expect(request?.files).toEqual([
			expect.objectContaining({
				field: 'image',
				fileName: 'beach.png',
				mimeType: 'image/png',
				bytes: bytes.length,
			}),
		]);
		expect(request?.body).toMatchObject({
			model: 'edit-basic',
			prompt: 'Make it night',
			aspect_ratio: '16:9',
			enhance_prompt: 'true',
			output_format: 'webp',
			safe_mode: 'false',
			disable_prompt_optimization_thinking: 'true',
		});
		expect(outputs[0]?.[0]?.json).toMatchObject({
			fileName: 'edited-make-it-night.webp',
			mimeType: 'image/webp',
		});
	});

	it.each([
		['URL', 'https://files.example.com/a.png', 'https://files.example.com/a.png'],
		[
			'data URL',
			`data:image/png;base64,${png('b').toString('base64')}`,
			png('b').toString('base64'),
		],
		['base64', png('c').toString('base64'), png('c').toString('base64')],
	])('sends a %s as JSON', async (_kind, fileUrl, image) => {
		const { error } = await run({ ...base, fileSource: 'url', fileUrl });
		expect(error).toBeUndefined();
		expect(world.service.requests('/image/edit')[0]?.body).toMatchObject({ image });
	});

	it('lets the answer decide what the file is called', async () => {
		const { outputs } = await run(
			{ ...base, model: typed('edit-layers'), options: { resolution: listed('2K') } },
			{ items: item({ data: binaryOf(png('d')) }) },
		);
		expect(outputs[0]?.[0]?.json).toMatchObject({
			fileName: 'edited-make-it-night.jpg',
			mimeType: 'image/jpeg',
		});
	});
});

describe('Inference Image: Edit Multiple', () => {
	const operation = {
		resource: 'image',
		operation: 'editMultiple',
		model: typed('edit-layers'),
		prompt: 'Combine',
	};

	it('sends all binary fields in order as a form', async () => {
		const { error } = await run(
			{
				...operation,
				images: { image: [{ fileSource: 'all' }] },
				options: { quality: 'low', safeMode: true },
			},
			{
				items: item({
					base: binaryOf(png('1'), 'base.png'),
					mask: binaryOf(png('2'), 'mask.png'),
					layer: binaryOf(png('3'), 'layer.png'),
				}),
			},
		);
		expect(error).toBeUndefined();
		const [request] = world.service.requests('/image/multi-edit');
		expect(request?.files.map(({ field, fileName }) => [field, fileName])).toEqual([
			['images', 'base.png'],
			['images', 'mask.png'],
			['images', 'layer.png'],
		]);
		expect(request?.body).toMatchObject({
			modelId: 'edit-layers',
			quality: 'low',
			safe_mode: 'true',
		});
	});

	it('turns a mix of file and address into JSON, order kept', async () => {
		const bytes = png('4');
		const { error } = await run(
			{
				...operation,
				images: {
					image: [
						{ fileSource: 'url', fileUrl: 'https://files.example.com/base.png' },
						{ fileSource: 'binary', inputBinaryField: 'mask' },
					],
				},
			},
			{ items: item({ mask: binaryOf(bytes) }) },
		);
		expect(error).toBeUndefined();
		expect(world.service.requests('/image/multi-edit')[0]?.body).toMatchObject({
			images: ['https://files.example.com/base.png', bytes.toString('base64')],
		});
	});

	it.each([
		['edit-basic', 4, 3],
		['edit-one', 2, 1],
		['lab/edit-unbounded', 4, 3],
		['edit-layers', 7, 6],
	])('holds %s to its number of images', async (id, count, most) => {
		const text = 'https://files.example.com/a.png';
		const image = Array.from({ length: count }, () => ({ fileSource: 'url', fileUrl: text }));
		const { error } = await run({ ...operation, model: typed(id), images: { image } });
		expect(error?.message).toBe(
			`Images may have at most ${most} for the model ${id}, but ${count} were given`,
		);
		expect(world.service.requests('/image/multi-edit')).toEqual([]);
	});
});

describe('Inference Image: Upscale, Remove Background, Get Many Styles', () => {
	it('upscales a file', async () => {
		const { outputs, error } = await upscale(
			{ upscaleFactor: 4, options: { creativity: 0 } },
			{ items: item({ data: binaryOf(png('5')) }) },
		);
		expect(error).toBeUndefined();
		const [request] = world.service.requests('/image/upscale');
		expect(request?.body).toMatchObject({ scale: '4', creativity: '0' });
		expect(outputs[0]?.[0]?.json).toMatchObject({ fileName: 'upscaled.png' });
		expect((await binaryBuffer(outputs[0]?.[0]?.binary?.data)).length).toBeGreaterThan(50);
	});

	it('explains an address that cannot be downloaded, where the service takes none', async () => {
		const { error } = await upscale(
			{ fileSource: 'url', fileUrl: 'http://127.0.0.1:9/a.png' },
			world.accessWith({ allowPrivateNetworks: true }),
		);
		expect(error?.message).toMatch(
			/^Image could not be downloaded from 127\.0\.0\.1:9: .*connection refused/,
		);
		expect(world.service.journal).toEqual([]);
	});

	it('removes the background of an address, in the field for addresses', async () => {
		const url = 'https://files.example.com/a.png';
		const { error } = await run({
			resource: 'image',
			operation: 'removeBackground',
			fileSource: 'url',
			fileUrl: url,
		});
		expect(error).toBeUndefined();
		expect(world.service.requests('/image/background-remove')[0]?.body).toEqual({ image_url: url });
	});

	it('lists the styles', async () => {
		const { item } = await run({ resource: 'style', operation: 'getAll', returnAll: true });
		expect(item.json).toEqual({ name: expect.any(String) });
	});
});

describe('bad pictures', () => {
	const cases: Array<[string, INodeExecutionData[], object, RegExp]> = [
		[
			'none there',
			item({ photo: binaryOf(png('x')) }),
			{ inputBinaryField: 'data' },
			/no file in the binary field "data"; it has "photo"/,
		],
		['no binary data', [{ json: {} }], {}, /no binary data at all/],
		[
			'a text file',
			item({ data: binaryOf(Buffer.from('A text of some words.'), 'a.png', 'image/png') }),
			{},
			/must be an image, but it is of the type "text\/plain"/,
		],
		[
			'too few pixels',
			item({ data: binaryOf(png('x', 100)) }),
			{},
			/must have 65536 to 33177600 pixels in all, but it has 10000/,
		],
		[
			'no picture',
			item({ data: binaryOf(Buffer.from('hello')) }),
			{},
			/cannot be read as an image/,
		],
		['empty', item({ data: binaryOf(Buffer.alloc(0)) }), {}, /is empty/],
		[
			'text that is nothing',
			[{ json: {} }],
			{ fileSource: 'url', fileUrl: 'no such thing!' },
			/must be an address starting with https/,
		],
		[
			'empty text',
			[{ json: {} }],
			{ fileSource: 'url', fileUrl: ' ' },
			/File URL must not be empty/,
		],
		[
			'an expression without a value',
			[{ json: {} }],
			{ fileSource: 'url', fileUrl: '={{ $json.image }}' },
			/File URL must not be empty/,
		],
	];

	it.each(cases)('a bad picture is refused: %s', async (_name, items, extra, sentence) => {
		const { error } = await run({ ...base, ...extra }, { items });
		expect(error?.message).toMatch(sentence);
		expect(world.service.requests('/image/edit')).toEqual([]);
	});
});
