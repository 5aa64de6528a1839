import type { INodeProperties } from 'n8n-workflow';

import type { OperationHandling } from '../../../lib/run/operationHandling';
import { appliedAfter } from '../../../lib/fields/rules';
import { COST_SETTINGS } from '../../../lib/fields/settingNames';
import { optionGroup } from './optionGroup';
import { settingField } from './settingField';

/** What the calls of an operation may cost, and whom they are noted for; none where they are free. */
export function costGroups({ free = false, price }: OperationHandling): INodeProperties[] {
	if (free) return [];
	if (price === undefined) return [costGroup([settingField('maxCallsPerRun')])];
	const said = REHEARSAL_ANSWERS[price.modelType ?? ''];
	return [costGroup([...costFields(dryRunField()), ...(said ? [rehearsalAnswerField(said)] : [])])];
}

export function subNodeCostGroup(modelType: string): INodeProperties {
	const said = REHEARSAL_ANSWERS[modelType];
	return costGroup([...costFields(), ...(said ? [rehearsalAnswerField(said)] : [])]);
}

/** What a model can say in place of a placeholder, by its type. */
const REHEARSAL_ANSWERS: Record<string, { placeholder: string; description: string }> = {
	text: {
		placeholder: 'e.g. Refund order 4711',
		description:
			'What the model says in a rehearsal, in place of a placeholder. A JSON Schema checks it as it checks a real answer.',
	},
	decision: {
		placeholder: 'e.g. { "wants_refund": true, "team": "billing" }',
		description:
			'What the model decides in a rehearsal: a JSON object with true, false, a choice or a level for each Answer Name',
	},
};

function rehearsalAnswerField(said: { placeholder: string; description: string }): INodeProperties {
	return {
		displayName: 'Rehearsal Answer',
		name: 'rehearsalAnswer',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		...said,
	};
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
