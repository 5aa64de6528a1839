import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../lib/operation/operation';
import { COST_TRACKING } from '../../../lib/run/costTracking';
import { optionGroup } from './options';

/** What paid calls are noted as; none where no operation of the node has a price. Nothing of it is sent. */
export function costTracking(operations: Operation[]): INodeProperties[] {
	const priced = operations.filter(({ price }) => price !== undefined);
	if (priced.length === 0) return [];
	const operation = [...new Set(priced.map(({ option }) => option.value))];
	const isMixed = priced.length < operations.length;
	return [group(isMixed ? { show: { operation } } : undefined)];
}

/** The same for an AI sub-node. */
export function aiCostTracking(): INodeProperties {
	return group();
}

function group(displayOptions?: IDisplayOptions): INodeProperties {
	const fields: INodeProperties[] = [
		{
			displayName: 'Cost Label',
			name: 'costLabel',
			type: 'string',
			default: '',
			placeholder: 'e.g. Marketing newsletter',
			description:
				'Team, project or customer that pays for the calls, in at most 100 characters. It is added to the output as costLabel and to the custom data of the execution, and never sent to the service. If empty, the name of the workflow.',
		},
		{
			displayName: 'Track Cost',
			name: 'trackCost',
			type: 'boolean',
			default: true,
			description:
				'Whether to price each paid call and add it to the totals of the execution, such as inferenceCostUsd in its custom data. Prices that the service does not report are looked up in its model list, which is free.',
		},
	];
	return { ...optionGroup('Cost Tracking', COST_TRACKING, fields), displayOptions };
}
