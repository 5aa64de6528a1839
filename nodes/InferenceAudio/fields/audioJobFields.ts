import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { modelField } from '../../common/fields/picker';
import { modelValueField } from '../../common/fields/modelValue';

export function audioJobFields(): INodeProperties[] {
	return [
		modelField({
			search: 'searchMusicModels',
			description: 'Model to use. Leave empty to use the service default.',
		}),
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 3, minLength: 1 },
			required: true,
			default: '',
			placeholder: 'e.g. Calm piano over distant rain',
			description: 'Description of the audio to generate, or the text of a narration',
			routing: toBody('prompt'),
		},
	];
}

export function audioJobOptions(): INodeProperties[] {
	return [
		durationField(),
		{
			displayName: 'Instrumental Only',
			name: 'forceInstrumental',
			type: 'boolean',
			default: false,
			description: 'Whether to leave out vocals, for models that support it',
			routing: toBody('force_instrumental'),
		},
		{
			displayName: 'Language',
			name: 'language',
			type: 'string',
			typeOptions: { minLength: 2, maxLength: 2 },
			default: '',
			placeholder: 'e.g. en',
			description: 'Two-letter language code, for models that support it',
			routing: toBody('language_code'),
		},
		{
			displayName: 'Loop',
			name: 'loop',
			type: 'boolean',
			default: false,
			description: 'Whether to make the audio loop seamlessly, for models that support it',
			routing: toBody('loop'),
		},
		{
			displayName: 'Lyrics',
			name: 'lyrics',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			description: 'Lyrics, for models that support them. Some models require them.',
			routing: toBody('lyrics_prompt'),
		},
		{
			displayName: 'Lyrics Optimizer',
			name: 'lyricsOptimizer',
			type: 'boolean',
			default: false,
			description: 'Whether the service writes the lyrics. Lyrics must then be empty.',
			routing: toBody('lyrics_optimizer'),
		},
		{
			displayName: 'Speed',
			name: 'speed',
			type: 'number',
			typeOptions: { minValue: 0.25, maxValue: 4, numberPrecision: 2 },
			default: 1,
			description: 'Speaking rate from 0.25 to 4, for models that support it. 1 is normal speed.',
			routing: toBody('speed'),
		},
		modelValueField({
			displayName: 'Voice',
			name: 'voice',
			wire: 'voice',
			search: 'searchMusicVoices',
			placeholder: 'e.g. a voice of the model',
			description: 'Voice to use, for models that have several',
		}),
	];
}

export function durationField(): INodeProperties {
	return {
		displayName: 'Duration (Seconds)',
		name: 'durationSeconds',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 30,
		description: 'Length of the audio, for models that support it',
		routing: toBody('duration_seconds'),
	};
}
