import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';

/** How much the model thinks, and how much it says. */
export function reasoningOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Reasoning Effort',
			name: 'reasoningEffort',
			type: 'options',
			default: 'medium',
			description:
				'How much the model thinks before it answers. Each model takes only some of these; reasoning is charged as output.',
			options: [
				{ name: 'High', value: 'high' },
				{ name: 'Low', value: 'low' },
				{ name: 'Max', value: 'max' },
				{ name: 'Medium', value: 'medium' },
				{ name: 'Minimal', value: 'minimal' },
				{ name: 'None', value: 'none' },
				{ name: 'Very High', value: 'xhigh' },
			],
			routing: toBody('reasoning_effort'),
		},
		{
			displayName: 'Reasoning Enabled',
			name: 'reasoningEnabled',
			type: 'boolean',
			default: true,
			description:
				'Whether the model thinks before it answers. Switch it off to save time and cost, on models that can do without.',
			routing: toBody('reasoning.enabled'),
		},
		{
			displayName: 'Reasoning Summary',
			name: 'reasoningSummary',
			type: 'options',
			default: 'auto',
			description: 'How the reasoning is summed up, where supported',
			options: [
				{ name: 'Auto', value: 'auto' },
				{ name: 'Concise', value: 'concise' },
				{ name: 'Detailed', value: 'detailed' },
			],
			routing: toBody('reasoning.summary'),
		},
		{
			displayName: 'Verbosity',
			name: 'verbosity',
			type: 'options',
			default: 'medium',
			description: 'How long the answer is to be, where supported',
			options: [
				{ name: 'High', value: 'high' },
				{ name: 'Low', value: 'low' },
				{ name: 'Medium', value: 'medium' },
			],
			routing: toBody('verbosity'),
		},
	];
}
