import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { walletDescription } from '../common/baseDescription';
import { builderHints } from '../common/builderHints';
import { searchModels } from '../common/listSearch/searchModels';
import { encryptionHints } from '../common/nodeHints';
import { operationPanel } from '../common/panel';
import { modelOrDefaultSubtitle } from '../common/subtitle';
import { complete } from './operations/complete.operation';

export class InferenceChat implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(operationPanel([complete]), encryptionHints()),
		displayName: 'Inference Chat',
		name: 'inferenceChat',
		icon: {
			light: 'file:../../icons/chat.svg',
			dark: 'file:../../icons/chat.dark.svg',
		},
		subtitle: modelOrDefaultSubtitle,
		usableAsTool: true,
		description: 'Chat with a language model, with web search, files, tools and JSON output',
		builderHint: builderHints.inferenceChat,
		defaults: { name: 'Inference Chat' },
	};

	methods = { listSearch: { searchTextModels: searchModels('text', { empty: 'service' }) } };
}
