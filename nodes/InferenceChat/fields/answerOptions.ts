import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

export const STREAM_LABEL = 'Stream Response to Avoid Timeouts';

export function answerOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Max Answer Length (Tokens)',
			name: 'maxCompletionTokens',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1024,
			description:
				'Maximum number of tokens in the answer, including reasoning. A word is about 1.3 tokens.',
			routing: toBody('max_completion_tokens'),
		},
		{
			displayName: 'Temperature',
			name: 'temperature',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 2, numberPrecision: 1 },
			default: 0.7,
			description: 'Sampling temperature from 0 to 2. Lower values make answers more predictable.',
			routing: toBody('temperature'),
		},
		{
			displayName: 'Verbosity',
			name: 'verbosity',
			type: 'options',
			typeOptions: { open: true },
			default: 'medium',
			description: 'Length of the answer. Ignored by models that do not support it.',
			options: [
				{ name: 'Auto', value: 'auto', description: 'The model decides' },
				{ name: 'Low', value: 'low' },
				{ name: 'Medium', value: 'medium' },
				{ name: 'High', value: 'high' },
			],
			routing: toBody('verbosity'),
		},
		{
			displayName: 'Stop Sequences',
			name: 'stop',
			type: 'string',
			typeOptions: { multipleValues: true, maxItems: 4, multipleValueButtonText: 'Add Sequence' },
			default: [],
			description: 'Up to 4 strings that stop generation',
			routing: toBody('stop'),
		},
		{
			displayName: 'Number of Answers',
			name: 'n',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1,
			description: 'Number of answers to generate. Each is charged.',
			routing: toBody('n'),
		},
		{
			displayName: "Add the Service's Own Instructions",
			name: 'includeServiceSystemPrompt',
			type: 'boolean',
			default: true,
			description:
				'Whether the service adds its own system prompt before yours. It is charged as input, about 1,100 to 1,750 tokens for each call; turn this off to save them.',
			routing: toBody('service_parameters.include_service_system_prompt'),
		},
		{
			displayName: 'Character',
			name: 'character',
			type: 'string',
			default: '',
			placeholder: 'e.g. the "slug" that Inference Characters returns',
			description: 'Character to respond as',
			routing: toBody('service_parameters.character_slug'),
		},
		{
			displayName: 'Stream to Chat',
			name: 'enableStreaming',
			type: 'boolean',
			default: true,
			description:
				'Whether the chat shows the answer while it is written, if the response mode of the trigger is Streaming. Needs n8n 2.',
		},
		{
			displayName: STREAM_LABEL,
			name: 'stream',
			type: 'boolean',
			default: true,
			description:
				'Whether to receive the answer in chunks and join them, so that a long answer does not time out. The output is the same. On by default, except when Simplify is off or Log Probabilities is on.',
		},
	];
}
