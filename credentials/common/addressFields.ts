import type { INodeProperties } from 'n8n-workflow';

/** Where the service is. */
export function baseUrl(safety: string): INodeProperties {
	return {
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://api.example.com/api/v1',
		description: `Address of the service, including its version path. ${safety}`,
	};
}

/** What the deployment calls itself in its own names. */
export function serviceWord(): INodeProperties {
	return {
		displayName: 'Service Word',
		name: 'serviceWord',
		type: 'string',
		default: 'service',
		placeholder: 'e.g. service',
		description:
			'Word the deployment writes in its own field and header names, such as "service" in service_parameters and x-service-version. Small letters, digits, "_" and "-"',
	};
}
