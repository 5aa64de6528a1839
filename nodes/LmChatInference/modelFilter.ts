import type { INodeProperties } from 'n8n-workflow';

/** What the models in the list must have; nothing of it is sent. */
export function modelFilter(): INodeProperties {
	return {
		displayName: 'Model Filter',
		name: 'modelFilter',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Filters the list of models. The selected model is kept.',
		options: [
			{
				displayName: 'Abilities',
				name: 'abilities',
				type: 'multiOptions',
				default: ['supportsFunctionCalling'],
				description: 'What a model must be able to do',
				options: [
					{
						name: 'Function Calling',
						value: 'supportsFunctionCalling',
						description: 'Needed by agents, and by chains with an output parser',
					},
					{ name: 'JSON Schema', value: 'supportsResponseSchema' },
					{ name: 'Reasoning', value: 'supportsReasoning' },
					{ name: 'Vision', value: 'supportsVision' },
					{ name: 'Web Search', value: 'supportsWebSearch' },
				],
			},
			{
				displayName: 'Max Output Price (USD per 1M Tokens)',
				name: 'maxOutputPrice',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 10,
				description: 'Maximum price of the answer',
			},
			{
				displayName: 'Min Context (Tokens)',
				name: 'minContext',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 128000,
				description: 'Minimum context window, which the conversation and the answer share',
			},
		],
	};
}
