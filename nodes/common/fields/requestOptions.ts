import type { INodeProperties } from 'n8n-workflow';

/** Joins the Request Options that n8n adds to every such node. */
export function requestOptions(): INodeProperties {
	return {
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		isNodeSetting: true,
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Include Response Facts',
				name: 'includeResponseFacts',
				type: 'boolean',
				default: false,
				description:
					'Whether to add request ID, model that ran, balances before the call and rate-limit figures to the output',
			},
			{
				displayName: 'Max Characters for Agents',
				name: 'maxAgentCharacters',
				type: 'number',
				typeOptions: { minValue: 500, maxValue: 1000000, numberPrecision: 0 },
				default: 4000,
				description:
					'How long a list may be that an agent gets from this tool, in characters of JSON. What is left out is counted, and the agent is told how to get it.',
			},
			{
				displayName: 'Max Concurrent Requests',
				name: 'maxConcurrentRequests',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
				default: 5,
				description: 'How many items of this node are sent at the same time',
			},
			{
				displayName: 'Max Tries',
				name: 'maxTries',
				builderHint: {
					propertyHint:
						'The safe way to retry: only calls that were surely not charged are sent again. Do not add retryOnFail.',
				},
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 20, numberPrecision: 0 },
				default: 5,
				description:
					'How often an item is sent at the most, when the service is busy or its rate limit is reached. A paid call that may have been charged is never sent again.',
			},
			{
				displayName: 'Max Wait',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 3600 },
				default: 120,
				description: 'How many seconds the waits between the tries of one item may take together',
			},
		],
	};
}
