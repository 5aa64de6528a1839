import type { INodeProperties } from 'n8n-workflow';

import { triggerOptions } from './triggerOptions';
import { options } from '../common/fields/options';

/** What the trigger asks for. */
export function triggerFields(): INodeProperties[] {
	return [
		{
			displayName: 'Emit',
			name: 'emit',
			type: 'options',
			default: 'entries',
			description:
				'What starts the workflow. After a change the trigger goes on where it stands: what was passed is not given again in the new form.',
			options: [
				{
					name: 'Each Entry',
					value: 'entries',
					description: 'One item per usage entry, with an ID that stays the same',
				},
				{
					name: 'Spend Threshold',
					value: 'threshold',
					description: 'One item per period and currency, when its spend reaches a threshold',
				},
				{
					name: 'Summary per Poll',
					value: 'summary',
					description: 'One item with the totals of what a poll found',
				},
			],
		},
		{
			displayName: 'Threshold',
			name: 'threshold',
			type: 'number',
			required: true,
			typeOptions: { minValue: 0 },
			default: 10,
			description:
				'Spend at which the trigger starts the workflow, per currency. Refunds do not lower the spend. A threshold that is raised can be reached again in the same period.',
			displayOptions: { show: { emit: ['threshold'] } },
		},
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			default: 'day',
			description:
				'Period over which spend is added up, in the time zone of the workflow unless you set another one. The current period is counted from its start.',
			options: [
				{ name: 'Day', value: 'day' },
				{ name: 'Hour', value: 'hour' },
				{ name: 'Month', value: 'month' },
				{ name: 'Week', value: 'week', description: 'From Monday to Sunday' },
			],
			displayOptions: { show: { emit: ['threshold'] } },
		},
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'options',
			default: 'now',
			description:
				'Which entries to emit after the first activation. Later activations continue where the trigger stopped, even after a long pause. Renaming the node counts as a first activation, unless n8n keeps durable cursors.',
			options: [
				{
					name: 'All History',
					value: 'all',
					description: 'Everything the account was ever charged',
				},
				{ name: 'Date', value: 'date', description: 'Entries from a date on, older ones included' },
				{ name: 'Now', value: 'now', description: 'Only entries recorded from now on' },
			],
		},
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'Emit entries from this moment on',
			displayOptions: { show: { startFrom: ['date'] } },
		},
		options(triggerOptions()),
	];
}
