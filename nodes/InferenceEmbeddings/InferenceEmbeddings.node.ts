import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { MODEL_OR_DEFAULT_SUBTITLE } from '../common/subtitle';
import { ANY_MODEL, searchModels } from '../common/listSearch/searchModels';
import { createEmbeddings } from './operations/create.operation';

export class InferenceEmbeddings implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(createEmbeddings),
		displayName: 'Inference Embeddings',
		name: 'inferenceEmbeddings',
		icon: {
			light: 'file:../../icons/embeddings.svg',
			dark: 'file:../../icons/embeddings.dark.svg',
		},
		subtitle: MODEL_OR_DEFAULT_SUBTITLE,
		usableAsTool: true,
		description: 'Turn texts into vectors',
		builderHint: BUILDER_HINTS.inferenceEmbeddings,
		defaults: { name: 'Inference Embeddings' },
	};

	methods = {
		listSearch: { searchEmbeddingModels: searchModels('embedding', { emptyMeans: ANY_MODEL }) },
	};
}
