import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

/** How a node proves who calls: with an API key, or with a wallet that signs. */
export function authentication(): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		noDataExpression: true,
		default: 'apiKey',
		options: [
			{ name: 'API Key', value: 'apiKey', description: 'A key of your account' },
			{ name: 'Wallet', value: 'wallet', description: 'No account: a wallet signs each request' },
		],
	};
}

/** Both credentials, each shown for its choice. */
export function eitherCredential(): INodeCredentialDescription[] {
	return [
		{
			name: 'inferenceServiceApi',
			required: true,
			displayOptions: { show: { authentication: ['apiKey'] } },
		},
		{
			name: 'inferenceServiceWalletApi',
			required: true,
			displayOptions: { show: { authentication: ['wallet'] } },
		},
	];
}
