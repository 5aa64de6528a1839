import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { MODEL_DECIDES, REASONING_OFF, SHOW_REASONING } from '../reasoning';

export function reasoningOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Reasoning',
			name: 'reasoning',
			type: 'options',
			typeOptions: { open: true },
			default: 'medium',
			description:
				'How much the model reasons before it answers, charged as output tokens. Each model supports some of these.',
			options: [
				{ name: 'Auto', value: MODEL_DECIDES, description: 'The model decides' },
				{
					name: 'Off',
					value: REASONING_OFF,
					description: 'Saves time and cost, for models that allow it',
				},
				{ name: 'Minimal', value: 'minimal' },
				{ name: 'Low', value: 'low' },
				{ name: 'Medium', value: 'medium' },
				{ name: 'High', value: 'high' },
				{ name: 'Very High', value: 'xhigh' },
				{ name: 'Max', value: 'max' },
			],
			routing: toBody('reasoning_effort'),
		},
		{
			displayName: SHOW_REASONING.label,
			name: SHOW_REASONING.name,
			type: 'boolean',
			default: true,
			description:
				'Whether to return the reasoning, or its summary, as far as the model shows it. If off, reasoning that a model writes into the answer is removed. If not set, the answer stays as it is.',
		},
	];
}
