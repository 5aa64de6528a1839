import type { INodeProperties } from 'n8n-workflow';

export function authenticationField(): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		noDataExpression: true,
		default: 'apiKey',
		options: [
			{ name: 'API Key', value: 'apiKey', description: 'API key of your account' },
			{
				name: 'Wallet',
				value: 'wallet',
				description: 'Sign each request with a wallet; no account needed',
			},
		],
	};
}

export function fixedAuthenticationField(choice: 'apiKey' | 'wallet'): INodeProperties {
	return {
		displayName: 'Authentication',
		name: 'authentication',
		type: 'hidden',
		default: choice,
	};
}
