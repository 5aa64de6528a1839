import type { INodeProperties } from 'n8n-workflow';

import { COST_TRACKING } from '../../../lib/fields/settingNames';
import { optionGroup } from './optionGroup';

export function costTrackingGroup(): INodeProperties {
	return optionGroup('Cost Tracking', COST_TRACKING, [
		{
			displayName: 'Cost Label',
			name: 'costLabel',
			type: 'string',
			default: '',
			placeholder: 'e.g. Marketing newsletter',
			description:
				'Team, project or customer that pays for the calls, in at most 100 characters. It is added to the output as costLabel and to the custom data of the execution, and never sent to the service. Leave empty to use the name of the workflow.',
		},
		{
			displayName: 'Track Cost',
			name: 'trackCost',
			type: 'boolean',
			default: true,
			description:
				'Whether to price each paid call and add it to the totals of the execution, such as inferenceCostUsd in its custom data. Prices that the service does not report are looked up in its model list, which is free.',
		},
	]);
}
