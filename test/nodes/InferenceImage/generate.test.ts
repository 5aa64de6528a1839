import type { INodeParameters } from 'n8n-workflow';
import { imageSize } from 'image-size';

import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import type { Answer, Payload } from '../../service/answer';
import { picture } from '../../service/media/picture';
import { withService } from '../withService';

const world = withService();
const node = new InferenceImage();
const run = world.runner(node);
const sent = () => world.service.requests('/image/generate')[0]?.body;
const png = picture('png', { width: 300, height: 300 }, 'reference');

describe('Inference Image: Generate', () => {
	it('asks for bytes and names the file after what came', async () => {
		const { item } = await run(
			{ model: typed('image-basic'), prompt: 'A lighthouse' },
			{ binaryMode: 'filesystem' },
		);
		expect(sent()).toEqual({ model: 'image-basic', prompt: 'A lighthouse', return_binary: true });
		const bytes = await binaryBuffer(item.binary?.data);
		expect(imageSize(bytes)).toMatchObject({ type: 'webp' });
		expect(item.json).toMatchObject({
			fileName: 'image-a-lighthouse.webp',
			mimeType: 'image/webp',
			bytes: bytes.length,
			model: 'image-basic',
			requestId: expect.any(String),
		});
	});

	it.each([
		['a||b', 'only have letters, digits and signs of ASCII, without ||, but "a||b" was given'],
		['Zoë', 'only have letters, digits and signs of ASCII, without ||, but "Zoë" was given'],
		['a'.repeat(129), 'have at most 128 characters, but 129 were given'],
	])('refuses the user %j before anything is sent', async (user, sentence) => {
		const { error } = await run({ prompt: 'A lighthouse', options: { user } });
		expect(error?.message).toBe(`User may ${sentence}`);
		expect(world.service.requests('/image/generate')).toEqual([]);
	});

	it('names the files of several items by their prompts and numbers, unless File Name does', async () => {
		const items = ['A red boat', 'A red boat'].map((text) => ({ json: { text } }));
		const drawn = async (options: INodeParameters) => {
			const found = await run({ prompt: '={{ $json.text }}', options }, { items });
			return found.items.map(({ json }) => json.fileName);
		};
		expect(await drawn({})).toEqual(['image-a-red-boat.webp', 'image-a-red-boat-2.webp']);
		expect(await drawn({ fileName: 'boat' })).toEqual(['boat.webp', 'boat.webp']);
	});

	it('returns one binary per variant in one item', async () => {
		const { item } = await run({
			model: typed('image-basic'),
			prompt: 'A lighthouse',
			options: { variants: 3, outputFormat: 'jpeg', fileName: 'light.jpg' },
		});
		expect(sent()).toMatchObject({ variants: 3 });
		expect(Object.keys(item.binary ?? {})).toEqual(['data', 'data_1', 'data_2']);
		expect(item.binary?.data_2?.fileName).toBe('light_2.jpg');
		expect(item.json).toMatchObject({ files: [{ field: 'data' }, {}, { field: 'data_2' }] });
		for (const binary of Object.values(item.binary ?? {})) {
			expect(imageSize(await binaryBuffer(binary))).toMatchObject({ type: 'jpg' });
		}
	});

	describe('with four variants', () => {
		const four = { prompt: 'A lighthouse', options: { variants: 4 } };
		const answerWith = (payload: Payload) => {
			const rewriteAnswer = async (answer: Answer & { status: number }) => ({ ...answer, payload });
			world.service.fault({ path: '/image/generate', rewriteAnswer });
		};
		const base64 = png.toString('base64');

		it.each([
			['2 of them', { images: [base64, base64] }, 2, undefined],
			[
				'one, and why',
				{ images: [base64], message: 'Three were blocked' },
				3,
				'Three were blocked',
			],
		])('says how many are missing of %s', async (_name, json, missingImages, missingReason) => {
			answerWith({ json });
			const { item } = await run(four, { retryOnFail: { maxTries: 3 } });
			expect(item.json).toMatchObject({ missingImages, cost: { amount: world.spent } });
			expect(item.json.missingReason).toBe(missingReason);
			expect(world.service.ledger).toHaveLength(1);
		});

		it.each([
			[
				{ images: [], message: 'All were blocked: SAFETY' },
				/none of the 4 images: All were blocked/,
			],
			[{ images: [] }, /none of the 4 images; the call may/],
			[{ images: ['aGVsbG8='], error: '' }, /something that is not an image; the call may/],
		])('has the reason of %j in the message', async (json, message) => {
			answerWith({ json });
			const { error } = await run(four, { retryOnFail: { maxTries: 3 } });
			expect(error?.message).toMatch(message);
			expect(world.service.ledger).toHaveLength(1);
		});

		it('keeps a picture that comes as bytes', async () => {
			answerWith({ bytes: png, type: 'image/png' });
			const { item } = await run(four);
			expect((await binaryBuffer(item.binary?.data)).equals(png)).toBe(true);
			expect(item.json).toMatchObject({ missingImages: 3, mimeType: 'image/png' });
		});

		it('reads data URLs', async () => {
			answerWith({ json: { images: Array(4).fill(`data:image/png;base64,${base64}`) } });
			const { item } = await run(four);
			expect(Object.keys(item.binary ?? {})).toHaveLength(4);
			expect((await binaryBuffer(item.binary?.data_3)).equals(png)).toBe(true);
			expect(item.json).not.toHaveProperty('missingImages');
		});
	});

	it('takes a model with spaces around its ID', async () => {
		const { error } = await run({ model: typed(' image-basic\n'), prompt: 'A lighthouse' });
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject({ model: 'image-basic' });
	});

	it('sends style references from a file and an address', async () => {
		const { error } = await run(
			{
				model: typed('lab/image-styled'),
				prompt: 'A lighthouse',
				options: {
					styling: {
						styleReferences: {
							reference: [
								{ fileSource: 'binary', inputBinaryField: 'look', strength: 0.9 },
								{ fileSource: 'url', fileUrl: 'https://files.example.com/look.png', strength: 0.1 },
							],
						},
					},
				},
			},
			{
				items: [
					{
						json: {},
						binary: {
							look: { data: png.toString('base64'), mimeType: 'image/png', fileName: 'l.png' },
						},
					},
				],
			},
		);
		expect(error).toBeUndefined();
		expect(sent()).toMatchObject({
			style_references: [
				{ image: png.toString('base64'), strength: 0.9 },
				{ image: 'https://files.example.com/look.png', strength: 0.1 },
			],
		});
	});

	it('reports what the service flagged, and stops there if the user wants that', async () => {
		const parameters = { model: typed('image-basic'), prompt: 'Beach [blurred] [violation]' };
		const { item } = await run(parameters);
		expect(item.json.moderation).toMatchObject({ blurred: true, contentViolation: true });
		const stopped = await run({ ...parameters, options: { stopOnFlag: true } });
		expect(stopped.error?.message).toMatch(
			/^The service flagged the image: blurred, contentViolation/,
		);
	});

	it('decodes the prompt that was rewritten', async () => {
		const { item } = await run({
			model: typed('image-basic'),
			prompt: 'Ein Leuchtturm – schön',
			options: { enhancePrompt: true },
		});
		expect(item.json.enhancedPrompt).toContain('Ein Leuchtturm – schön');
	});

	it.each([
		[
			{ options: { sizeAndQuality: { width: 511 } } },
			'Width (Pixels) must be divisible by 8, but 511 was given, for the model image-basic',
		],
		[
			{ options: { sampling: { steps: 51 } } },
			'Steps must be at most 50, but 51 was given, for the model image-basic',
		],
	])('checks %j against the model before the image is paid', async (groups, sentence) => {
		const { error } = await run({ model: typed('image-basic'), prompt: 'x', ...groups });
		expect(error?.message).toBe(`${sentence}`);
		expect(world.service.requests('/image/generate')).toEqual([]);
	});

	it.each([0, 2, 'abc', ''])(
		'refuses the strength %j before anything is sent',
		async (strength) => {
			const reference = [
				{ fileSource: 'url', fileUrl: 'https://files.example.com/look.png', strength },
			];
			const styling = { styleReferences: { reference } };
			const parameters = { model: typed('image-basic'), prompt: 'x', options: { styling } };
			const { error } = await run(parameters);
			expect(error?.message).toMatch(
				/^Strength of Reference 1 must (be a number from 0\.1|not be)/,
			);
			expect(world.service.journal).toEqual([]);
		},
	);

	it('checks a value from the list, and sends one of the user as it is', async () => {
		const parameters = (mode: string) => ({
			model: typed('image-tiered'),
			prompt: 'x',
			options: { sizeAndQuality: { aspectRatio: { mode, value: '5:1' } } },
		});
		const listed = await run(parameters('list'));
		expect(listed.error?.message).toMatch(
			/^Aspect Ratio must be one of 1:1, 16:9, 9:16, but "5:1" was given, for the model image-tiered/,
		);
		expect(world.service.requests('/image/generate')).toEqual([]);
		await run(parameters('id'));
		expect(sent()).toMatchObject({ aspect_ratio: '5:1' });
	});

	it('goes on without the check when the model list cannot be had', async () => {
		world.service.fault({ path: '/models', status: 404, body: { error: 'gone' } });
		await run({
			model: typed('image-basic'),
			prompt: 'x',
			options: { sizeAndQuality: { width: 511 } },
		});
		expect(sent()).toMatchObject({ width: 511 });
	});

	it('fetches the model list once for all items', async () => {
		const items = Array.from({ length: 6 }, () => ({ json: {} }));
		await run({ model: typed('image-basic'), prompt: 'x' }, { items });
		expect(world.service.requests('/models')).toHaveLength(1);
		expect(world.service.requests('/image/generate')).toHaveLength(6);
	});

	it('offers what the chosen model allows', async () => {
		const { results } = await world.search(node, 'searchAspectRatios', {
			parameters: { model: { __rl: true, ...typed('image-ratio') } },
		});
		expect(results.map(({ value }) => value)).toEqual(['1:1', '16:9', '9:16', '3:2', '2:3']);
	});
});
