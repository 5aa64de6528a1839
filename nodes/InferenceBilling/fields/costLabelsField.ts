import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../../lib/core/execution';
import { accept } from '../../../lib/fields/accept';
import { costLabelsOf, type CostLabels } from '../../../lib/billing/costLabels';

export function costLabelsField(purpose: string): INodeProperties {
	return {
		displayName: 'Labels by Request ID',
		name: 'labelsByRequestId',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. {{ $json.labels }}',
		description: `List of objects with requestId and costLabel, such as the rows of a Data Table with the ID and label of each chat. ${purpose}.`,
		builderHint: {
			propertyHint:
				'Put an Aggregate node before this one that collects all rows into one item, and pass its field here.',
		},
	};
}

/** The labels that the user handed over; none where there are none. Throws a ServiceFailure for what is no list of them. */
export function readCostLabels(context: ItemContext): CostLabels {
	const rule = { label: 'Labels by Request ID', kind: 'json', shape: 'array' } as const;
	const rows = accept(rule, context.parameters.options.labelsByRequestId, 'UTC');
	return costLabelsOf(Array.isArray(rows) ? rows : []);
}
