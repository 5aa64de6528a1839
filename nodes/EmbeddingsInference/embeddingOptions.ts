import type { INodeProperties } from 'n8n-workflow';

import { accept } from '../../lib/fields/accept';
import type { ValueRule } from '../../lib/fields/rules';
import { subNodeCostGroup } from '../common/fields/cost';
import { optionsField } from '../common/fields/optionGroup';
import { otherFieldsGroupOfSubNode } from '../common/fields/otherFieldsGroup';
import { privacyGroup } from '../common/fields/privacy';
import { subNodeRetriesAndLimitsGroup } from '../common/fields/retriesAndLimits';
import { vectorOptions } from '../common/fields/vectorOptions';

export function embeddingOptions(): INodeProperties {
	return optionsField(
		[
			{
				displayName: 'Batch Size',
				name: 'batchSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 2048, numberPrecision: 0 },
				default: 512,
				description: 'Maximum number of texts in one request',
			},
			...vectorOptions(),
		],
		[
			otherFieldsGroupOfSubNode(),
			privacyGroup(),
			subNodeCostGroup('embedding'),
			subNodeRetriesAndLimitsGroup(),
		],
	);
}

const DEFAULT_BATCH_SIZE = 512;
const MAX_BATCH_SIZE = 2048;

const BATCH_SIZE_RULE: ValueRule = {
	label: 'Batch Size',
	kind: 'number',
	integer: true,
	min: 1,
	max: MAX_BATCH_SIZE,
	required: true,
};

/** How many texts go in one request; throws a ServiceFailure when it is out of range. */
export function readBatchSize(given: unknown): number {
	return Number(accept(BATCH_SIZE_RULE, given === undefined ? DEFAULT_BATCH_SIZE : given, 'UTC'));
}
