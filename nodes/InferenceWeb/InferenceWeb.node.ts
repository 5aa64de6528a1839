import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { walletDescription } from '../common/baseDescription';
import { parseDocument } from './operations/document/parse.operation';
import { scrape } from './operations/page/scrape.operation';
import { search } from './operations/web/search.operation';

export class InferenceWeb implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(operationProperties([search, scrape, parseDocument], 'search')),
		displayName: 'Inference Web',
		name: 'inferenceWeb',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		usableAsTool: true,
		description: 'Search the web, read pages, and extract the text of documents',
		defaults: { name: 'Inference Web' },
	};
}
