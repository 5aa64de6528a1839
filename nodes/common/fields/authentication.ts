import type { INodeProperties } from 'n8n-workflow';

/** How a node proves who calls: with an API key, or with a wallet that signs. */
export function authenticationField(): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		noDataExpression: true,
		default: 'apiKey',
		options: [
			{ name: 'API Key', value: 'apiKey', description: 'API key of your account' },
			{ name: 'Wallet', value: 'wallet', description: 'No account: a wallet signs each request' },
		],
	};
}

/** The same without a choice, for a node that takes one of them only. */
export function fixedAuthenticationField(choice: 'apiKey' | 'wallet'): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'hidden',
		default: choice,
	};
}
