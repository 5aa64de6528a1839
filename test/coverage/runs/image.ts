import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { STYLES } from '../../service/images/styles';
import type { FullRuns } from '../fullRun';
import { files, itemWith, link, listed, pngBase64, typed } from '../given';

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
		{
			resource: 'image',
			operation: 'generate',
			name: 'a model that takes pixels',
			parameters: {
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
			},
		},
		{
			resource: 'image',
			operation: 'generate',
			name: 'a model that takes ratios, tiers and qualities',
			parameters: {
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
			},
		},
		{
			resource: 'image',
			operation: 'generate',
			name: 'style references from a file and an address',
			items: photo,
			parameters: {
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
			},
		},
		{
			resource: 'image',
			operation: 'edit',
			name: 'a file with every option',
			items: photo,
			parameters: { ...editing, ...fromFile, model: typed('edit-layers') },
		},
		{
			resource: 'image',
			operation: 'edit',
			name: 'an address with every option',
			parameters: { ...editing, ...fromText(link('a.png')), model: typed('edit-layers') },
		},
		{
			resource: 'image',
			operation: 'editMultiple',
			name: 'all files of the item with every option',
			items: itemWith({ base: files.photo, mask: files.photo }),
			parameters: { ...several, images: { image: [{ fileSource: 'all' }] } },
		},
		{
			resource: 'image',
			operation: 'editMultiple',
			name: 'one file with every option',
			items: photo,
			parameters: {
				...several,
				images: { image: [{ fileSource: 'binary', inputBinaryField: 'data' }] },
			},
		},
		{
			resource: 'image',
			operation: 'editMultiple',
			name: 'a file and an address with every option',
			items: photo,
			parameters: {
				...several,
				images: {
					image: [
						{ fileSource: 'binary', inputBinaryField: 'data' },
						{ fileSource: 'url', fileUrl: link('mask.png') },
					],
				},
			},
		},
		{
			resource: 'image',
			operation: 'upscale',
			name: 'a file with every option',
			items: photo,
			parameters: { ...fromFile, upscaleFactor: 2, options: { creativity: 0.01 } },
		},
		{
			resource: 'image',
			operation: 'upscale',
			name: 'base64 with every option',
			parameters: { ...fromText(pngBase64), upscaleFactor: 2, options: { creativity: 0.01 } },
		},
		{
			resource: 'image',
			operation: 'removeBackground',
			name: 'a file',
			items: photo,
			parameters: { ...fromFile, options: { user: 'customer-42' } },
		},
		{
			resource: 'image',
			operation: 'removeBackground',
			name: 'an address',
			parameters: { ...fromText(link('a.png')), options: { user: 'customer-42' } },
		},
		{
			resource: 'image',
			operation: 'removeBackground',
			name: 'base64',
			parameters: fromText(pngBase64),
		},
		{ resource: 'style', operation: 'getAll', name: 'the list of styles' },
	],
};
