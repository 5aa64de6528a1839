import type { INodeProperties } from 'n8n-workflow';

import { RUN_NUMBERS, RUN_SETTINGS } from '../../../lib/transport/run/runSettings';
import { optionGroup } from './options';

/** How the requests of an action node are sent. n8n's own Request Options stay where n8n puts them, on the Settings tab. */
export function retriesAndLimits(): INodeProperties {
	return collection([
		{
			displayName: 'Include Response Facts',
			name: 'includeResponseFacts',
			type: 'boolean',
			default: false,
			description:
				'Whether to add the request ID, the model that ran, the balances before the call and the rate-limit figures to the output',
		},
		number(
			'maxAgentCharacters',
			'Maximum length of a list that an agent gets from this tool, in characters of JSON. What is left out is counted, and the agent is told how to get it.',
		),
		...numbers(),
		trackCost(),
	]);
}

/** The same for an AI sub-node. */
export function aiRetriesAndLimits(): INodeProperties {
	return collection([...numbers(), trackCost()]);
}

function collection(fields: INodeProperties[]): INodeProperties {
	return optionGroup('Retries and Limits', RUN_SETTINGS, fields);
}

function trackCost(): INodeProperties {
	return {
		displayName: 'Track Cost',
		name: 'trackCost',
		type: 'boolean',
		default: true,
		description:
			'Whether to price each paid call and add it to the totals of the execution, such as inferenceCostUsd in its custom data. Prices that the service does not report are looked up in its model list, which is free.',
	};
}

function numbers(): INodeProperties[] {
	return [
		{
			...number(
				'maxAttempts',
				'Maximum number of attempts per request, including the first. A paid request is retried only if the service confirms that it was not processed.',
			),
			builderHint: {
				propertyHint:
					'The safe way to retry: only calls that were certainly not charged are sent again. Do not add retryOnFail.',
			},
		},
		number('maxConcurrentRequests', 'Maximum number of requests of this node in flight at once'),
		number(
			'maxWait',
			'Maximum total time to wait between the attempts of a request. Raise it to sit out longer rate limits.',
		),
		number('timeout', 'Maximum time to wait for the answer to one request'),
	];
}

/** A number whose default, once added, is what happens without it. */
function number(name: keyof typeof RUN_NUMBERS, description: string): INodeProperties {
	const { label, usual, min, max, integer } = RUN_NUMBERS[name];
	return {
		displayName: label,
		name,
		type: 'number',
		typeOptions: { minValue: min, maxValue: max, ...(integer && { numberPrecision: 0 }) },
		default: usual,
		description,
	};
}
