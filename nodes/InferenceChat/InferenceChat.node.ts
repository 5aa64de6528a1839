import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { MODEL_OR_DEFAULT_SUBTITLE } from '../common/subtitle';
import { searchModels } from '../common/listSearch/searchModels';
import { encryptionHints } from '../common/nodeHints';
import { answerOperation } from './operations/complete.operation';

export class InferenceChat implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(answerOperation, { hints: encryptionHints() }),
		displayName: 'Inference Chat',
		name: 'inferenceChat',
		icon: {
			light: 'file:../../icons/chat.svg',
			dark: 'file:../../icons/chat.dark.svg',
		},
		subtitle: MODEL_OR_DEFAULT_SUBTITLE,
		usableAsTool: true,
		description: 'Chat with a language model, with web search, files, tools and JSON output',
		builderHint: BUILDER_HINTS.inferenceChat,
		defaults: { name: 'Inference Chat' },
	};

	methods = {
		listSearch: {
			searchFallbackModels: searchModels('text'),
			searchTextModels: searchModels('text', { emptyMeans: 'service' }),
		},
	};
}
