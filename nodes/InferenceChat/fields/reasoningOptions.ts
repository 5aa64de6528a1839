import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

/** From the least to the most. */
const REASONING_EFFORTS: INodePropertyOptions[] = [
	{ name: 'None', value: 'none' },
	{ name: 'Minimal', value: 'minimal' },
	{ name: 'Low', value: 'low' },
	{ name: 'Medium', value: 'medium' },
	{ name: 'High', value: 'high' },
	{ name: 'Very High', value: 'xhigh' },
	{ name: 'Max', value: 'max' },
];

export function reasoningOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Reasoning Effort',
			name: 'reasoningEffort',
			type: 'options',
			typeOptions: { open: true },
			default: 'medium',
			description:
				'Amount of reasoning before the answer, charged as output tokens. Each model supports some of these values.',
			options: REASONING_EFFORTS,
			routing: toBody('reasoning_effort'),
		},
		{
			displayName: 'Reasoning Enabled',
			name: 'reasoningEnabled',
			type: 'boolean',
			default: true,
			description:
				'Whether the model reasons before it answers. Turn this off to save time and cost, for models that allow it.',
			routing: toBody('reasoning.enabled'),
		},
		{
			displayName: 'Reasoning Summary',
			name: 'reasoningSummary',
			type: 'options',
			default: 'auto',
			description: 'Detail of the reasoning summary. Ignored by models that do not support it.',
			options: [
				{ name: 'Auto', value: 'auto' },
				{ name: 'Concise', value: 'concise' },
				{ name: 'Detailed', value: 'detailed' },
			],
			routing: toBody('reasoning.summary'),
		},
		{
			displayName: 'Strip Thinking From Answer',
			name: 'stripThinkingResponse',
			type: 'boolean',
			default: true,
			description:
				'Whether to remove the reasoning that some models write into the answer between think tags',
			routing: toBody('service_parameters.strip_thinking_response'),
		},
		{
			displayName: 'Disable Thinking',
			name: 'disableThinking',
			type: 'boolean',
			default: true,
			description:
				'Whether to turn off reasoning and remove its think tags, for models that allow it',
			routing: toBody('service_parameters.disable_thinking'),
		},
	];
}
