import { other } from './images';
import { type Model, type ModelSpec, usd } from './model';

const edit = (id: string, name: string, constraints: object, more: Partial<ModelSpec> = {}) =>
	other(id, 'inpaint', name, {
		pricing: { inpaint: usd(0.04), inputImages: { included: 1, additional: usd(0.01) } },
		...more,
		constraints: {
			aspectRatios: ['auto', '1:1', '16:9', '9:16'],
			promptCharacterLimit: 32_768,
			combineImages: true,
			...constraints,
		},
	});

/** The first model is the one that a single edit takes when it names none. */
export const EDIT_MODELS: Model[] = [
	edit('edit-basic', 'Edit Basic', { maxInputImages: 3 }),
	edit(
		'edit-layers',
		'Edit Layers',
		{
			aspectRatios: ['auto', '1:1', '3:2', '2:3', '16:9', '9:16', '21:9'],
			resolutions: ['1K', '2K', '4K'],
			defaultResolution: '1K',
			qualities: ['low', 'medium', 'high'],
			defaultQuality: 'high',
			promptCharacterLimit: 4000,
			maxInputImages: 6,
		},
		{
			pricing: {
				inpaint: usd(0.2),
				inputImages: { included: 2, additional: usd(0.02) },
				resolutions: { '1K': usd(0.2), '2K': usd(0.3), '4K': usd(0.4) },
				quality: {
					'1K': { low: usd(0.02), medium: usd(0.06), high: usd(0.2) },
					'2K': { low: usd(0.03), medium: usd(0.09), high: usd(0.3) },
					'4K': { low: usd(0.04), medium: usd(0.12), high: usd(0.4) },
				},
			},
			supportsOptimizePromptThinking: true,
		},
	),
	edit('lab/edit-unbounded', 'Edit Unbounded', {}),
	edit('edit-one', 'Edit One', { combineImages: false, singleImageAspectRatio: false }),
	{ ...edit('edit-solo', 'Edit Solo', { combineImages: false }), singleEditOnly: true },
];
