import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

export function samplingOptions(): INodeProperties[] {
	return [...nucleusOptions(), ...penaltyOptions(), ...tokenOptions()];
}

function nucleusOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Top P',
			name: 'topP',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
			default: 1,
			description:
				'Sample from the most likely tokens whose combined probability reaches this value, from 0 to 1',
			routing: toBody('top_p'),
		},
		{
			displayName: 'Top K',
			name: 'topK',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 40,
			description: 'Sample from this many of the most likely tokens',
			routing: toBody('top_k'),
		},
		{
			displayName: 'Min P',
			name: 'minP',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
			default: 0,
			description: 'Minimum probability of a token relative to the most likely one, from 0 to 1',
			routing: toBody('min_p'),
		},
	];
}

function penaltyOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Frequency Penalty',
			name: 'frequencyPenalty',
			type: 'number',
			typeOptions: { minValue: -2, maxValue: 2 },
			default: 0,
			description:
				'From -2 to 2. Above 0, each use of a token makes it less likely, which avoids repeated phrases.',
			routing: toBody('frequency_penalty'),
		},
		{
			displayName: 'Presence Penalty',
			name: 'presencePenalty',
			type: 'number',
			typeOptions: { minValue: -2, maxValue: 2 },
			default: 0,
			description:
				'From -2 to 2. Above 0, a token is less likely after its first use, which brings up new topics.',
			routing: toBody('presence_penalty'),
		},
		{
			displayName: 'Repetition Penalty',
			name: 'repetitionPenalty',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description:
				'Above 1, tokens of the prompt and the answer are less likely. For open models that use it instead of the two other penalties.',
			routing: toBody('repetition_penalty'),
		},
	];
}

function tokenOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Seed',
			name: 'seed',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1,
			description: 'Number that makes answers repeatable, for models that support it',
			routing: toBody('seed'),
		},
		{
			displayName: 'Log Probabilities',
			name: 'logprobs',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the log probability of each token, for models that support it',
			routing: toBody('logprobs'),
		},
		{
			displayName: 'Top Log Probabilities',
			name: 'topLogprobs',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 5,
			description: 'Number of alternatives to return for each token. Requires Log Probabilities.',
			routing: toBody('top_logprobs'),
		},
	];
}
