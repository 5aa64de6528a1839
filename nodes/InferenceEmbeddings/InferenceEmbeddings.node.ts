import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { walletDescription } from '../common/baseDescription';
import { operationPanel } from '../common/panel';
import { builderHints } from '../common/builderHints';
import { ANY, searchModels } from '../common/listSearch/searchModels';
import { modelOrDefaultSubtitle } from '../common/subtitle';
import { create } from './operations/create.operation';

export class InferenceEmbeddings implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(operationPanel([create])),
		displayName: 'Inference Embeddings',
		name: 'inferenceEmbeddings',
		icon: {
			light: 'file:../../icons/embeddings.svg',
			dark: 'file:../../icons/embeddings.dark.svg',
		},
		subtitle: modelOrDefaultSubtitle,
		usableAsTool: true,
		description: 'Turn texts into vectors',
		builderHint: builderHints.inferenceEmbeddings,
		defaults: { name: 'Inference Embeddings' },
	};

	methods = { listSearch: { searchEmbeddingModels: searchModels('embedding', { empty: ANY }) } };
}
