import type { INodeProperties } from 'n8n-workflow';

import { toQuery } from '../../../lib/fields/routing';

export function currencyField(): INodeProperties {
	return {
		displayName: 'Currency',
		name: 'currency',
		type: 'options',
		default: 'USD',
		description: 'Only entries charged in this currency',
		options: [
			{
				name: 'Bundled Credits',
				value: 'BUNDLED_CREDITS',
				description: 'Credits that come with a subscription',
			},
			{
				name: 'DIEM',
				value: 'DIEM',
				description: 'Staked credit: an allowance per day, counted in dollars',
			},
			{ name: 'USD', value: 'USD' },
		],
		routing: toQuery('currency'),
	};
}

export function startAndEndFields(): INodeProperties[] {
	return [
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: 'End of the period (exclusive). Must be later than Start.',
			routing: toQuery('endTimestamp'),
		},
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			default: '',
			description: 'Start of the period (inclusive)',
			routing: toQuery('startTimestamp'),
		},
	];
}
