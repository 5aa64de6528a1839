import type { INodeProperties } from 'n8n-workflow';

import { fallback } from '../../common/fields/fallback';
import { optionGroup } from '../../common/fields/options';
import { CHAT_FALLBACK } from '../chatFallback';
import { advancedOptions } from './advancedOptions';
import { reasoningOptions } from './reasoningOptions';
import { samplingOptions } from './samplingOptions';
import { webSearchOptions } from './webSearchOptions';

/** The groups under Options of a chat, whose models `search` lists; `between` stands before those that few people set. */
export function chatGroups(search: string, between: INodeProperties): INodeProperties[] {
	return [
		optionGroup('Web Search', 'webSearch', webSearchOptions()),
		optionGroup('Reasoning', 'reasoning', reasoningOptions()),
		between,
		optionGroup('Sampling', 'sampling', samplingOptions()),
		fallback(CHAT_FALLBACK, { search }),
		optionGroup('Advanced', 'advanced', advancedOptions()),
	];
}
