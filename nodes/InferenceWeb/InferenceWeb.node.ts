import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { parseDocument } from './operations/document/parse.operation';
import { scrapePage } from './operations/page/scrape.operation';
import { searchWeb } from './operations/web/search.operation';

const RESOURCES: Resource[] = [
	{ name: 'Web', value: 'web', operations: [searchWeb] },
	{ name: 'Page', value: 'page', operations: [scrapePage] },
	{ name: 'Document', value: 'document', operations: [parseDocument] },
];

export class InferenceWeb implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(RESOURCES),
		displayName: 'Inference Web',
		name: 'inferenceWeb',
		icon: {
			light: 'file:../../icons/web.svg',
			dark: 'file:../../icons/web.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Search the web, read pages, and extract the text of documents',
		builderHint: BUILDER_HINTS.inferenceWeb,
		defaults: { name: 'Inference Web' },
	};
}
