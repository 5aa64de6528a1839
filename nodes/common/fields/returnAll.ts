import type { INodeProperties } from 'n8n-workflow';

export function returnAllFields(showCondition: Record<string, string[]> = {}): INodeProperties[] {
	return [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
			...(Object.keys(showCondition).length > 0 ? { displayOptions: { show: showCondition } } : {}),
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 50,
			description: 'Max number of results to return',
			displayOptions: { show: { ...showCondition, returnAll: [false] } },
		},
	];
}
