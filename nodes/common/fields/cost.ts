import type { INodeProperties } from 'n8n-workflow';

import type { OperationHandling } from '../../../lib/run/item';
import { appliedAfter } from '../../../lib/fields/rules';
import { COST_SETTINGS } from '../../../lib/fields/settingNames';
import { optionGroup } from './optionGroup';
import { settingField } from './settingField';

/** What the calls of an operation may cost, and whom they are noted for; none where they are free. */
export function costGroups({ free = false, price }: OperationHandling): INodeProperties[] {
	if (free) return [];
	if (price === undefined) return [costGroup([settingField('maxCallsPerRun')])];
	return [costGroup(costFields(dryRunField()))];
}

export function subNodeCostGroup(): INodeProperties {
	return costGroup(costFields());
}

const costGroup = (fields: INodeProperties[]) =>
	appliedAfter(optionGroup('Cost', COST_SETTINGS, fields));

function costFields(...dryRun: INodeProperties[]): INodeProperties[] {
	return [
		settingField('maxCostPerRun'),
		settingField('maxCallsPerRun'),
		...dryRun,
		{
			displayName: 'Cost Label',
			name: 'costLabel',
			type: 'string',
			default: '',
			placeholder: 'e.g. Marketing newsletter',
			description:
				'Team, project or customer that pays, in at most 100 characters. It is in the output, and never sent to the service.',
		},
		{
			displayName: 'Track Cost',
			name: 'trackCost',
			type: 'boolean',
			default: true,
			description:
				'Whether to price each paid call and add it to the totals of the execution. Looking up prices is free. Max Cost per Run works either way.',
		},
	];
}

function dryRunField(): INodeProperties {
	return {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to return what each item would cost instead of sending it. Only free requests are sent.',
	};
}
