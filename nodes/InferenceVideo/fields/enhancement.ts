import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { modelValueField } from '../../common/fields/modelValue';
import { optionGroup } from '../../common/fields/optionGroup';

export const ENHANCEMENT_PARAMETER = 'options.enhancement';

export function enhancementField(): INodeProperties {
	return optionGroup('Enhancement', ENHANCEMENT_PARAMETER, [
		...pricedFields(),
		...outputFileFields(),
		...SLIDERS.map(sliderField),
	]);
}

function pricedFields(): INodeProperties[] {
	return [
		modelValueField({
			displayName: 'Enhancement Model',
			name: 'enhancementModel',
			wire: 'enhancement_model',
			search: 'searchEnhancementModels',
			placeholder: 'e.g. natural-2',
			description:
				'How the source video is enhanced, for models that let you choose. Leave empty for the default of the model.',
		}),
		{
			displayName: 'Slowdown Factor',
			name: 'slowdownFactor',
			type: 'options',
			default: 1,
			description: 'How many times slower the video plays. The charge grows with its duration.',
			options: [
				{ name: '1 (Normal Speed)', value: 1 },
				{ name: '2 Times', value: 2 },
				{ name: '4 Times', value: 4 },
				{ name: '8 Times', value: 8 },
			],
			routing: toBody('slowdown_factor'),
		},
		{
			displayName: 'Target FPS',
			name: 'targetFps',
			type: 'number',
			typeOptions: { minValue: 16, maxValue: 120, numberPrecision: 0 },
			default: 60,
			description: 'Frames per second of the result, 16 to 120',
			routing: toBody('target_fps'),
		},
	];
}

function outputFileFields(): INodeProperties[] {
	return [
		{
			displayName: 'H.264 Output',
			name: 'h264Output',
			type: 'boolean',
			default: true,
			description:
				'Whether to encode the result as H.264, which most players can play, for models that let you choose',
			routing: toBody('h264_output'),
		},
		{
			displayName: 'Output Format',
			name: 'outputFormat',
			type: 'options',
			typeOptions: { open: true },
			default: 'mp4',
			description: 'Format of the file',
			options: [
				{ name: 'MP4', value: 'mp4' },
				{ name: 'ProRes', value: 'prores', description: 'For editing. Much larger.' },
			],
			routing: toBody('output_format'),
		},
	];
}

interface Slider {
	displayName: string;
	name: string;
	wire: string;
	description: string;
	range?: [min: number, max: number];
}

const SLIDERS: Slider[] = [
	{
		...{ displayName: 'Compression Repair', name: 'compression', wire: 'compression' },
		description: 'How much to remove compression artifacts, 0 to 1',
	},
	{
		...{ displayName: 'Creativity', name: 'creativity', wire: 'creativity' },
		description: 'How much detail to add that the source does not have, 0 to 1',
	},
	{
		...{ displayName: 'Grain', name: 'grain', wire: 'grain', range: [0, 0.1] },
		description: 'How much film grain to add, 0 to 0.1',
	},
	{
		...{ displayName: 'Halo Reduction', name: 'halo', wire: 'halo' },
		description: 'How much to reduce halos along edges, 0 to 1',
	},
	{
		...{ displayName: 'Noise Reduction', name: 'noise', wire: 'noise' },
		description: 'How much noise to remove, 0 to 1',
	},
	{
		...{ displayName: 'Realism', name: 'realism', wire: 'realism' },
		description: 'How realistic added detail looks, 0 to 1',
	},
	{
		...{ displayName: 'Recover Detail', name: 'recoverDetail', wire: 'recover_detail' },
		description: 'How much detail of the source to recover, 0 to 1',
	},
	{
		...{ displayName: 'Sharpness', name: 'sharp', wire: 'sharp' },
		description: 'How much to sharpen, 0 to 1',
	},
	{
		...{ displayName: 'Softness', name: 'softness', wire: 'softness', range: [1, 5] },
		description: 'How soft the result is, 1 to 5',
	},
];

function sliderField({
	displayName,
	name,
	wire,
	description,
	range = [0, 1],
}: Slider): INodeProperties {
	const [minValue, maxValue] = range;
	const field: INodeProperties = {
		displayName,
		name,
		type: 'number',
		typeOptions: { minValue, maxValue, numberPrecision: 2 },
		default: 0,
		description,
		routing: toBody(wire),
	};
	return { ...field, default: minValue };
}
