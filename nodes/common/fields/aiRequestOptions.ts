import type { INodeProperties } from 'n8n-workflow';

import { requestOptions } from './requestOptions';

/** Request Options of an AI sub-node, to which n8n adds none. */
export function aiRequestOptions(): INodeProperties {
	const { options = [], ...field } = requestOptions();
	const shared = options.filter(({ name }) => name === 'maxTries' || name === 'maxWait');
	return {
		...field,
		isNodeSetting: false,
		options: [
			{
				displayName: 'Max Concurrent Requests',
				name: 'maxConcurrentRequests',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
				default: 5,
				description: 'How many requests of this node are in flight at the same time',
			},
			...shared,
			{
				displayName: 'Timeout',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 3600000 },
				default: 300000,
				description: 'How many milliseconds to wait for the answer of one request',
			},
		],
	};
}
