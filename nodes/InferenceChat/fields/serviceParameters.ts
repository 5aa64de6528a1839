import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';

/** What this service adds to the chat convention. */
export function serviceParameters(): INodeProperties {
	return {
		displayName: 'Service Parameters',
		name: 'serviceParameters',
		type: 'collection',
		placeholder: 'Add Parameter',
		default: {},
		description: 'Web search, characters and other features of the service',
		options: [
			{
				displayName: 'Character Slug',
				name: 'characterSlug',
				type: 'string',
				default: '',
				placeholder: 'e.g. the public ID of a character',
				description: 'Public character that answers',
				routing: toBody('service_parameters.character_slug'),
			},
			{
				displayName: 'Disable Thinking',
				name: 'disableThinking',
				type: 'boolean',
				default: false,
				description: 'Whether to switch reasoning off where the model allows it',
				routing: toBody('service_parameters.disable_thinking'),
			},
			{
				displayName: 'Enable Encrypted Mode',
				name: 'enableE2ee',
				type: 'boolean',
				default: true,
				description:
					'Whether a model made for end-to-end encryption uses it when the request carries encryption headers',
				routing: toBody('service_parameters.enable_e2ee'),
			},
			{
				displayName: 'Include Search Results in Stream',
				name: 'includeSearchResultsInStream',
				type: 'boolean',
				default: false,
				description: 'Whether search results come first when the answer is streamed (experimental)',
				routing: toBody('service_parameters.include_search_results_in_stream'),
			},
			{
				displayName: 'Include Service System Prompt',
				name: 'includeServiceSystemPrompt',
				type: 'boolean',
				default: true,
				description:
					'Whether the service puts its own system prompt before yours. Switching it off saves its tokens.',
				routing: toBody('service_parameters.include_service_system_prompt'),
			},
			{
				displayName: 'Return Search Results as Documents',
				name: 'returnSearchResultsAsDocuments',
				type: 'boolean',
				default: false,
				description: 'Whether search results are also given as a tool call',
				routing: toBody('service_parameters.return_search_results_as_documents'),
			},
			{
				displayName: 'Strip Thinking From Answer',
				name: 'stripThinkingResponse',
				type: 'boolean',
				default: false,
				description:
					'Whether to remove reasoning that a model writes into its answer between think tags',
				routing: toBody('service_parameters.strip_thinking_response'),
			},
			{
				displayName: 'Web Citations',
				name: 'enableWebCitations',
				type: 'boolean',
				default: false,
				description: 'Whether the model marks its sources in the text. Needs Web Search.',
				routing: toBody('service_parameters.enable_web_citations'),
			},
			{
				displayName: 'Web Scraping',
				name: 'enableWebScraping',
				type: 'boolean',
				default: false,
				description:
					'Whether to read up to five addresses found in the message. Replaces the web search; each page read is charged.',
				routing: toBody('service_parameters.enable_web_scraping'),
			},
			{
				displayName: 'Web Search',
				name: 'enableWebSearch',
				type: 'options',
				default: 'off',
				description: 'Whether to search the web for this answer; each search is charged',
				options: [
					{ name: 'Auto', value: 'auto', description: 'The model decides' },
					{ name: 'Off', value: 'off' },
					{ name: 'On', value: 'on' },
				],
				routing: toBody('service_parameters.enable_web_search'),
			},
			{
				displayName: 'X Search',
				name: 'enableXSearch',
				type: 'boolean',
				default: false,
				description:
					"Whether to use the model provider's own search of web and social network, on models that have it; each result is charged",
				routing: toBody('service_parameters.enable_x_search'),
			},
		],
	};
}
