import type { INodeProperties } from 'n8n-workflow';

import { fallbackModelsGroup } from '../../common/fields/fallbackModels';
import { optionGroup } from '../../common/fields/optionGroup';
import { CHAT_FALLBACK } from '../chatFallback';
import { toBody } from '../../../lib/fields/routing';
import { userField } from '../../common/fields/user';
import { MODEL_DECIDES, REASONING_OFF } from '../reasoning';

/**
 * The Options of a chat in the order in which people look for them: first what the model gets and does, then the answer.
 * `more` stands before the groups that few people set.
 */
export function chatOptions(answer: INodeProperties[], more: INodeProperties): INodeProperties[] {
	return [
		optionGroup('Web Search', 'webSearch', webSearchOptions()),
		...reasoningOptions(),
		...answer,
		more,
		optionGroup('Sampling', 'sampling', samplingOptions()),
		fallbackModelsGroup(CHAT_FALLBACK),
		optionGroup('Advanced', 'advanced', advancedOptions()),
	];
}

function samplingOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Top P',
			name: 'topP',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
			default: 1,
			description:
				'Sample from the most likely tokens whose combined probability reaches this value, from 0 to 1',
			routing: toBody('top_p'),
		},
		{
			displayName: 'Top K',
			name: 'topK',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 40,
			description: 'Sample from this many of the most likely tokens',
			routing: toBody('top_k'),
		},
		{
			displayName: 'Min P',
			name: 'minP',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 1, numberPrecision: 2 },
			default: 0,
			description: 'Minimum probability of a token relative to the most likely one, from 0 to 1',
			routing: toBody('min_p'),
		},
		{
			displayName: 'Frequency Penalty',
			name: 'frequencyPenalty',
			type: 'number',
			typeOptions: { minValue: -2, maxValue: 2 },
			default: 0,
			description:
				'From -2 to 2. Above 0, each use of a token makes it less likely, which avoids repeated phrases.',
			routing: toBody('frequency_penalty'),
		},
		{
			displayName: 'Presence Penalty',
			name: 'presencePenalty',
			type: 'number',
			typeOptions: { minValue: -2, maxValue: 2 },
			default: 0,
			description:
				'From -2 to 2. Above 0, a token is less likely after its first use, which brings up new topics.',
			routing: toBody('presence_penalty'),
		},
		{
			displayName: 'Repetition Penalty',
			name: 'repetitionPenalty',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 1,
			description:
				'Above 1, tokens of the prompt and the answer are less likely. For open models that use it instead of the two other penalties.',
			routing: toBody('repetition_penalty'),
		},
		{
			displayName: 'Seed',
			name: 'seed',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1,
			description: 'Number that makes answers repeatable, for models that support it',
			routing: toBody('seed'),
		},
		{
			displayName: 'Log Probabilities',
			name: 'logprobs',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the log probability of each token, for models that support it',
			routing: toBody('logprobs'),
		},
		{
			displayName: 'Top Log Probabilities',
			name: 'topLogprobs',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 5,
			description: 'Number of alternatives to return for each token. Requires Log Probabilities.',
			routing: toBody('top_logprobs'),
		},
	];
}

function advancedOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Prompt Cache Key',
			name: 'promptCacheKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. the ID of the conversation',
			description:
				'Requests with the same key go to the same backend, which finds more of the conversation in its cache',
			routing: toBody('prompt_cache_key'),
		},
		{
			displayName: 'Prompt Cache Retention',
			name: 'promptCacheRetention',
			type: 'options',
			default: 'default',
			description: 'How long to keep the cache, for models that support it',
			options: [
				{ name: '24 Hours', value: '24h' },
				{ name: 'Default', value: 'default' },
				{ name: 'Extended', value: 'extended' },
			],
			routing: toBody('prompt_cache_retention'),
		},
		{
			displayName: 'Metadata',
			name: 'metadata',
			type: 'json',
			typeOptions: { shape: 'object' },
			default: '{}',
			description: 'JSON object of strings to send with the request',
			routing: toBody('metadata'),
		},
		userField(),
	];
}

function webSearchOptions(): INodeProperties[] {
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
				'Whether the search results precede the answer when Stream Response to Avoid Timeouts is on. Experimental.',
			routing: toBody('service_parameters.include_search_results_in_stream'),
		},
	];
}

function reasoningOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Reasoning',
			name: 'reasoning',
			type: 'options',
			typeOptions: { open: true },
			default: 'medium',
			description:
				'How much the model reasons before it answers, charged as output tokens. Each model supports some of these.',
			options: [
				{ name: 'Auto', value: MODEL_DECIDES, description: 'The model decides' },
				{
					name: 'Off',
					value: REASONING_OFF,
					description: 'Saves time and cost, for models that allow it',
				},
				{ name: 'Minimal', value: 'minimal' },
				{ name: 'Low', value: 'low' },
				{ name: 'Medium', value: 'medium' },
				{ name: 'High', value: 'high' },
				{ name: 'Very High', value: 'xhigh' },
				{ name: 'Max', value: 'max' },
			],
			routing: toBody('reasoning_effort'),
		},
		{
			displayName: 'Show Reasoning',
			name: 'showReasoning',
			type: 'boolean',
			default: true,
			description:
				'Whether to return the reasoning, or its summary, as far as the model shows it. If off, reasoning that a model writes into the answer is removed. If not set, the answer stays as it is.',
		},
	];
}
