import type { INodeProperties } from 'n8n-workflow';

import { accept } from '../../lib/fields/accept';
import type { ValueRule } from '../../lib/fields/rules';
import { costTracking } from '../common/fields/costTracking';
import { options } from '../common/fields/options';
import { otherFieldsOfModel } from '../common/fields/otherFields';
import { aiRetriesAndLimits } from '../common/fields/retriesAndLimits';
import { vectorOptions } from '../common/fields/vectorOptions';

/** Options of the embeddings; what is not added is not sent. */
export function embeddingOptions(): INodeProperties {
	return options(
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
		[otherFieldsOfModel(), costTracking(), aiRetriesAndLimits()],
	);
}

const USUAL = 512;
const MOST = 2048;

const RULE: ValueRule = {
	label: 'Batch Size',
	kind: 'number',
	integer: true,
	min: 1,
	max: MOST,
	required: true,
};

/** How many texts go in one request; throws a ServiceFailure when it is out of range. */
export function batchSizeOf(given: unknown): number {
	return Number(accept(RULE, given === undefined ? USUAL : given, 'UTC'));
}
