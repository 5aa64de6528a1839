import { NodeConnectionTypes, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';

import { authentication, eitherCredential } from './fields/authentication';
import { requestOptions } from './fields/requestOptions';

/** What every action node shares that takes an API key only; `properties` are made anew for each node, as n8n adds to them. */
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

/** What every action node shares that takes an API key or a wallet. */
export function walletDescription(properties: INodeProperties[]) {
	return {
		...baseDescription([authentication(), ...properties]),
		credentials: eitherCredential(),
	} satisfies Partial<INodeTypeDescription>;
}
