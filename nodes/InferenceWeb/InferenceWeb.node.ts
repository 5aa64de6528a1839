import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { walletDescription } from '../common/baseDescription';
import { resourcePanel } from '../common/panel';
import { builderHints } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { parseDocument } from './operations/document/parse.operation';
import { scrape } from './operations/page/scrape.operation';
import { search } from './operations/web/search.operation';

const RESOURCES: Resource[] = [
	{ name: 'Web', value: 'web', operations: [search] },
	{ name: 'Page', value: 'page', operations: [scrape] },
	{ name: 'Document', value: 'document', operations: [parseDocument] },
];

export class InferenceWeb implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(resourcePanel(RESOURCES)),
		displayName: 'Inference Web',
		name: 'inferenceWeb',
		icon: {
			light: 'file:../../icons/web.svg',
			dark: 'file:../../icons/web.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Search the web, read pages, and extract the text of documents',
		builderHint: builderHints.inferenceWeb,
		defaults: { name: 'Inference Web' },
	};
}
