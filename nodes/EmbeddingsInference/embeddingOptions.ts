import type { INodeProperties } from 'n8n-workflow';

import { costTracking } from '../common/fields/costTracking';
import { options } from '../common/fields/options';
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
		[costTracking(), aiRetriesAndLimits()],
	);
}
