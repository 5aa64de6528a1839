import { toBody } from '../../../../lib/fields/routing';
import { checkModel, addModelOfVoice } from '../../../../lib/models/checkModel';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfSpeech } from '../../../../lib/cost/operationPrices';
import { SPEECH_FALLBACK } from '../../../../lib/speech/speechFallback';
import { checkSpeechText, speechBodies } from '../../../../lib/speech/speechText';
import { speak } from '../../../../lib/speech/speak';
import { fallbackModelsGroup } from '../../../common/fields/fallbackModels';
import { modelField, voiceField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { fileNameField, outputFileField } from '../../../common/fields/outputFileFields';
import {
	fallbackVoiceField,
	longTextField,
	maxTextLengthField,
	languageField,
	stylePromptField,
} from '../../fields/speech';

export const generateSpeech = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate speech from text',
		description: 'Generate an audio file from text',
		routing: { request: { method: 'POST', url: '/audio/speech', encoding: 'stream' } },
	},
	answerType: 'audio/*',
	bucket: 'audio',
	price: priceOfSpeech,
	fallback: SPEECH_FALLBACK,
	paidBodies: speechBodies,
	prepare: [checkSpeechText],
	beforeSend: [
		addModelOfVoice,
		checkModel('tts', [
			{ wire: 'voice', label: 'Voice', kind: 'values', facts: ['voices'], parameter: 'voice' },
		]),
	],
	make: speak,
	fields: [
		modelField({
			search: 'searchSpeechModels',
			description:
				'Model to use. Leave empty to use the model of the chosen voice or, without a voice, the service default.',
		}),
		voiceField(),
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4, minLength: 1 },
			required: true,
			default: '',
			placeholder: 'e.g. Good morning, here is the news',
			description:
				'Text to speak. A text of more than 4,096 characters is split at sentence ends and joined. See Options > Long Text.',
			routing: toBody('input'),
		},
		outputFileField(),
		optionsField(
			[
				fileNameField('news.mp3'),
				languageField(),
				longTextField(),
				maxTextLengthField(),
				{
					displayName: 'Output Format',
					name: 'outputFormat',
					type: 'options',
					typeOptions: { open: true },
					default: 'mp3',
					description:
						'Format of the file. Each model supports some of these. If not set, the model default is used.',
					options: [
						{ name: 'AAC', value: 'aac' },
						{ name: 'FLAC', value: 'flac' },
						{ name: 'MP3', value: 'mp3' },
						{ name: 'Opus', value: 'opus' },
						{ name: 'PCM (Raw Samples)', value: 'pcm' },
						{ name: 'WAV', value: 'wav' },
					],
					routing: toBody('response_format'),
				},
				{
					displayName: 'Sentence by Sentence',
					name: 'streaming',
					type: 'boolean',
					default: false,
					description:
						'Whether to receive each sentence as soon as it is ready. The file is the same.',
					routing: toBody('streaming'),
				},
				{
					displayName: 'Speed',
					name: 'speed',
					type: 'number',
					typeOptions: { minValue: 0.25, maxValue: 4, numberPrecision: 2 },
					default: 1,
					description: 'Speaking rate from 0.25 to 4. 1 is normal speed.',
					routing: toBody('speed'),
				},
				stylePromptField(),
				{
					displayName: 'Temperature',
					name: 'temperature',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 2, numberPrecision: 2 },
					default: 1,
					description:
						'Sampling temperature, for models that support it. Higher values vary the delivery more.',
					routing: toBody('temperature'),
				},
				{
					displayName: 'Top P',
					name: 'topP',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
					default: 1,
					description:
						'Sample from the most likely sounds whose combined probability reaches this value. Ignored by models that do not support it.',
					routing: toBody('top_p'),
				},
			],
			[fallbackModelsGroup(SPEECH_FALLBACK, [fallbackVoiceField()])],
		),
	],
} satisfies Operation;
