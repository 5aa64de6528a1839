import type { INodeProperties } from 'n8n-workflow';

import { triggerOptions } from './triggerOptions';
import { optionsField } from '../common/fields/optionGroup';

export function triggerFields(): INodeProperties[] {
	return [
		{
			displayName: 'Run Workflow On',
			name: 'emit',
			type: 'options',
			default: 'entries',
			description:
				'What starts the workflow. After a change, the trigger continues where it stopped: earlier charges are not emitted again.',
			options: [
				{
					name: 'Each Charge',
					value: 'entries',
					description: 'One item per charge, with an ID that never changes',
				},
				{
					name: 'Spend Threshold',
					value: 'threshold',
					description: 'One item per period and currency, when its spend reaches a threshold',
				},
				{
					name: 'Summary per Check',
					value: 'summary',
					description: 'One item per check, with the totals of its charges',
				},
			],
		},
		{
			displayName: 'Threshold (in Each Currency)',
			name: 'threshold',
			type: 'number',
			required: true,
			typeOptions: { minValue: 0, aboveMin: true },
			default: 10,
			description:
				'Spend at which the trigger starts the workflow. Refunds do not lower the spend. A threshold that is raised can be reached again in the same period.',
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
			displayName: 'Past Charges',
			name: 'pastCharges',
			type: 'options',
			default: 'none',
			description:
				'Which earlier charges to emit after the first activation. Later activations continue where the trigger stopped, even after a long pause. Renaming the node counts as a first activation, unless n8n keeps durable cursors.',
			options: [
				{
					name: 'All',
					value: 'all',
					description: 'Every charge of the account',
				},
				{
					name: 'From a Date',
					value: 'date',
					description: 'Charges from a given date onward',
				},
				{ name: 'None', value: 'none', description: 'Only charges recorded from now on' },
			],
		},
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'Time of the first entry to emit',
			displayOptions: { show: { pastCharges: ['date'] } },
		},
		optionsField(triggerOptions()),
	];
}
