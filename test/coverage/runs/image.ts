import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { STYLES } from '../../service/images/styles';
import type { FullRuns } from '../fullRun';
import { files, itemWith, link, listed, pngBase64, run, typed } from '../given';

const photo = itemWith({ data: files.photo });
const editing = {
	prompt: 'Make it night',
	options: {
		aspectRatio: listed('16:9'),
		enhancePrompt: true,
		outputFormat: 'webp',
		resolution: listed('2K'),
		safeMode: false,
		skipPromptThinking: true,
		user: 'customer-42',
	},
};
const fromFile = { fileSource: 'binary', inputBinaryField: 'data' };
const fromText = (fileUrl: string) => ({ fileSource: 'url', fileUrl });
const several = {
	...editing,
	model: typed('edit-layers'),
	options: { ...editing.options, quality: 'low' },
};

export const image: FullRuns = {
	node: new InferenceImage(),
	runs: [
		run('image/generate', 'a model that takes pixels', {
			model: typed('image-basic'),
			prompt: 'A lighthouse',
			options: {
				embedExifMetadata: true,
				enableWebSearch: true,
				enhancePrompt: false,
				outputFormat: 'png',
				hideWatermark: true,
				negativePrompt: 'text',
				safeMode: false,
				user: 'customer-42',
				sizeAndQuality: { width: 768, height: 512 },
				styling: { stylePreset: listed(STYLES[0] ?? ''), loraStrength: 40 },
				sampling: { seed: -5, steps: 20, cfgScale: 7.5 },
			},
		}),
		run('image/generate', 'a model that takes ratios, tiers and qualities', {
			model: typed('image-quality'),
			prompt: 'A lighthouse',
			options: {
				skipPromptThinking: true,
				variants: 2,
				sizeAndQuality: {
					aspectRatio: listed('16:9'),
					quality: 'low',
					resolution: listed('2K'),
				},
			},
		}),
		{
			...run('image/generate', 'style references from a file and an address', {
				model: typed('lab/image-styled'),
				prompt: 'A lighthouse',
				options: {
					styling: {
						styleReferences: {
							reference: [
								{ fileSource: 'binary', inputBinaryField: 'data', strength: 0.9 },
								{ fileSource: 'url', fileUrl: link('look.png'), strength: 0.1 },
							],
						},
					},
				},
			}),
			items: photo,
		},
		{
			...run('image/edit', 'a file with every option', {
				...editing,
				...fromFile,
				model: typed('edit-layers'),
			}),
			items: photo,
		},
		run('image/edit', 'an address with every option', {
			...editing,
			...fromText(link('a.png')),
			model: typed('edit-layers'),
		}),
		{
			...run('image/editMultiple', 'all files of the item with every option', {
				...several,
				images: { image: [{ fileSource: 'all' }] },
			}),
			items: itemWith({ base: files.photo, mask: files.photo }),
		},
		{
			...run('image/editMultiple', 'one file with every option', {
				...several,
				images: { image: [{ fileSource: 'binary', inputBinaryField: 'data' }] },
			}),
			items: photo,
		},
		{
			...run('image/editMultiple', 'a file and an address with every option', {
				...several,
				images: {
					image: [
						{ fileSource: 'binary', inputBinaryField: 'data' },
						{ fileSource: 'url', fileUrl: link('mask.png') },
					],
				},
			}),
			items: photo,
		},
		{
			...run('image/upscale', 'a file with every option', {
				...fromFile,
				upscaleFactor: 2,
				options: { creativity: 0.01 },
			}),
			items: photo,
		},
		run('image/upscale', 'base64 with every option', {
			...fromText(pngBase64),
			upscaleFactor: 2,
			options: { creativity: 0.01 },
		}),
		{
			...run('image/removeBackground', 'a file', { ...fromFile, options: { user: 'customer-42' } }),
			items: photo,
		},
		run('image/removeBackground', 'an address', {
			...fromText(link('a.png')),
			options: { user: 'customer-42' },
		}),
		run('image/removeBackground', 'base64', fromText(pngBase64)),
		run('style/getAll', 'the list of styles'),
	],
};
