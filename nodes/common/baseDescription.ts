import { NodeConnectionTypes, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';

import { requestOptions } from './fields/requestOptions';

/** What every action node shares; `properties` are made anew for each node, as n8n adds to them. */
export function baseDescription(properties: INodeProperties[]) {
	return {
		group: ['transform'],
		version: 1,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'inferenceServiceApi', required: true }],
		requestDefaults: {
			baseURL: '={{ $credentials.baseUrl }}',
			headers: { Accept: 'application/json' },
		},
		properties: [...properties, requestOptions()],
	} satisfies Partial<INodeTypeDescription>;
}
