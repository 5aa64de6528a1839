import type { INodeParameters } from 'n8n-workflow';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import { withOptions } from '../../engine/withOptions';
import { withService } from '../withService';
import { fallbackTo, trouble } from './chosen';

const world = withService();
const path = '/image/generate';
const draw = async (parameters: INodeParameters, model = 'image-offline') =>
	await world.run({
		node: new InferenceImage(),
		parameters: {
			...{ resource: 'image', operation: 'generate', prompt: 'A lighthouse' },
			model: typed(model),
			...parameters,
		},
	});
const models = () => world.service.requests(path).map(({ body }) => Object(body).model as string);
const last = () => world.service.requests(path).at(-1)?.body;

it('takes the image of the next model, and prices it as that one', async () => {
	const { item } = await draw({ options: { fallback: fallbackTo(['image-ratio']) } });
	expect(models()).toEqual(['image-offline', 'image-ratio']);
	expect(item.json).toMatchObject({
		model: 'image-ratio',
		cost: { amount: 0.03, currency: 'USD' },
		fallback: { model: 'image-ratio', notUsed: [{ model: 'image-offline' }] },
	});
	expect((await binaryBuffer(item.binary?.data)).length).toBeGreaterThan(100);
	expect(world.service.ledger.map(({ usd }) => usd)).toEqual([0.03]);
});

it.each<[string, INodeParameters, number, string[]]>([
	['by its only price', {}, 0.02, ['image-offline', 'image-basic']],
	[
		'by resolution and quality',
		{ options: { sizeAndQuality: { quality: 'low' } } },
		0.02,
		['image-offline', 'image-quality'],
	],
	[
		'with the search',
		{ options: { enableWebSearch: true } },
		0.02,
		['image-offline', 'image-basic'],
	],
	['of each variant', { options: { variants: 4 } }, 0.01, ['image-offline', 'image-basic']],
])(
	'holds the price of an image to the limit, %s',
	async (_what, parameters, maxImagePrice, asked) => {
		const fallback = fallbackTo(['image-quality', 'image-ratio', 'image-basic'], { maxImagePrice });
		const { error } = await draw(withOptions(parameters, { fallback }));
		expect(error).toBeUndefined();
		expect(models()).toEqual(asked);
		const variants = Number(Object(parameters.options).variants ?? 1);
		expect(world.spent / variants).toBeLessThanOrEqual(maxImagePrice);
	},
);

it('counts a prompt that may be rewritten into the price', async () => {
	const fallback = fallbackTo(['image-basic'], { maxImagePrice: 0.02 });
	const { error } = await draw({ options: { enhancePrompt: true, fallback } });
	expect(error?.message).toMatch(/image-basic: Not tried: it costs 0.05, and Max Price per Image/);
	expect(models()).toEqual(['image-offline']);
});

it('lowers steps and pixels to what the next model takes', async () => {
	world.service.fault(trouble('image-basic', 503, 'MODEL_OFFLINE'));
	const { item } = await draw(
		{
			options: {
				sampling: { steps: 50 },
				sizeAndQuality: { width: 1000, height: 512 },
				fallback: fallbackTo(['lab/image-styled']),
			},
		},
		'image-basic',
	);
	expect(last()).toMatchObject({ model: 'lab/image-styled', steps: 30, width: 992, height: 512 });
	expect(item.json).toMatchObject({
		fallback: {
			changes: [
				'Width (Pixels) was lowered to 992 for lab/image-styled',
				'Steps was lowered to 30 for lab/image-styled',
			],
		},
	});
});

it.each<[chosen: string, parameters: INodeParameters, next: string, sentence: RegExp]>([
	[
		'image-basic',
		{ options: { sizeAndQuality: { width: 512, height: 512 } } },
		'image-tiered',
		/image-tiered: Not tried: Width \(Pixels\) cannot be set for the model image-tiered/,
	],
	[
		'image-ratio',
		{ options: { sizeAndQuality: { aspectRatio: typed('3:2') } } },
		'image-tiered',
		/Aspect Ratio must be one of 1:1, 16:9, 9:16, but "3:2" was given, for the model image-tiered/,
	],
	[
		'image-tiered',
		{ options: { sizeAndQuality: { resolution: typed('2K') } } },
		'image-ratio',
		/Resolution cannot be set for the model image-ratio/,
	],
	[
		'image-tiered',
		{ prompt: 'a'.repeat(1501) },
		'image-ratio',
		/Prompt may have at most 1500 characters, but 1501 were given, for the model image-ratio/,
	],
])('says why the next model cannot do what %s was asked for', async (chosen, ...others) => {
	const [parameters, next, sentence] = others;
	world.service.fault(trouble(chosen, 410));
	const { error } = await draw(withOptions(parameters, { fallback: fallbackTo([next]) }), chosen);
	expect(error?.message).toMatch(sentence);
	expect(models()).toEqual([chosen]);
});

it('does not go from model to model at the rate limit that all of them share', async () => {
	world.service.fault({
		...{ path, status: 429, times: 9 },
		body: { error: 'No', code: 'RATE_LIMIT_EXCEEDED' },
	});
	const { error } = await draw(
		{ options: { fallback: fallbackTo(['image-ratio']) } },
		'image-basic',
	);
	expect(error?.message).toMatch(/^The rate limit is reached/);
	expect(models()).toEqual(Array<string>(5).fill('image-basic'));
});
