import type { INodeProperties } from 'n8n-workflow';

import { currency } from '../common/fields/usageFilters';

/** What the trigger asks for. */
export function triggerFields(): INodeProperties[] {
	return [
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'options',
			default: 'now',
			description:
				'Which entries are given after the first activation. Later activations go on where the trigger stopped.',
			options: [
				{ name: 'Date', value: 'date', description: 'Entries from a date on, older ones included' },
				{ name: 'Now', value: 'now', description: 'Only entries recorded from now on' },
			],
		},
		{
			displayName: 'Start Date',
			name: 'startDate',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'First moment whose entries are given',
			displayOptions: { show: { startFrom: ['date'] } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				{ ...currency(), routing: undefined },
				{
					displayName: 'Max Entries per Poll',
					name: 'maxEntries',
					type: 'number',
					typeOptions: { minValue: 10, maxValue: 100000, numberPrecision: 0 },
					default: 5000,
					description:
						'About how many entries one poll gives at the most. What is left over is given by the next polls.',
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
			],
		},
	];
}
