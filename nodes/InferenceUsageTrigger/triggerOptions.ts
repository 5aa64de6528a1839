import type { INodeProperties } from 'n8n-workflow';

import { maxPagesField } from '../common/fields/maxPages';
import { currencyField } from '../common/fields/usageFilters';

export const DEFAULT_MAX_ENTRIES = 5000;
export const DEFAULT_LATE_ENTRY_SECONDS = 60;

export function triggerOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Corrected Entries',
			name: 'correctedEntries',
			type: 'options',
			default: 'emit',
			description:
				'What to do with an entry whose amount, units or price changed after it was emitted. It has a new ID. Recheck for Late Entries finds these entries.',
			options: [
				{
					name: 'Emit',
					value: 'emit',
					description:
						'Emit it again with "corrected" set to true. Summaries count it in "corrections" and do not add it.',
				},
				{ name: 'Skip', value: 'skip', description: 'Do not emit it again' },
			],
			displayOptions: { show: { '/emit': ['entries', 'summary'] } },
		},
		{
			...currencyField(),
			description: 'Only entries charged in this currency. A change applies from the next window.',
			routing: undefined,
		},
		{
			displayName: 'Recheck for Late Entries (Minutes)',
			name: 'lookBack',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1440 },
			default: 0,
			description:
				'How far back each check reads the history again, to find entries recorded later than Wait for Late Entries allows. Up to a day. Each check then takes one more request per 1,000 entries of that time. No entry is emitted twice. 0 turns this off.',
			displayOptions: { show: { '/emit': ['entries', 'summary'] } },
		},
		{
			displayName: 'Max Entries per Check',
			name: 'maxEntries',
			type: 'number',
			typeOptions: { minValue: 10, maxValue: 100000, numberPrecision: 0 },
			default: DEFAULT_MAX_ENTRIES,
			description:
				'Maximum number of entries per check, so that a long pause does not end in one burst. The next checks emit the rest.',
		},
		maxPagesField(),
		{
			displayName: 'Min Amount',
			name: 'minAmount',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description:
				'Only entries that cost at least this much, in their own currency. Above 0, refunds are excluded.',
		},
		{
			displayName: 'Product',
			name: 'product',
			type: 'string',
			default: '',
			placeholder: 'e.g. text-*-output-*',
			description:
				'Only entries of products (SKU) that match this pattern, where * stands for any characters. A change applies from the next check.',
		},
		{
			displayName: 'Replay Unfinished Executions',
			name: 'replayUnfinished',
			type: 'boolean',
			default: false,
			description:
				'Whether to emit entries again when the execution that received them was lost, crashed or failed. They have the same ID and <code>replayed</code> set to true. Turn it on if the workflow stores entries by their ID: after a restart of n8n, entries that were processed may come again.',
			displayOptions: { show: { '/emit': ['entries'] } },
		},
		{
			displayName: 'Wait for Late Entries (Seconds)',
			name: 'settleDelay',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 86400 },
			default: DEFAULT_LATE_ENTRY_SECONDS,
			description:
				'Minimum age of an entry before it is emitted, so that entries recorded late are not missed. Two seconds are added, because some timestamps are rounded to the second.',
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'IANA time zone of the periods, and of a Start without an offset. Leave empty to use the time zone of the workflow.',
		},
		{
			displayName: 'Unreadable Entries',
			name: 'unreadableEntries',
			type: 'options',
			default: 'emit',
			description:
				'What to do with an entry whose time, amount, currency or product cannot be read. It passes every filter.',
			options: [
				{
					name: 'Emit',
					value: 'emit',
					description:
						'Emit it with the reason in "problem". Summaries and thresholds stop, as their sums would be wrong.',
				},
				{
					name: 'Skip',
					value: 'skip',
					description: 'Leave it out, including from summaries and thresholds',
				},
				{
					name: 'Stop',
					value: 'stop',
					description: 'Fail each check until the service returns an entry that can be read',
				},
			],
		},
	];
}
