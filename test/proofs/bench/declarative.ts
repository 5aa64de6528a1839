import type { INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

/** The smallest declarative node that can make the call: what n8n's routing itself takes. */
export const declarative: INodeType = {
	description: {
		displayName: 'Declarative',
		name: 'declarative',
		group: ['transform'],
		version: 1,
		description: 'Sends a chat completion and does nothing else',
		defaults: { name: 'Declarative' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'inferenceServiceApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				default: 'complete',
				options: [
					{
						name: 'Complete',
						value: 'complete',
						routing: { request: { method: 'POST', url: '/chat/completions' } },
					},
				],
			},
			{
				displayName: 'Model',
				name: 'model',
				type: 'string',
				default: '',
				routing: { send: { type: 'body', property: 'model' } },
			},
			{
				displayName: 'Prompt',
				name: 'prompt',
				type: 'string',
				default: '',
				routing: {
					send: {
						type: 'body',
						property: 'messages',
						value: "={{ [{ role: 'user', content: $value }] }}",
					},
				},
			},
		],
	},
};
