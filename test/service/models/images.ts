import { type Model, type ModelSpec, type ModelType, record, usd } from './model';

const UPSCALE = { '2x': usd(0.02), '4x': usd(0.08) };
const RATIOS = ['1:1', '16:9', '9:16'];

export const other = (
	id: string,
	type: ModelType,
	name: string,
	spec: Partial<ModelSpec>,
): Model => ({
	record: record(id, type, {
		name,
		description: `Made-up ${type} model`,
		privacy: 'private',
		traits: [],
		...spec,
	}),
});

const image = (id: string, name: string, constraints: object, more: Partial<ModelSpec>) =>
	other(id, 'image', name, {
		supportsStyleReferences: false,
		...more,
		constraints: {
			promptCharacterLimit: 1500,
			steps: { default: 1, max: 1 },
			widthHeightDivisor: 1,
			...constraints,
		},
	});

/** Three families: pixels, ratios, and ratios with tiers. */
export const IMAGE_MODELS: Model[] = [
	image(
		'image-basic',
		'Image Basic',
		{ steps: { default: 20, max: 50 }, widthHeightDivisor: 8 },
		{ pricing: { generation: usd(0.01), upscale: UPSCALE }, traits: ['default', 'fastest'] },
	),
	image(
		'image-tiered',
		'Image Tiered',
		{
			promptCharacterLimit: 7500,
			aspectRatios: RATIOS,
			defaultAspectRatio: '1:1',
			resolutions: ['1K', '2K', '4K'],
			defaultResolution: '1K',
		},
		{
			pricing: {
				resolutions: { '1K': usd(0.05), '2K': usd(0.1), '4K': usd(0.2) },
				upscale: UPSCALE,
			},
			supportsOptimizePromptThinking: true,
			traits: ['highest_quality'],
		},
	),
	image(
		'image-ratio',
		'Image Ratio',
		{ aspectRatios: [...RATIOS, '3:2', '2:3'], defaultAspectRatio: '1:1' },
		{ pricing: { generation: usd(0.03), upscale: UPSCALE } },
	),
	image(
		'image-quality',
		'Image Quality',
		{
			aspectRatios: RATIOS,
			defaultAspectRatio: '1:1',
			resolutions: ['1K', '2K'],
			defaultResolution: '1K',
			qualities: ['low', 'medium', 'high'],
			defaultQuality: 'high',
		},
		{
			pricing: {
				resolutions: { '1K': usd(0.2), '2K': usd(0.3) },
				quality: {
					'1K': { low: usd(0.02), medium: usd(0.06), high: usd(0.2) },
					'2K': { low: usd(0.03), medium: usd(0.09), high: usd(0.3) },
				},
				upscale: UPSCALE,
			},
		},
	),
	image(
		'lab/image-styled',
		'Image Styled',
		{
			steps: { default: 10, max: 30 },
			widthHeightDivisor: 16,
			maxStyleReferences: 2,
			supportsStyleReferenceStrength: true,
		},
		{ pricing: { generation: usd(0.02), upscale: UPSCALE }, supportsStyleReferences: true },
	),
	image(
		'image-offline',
		'Image Offline',
		{},
		{ pricing: { generation: usd(0.02), upscale: UPSCALE }, offline: true },
	),
	other('upscale-basic', 'upscale', 'Upscale Basic', { pricing: { upscale: UPSCALE } }),
];
