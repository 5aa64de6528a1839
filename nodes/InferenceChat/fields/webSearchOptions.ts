import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

export function webSearchOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Web Search',
			name: 'enableWebSearch',
			type: 'options',
			default: 'on',
			description: 'Whether to search the web for the answer. Each search is charged.',
			options: [
				{ name: 'Auto', value: 'auto', description: 'The model decides' },
				{ name: 'Off', value: 'off' },
				{ name: 'On', value: 'on' },
			],
			routing: toBody('service_parameters.enable_web_search'),
		},
		{
			displayName: 'Citations',
			name: 'enableWebCitations',
			type: 'boolean',
			default: true,
			description: 'Whether the model cites its sources in the text. Requires Web Search.',
			routing: toBody('service_parameters.enable_web_citations'),
		},
		{
			displayName: 'Read Linked Pages',
			name: 'enableWebScraping',
			type: 'boolean',
			default: true,
			description:
				'Whether to read up to 5 URLs found in the message instead of searching the web. Each page is charged.',
			routing: toBody('service_parameters.enable_web_scraping'),
		},
		{
			displayName: 'X Search',
			name: 'enableXSearch',
			type: 'boolean',
			default: true,
			description:
				"Whether to use the model provider's own search of the web and X, for models that have one. Each result is charged.",
			routing: toBody('service_parameters.enable_x_search'),
		},
		{
			displayName: 'Return Results as Documents',
			name: 'returnSearchResultsAsDocuments',
			type: 'boolean',
			default: true,
			description: 'Whether to return the search results as a tool call as well',
			routing: toBody('service_parameters.return_search_results_as_documents'),
		},
		{
			displayName: 'Results First in Stream',
			name: 'includeSearchResultsInStream',
			type: 'boolean',
			default: true,
			description:
				'Whether the search results precede the answer when Receive in Chunks (Against Timeouts) is on. Experimental.',
			routing: toBody('service_parameters.include_search_results_in_stream'),
		},
	];
}
