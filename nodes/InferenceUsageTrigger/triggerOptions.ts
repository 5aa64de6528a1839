import type { INodeProperties } from 'n8n-workflow';

import { currency } from '../common/fields/usageFilters';

/** What the trigger can be told besides, filters first of all. */
export function triggerOptions(): INodeProperties[] {
	return [
		{
			...currency(),
			description:
				'Only entries charged in this currency. A change counts from the next window on; one that is being read keeps the currency it was begun with.',
			routing: undefined,
		},
		{
			displayName: 'Max Entries per Poll',
			name: 'maxEntries',
			type: 'number',
			typeOptions: { minValue: 10, maxValue: 100000, numberPrecision: 0 },
			default: 5000,
			description:
				'How many entries one poll gives or sums up at the most, so that a long pause does not end in one burst. What is left over is given by the next polls.',
		},
		{
			displayName: 'Minimum Amount',
			name: 'minAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Only entries that cost at least this much, in their own currency. Refunds are left out when it is above 0.',
		},
		{
			displayName: 'Product',
			name: 'product',
			type: 'string',
			default: '',
			placeholder: 'e.g. text-*-output-*',
			description:
				'Only entries of products (SKU) that fit this pattern, in which * stands for any characters. A change counts from the next poll on.',
		},
		{
			displayName: 'Settle Delay',
			name: 'settleDelay',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 86400 },
			default: 60,
			description:
				'How many seconds an entry must be old before it is given, so that entries recorded late are not missed',
		},
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'Zone of the periods and of a start date without one, as an IANA name. That of the workflow when empty.',
		},
	];
}
