import type { INodeProperties } from 'n8n-workflow';

import { NUMBER_SETTINGS } from '../../../lib/run/runSettings';
import { numberField } from './numberField';

type NumberSetting = keyof typeof NUMBER_SETTINGS;

const DESCRIPTIONS: Record<NumberSetting, string> = {
	maxAgentCharacters:
		'Maximum length of a list that an agent gets, in characters of JSON. The result says what was omitted.',
	maxCallsPerRun:
		'Maximum number of paid requests of this node in one execution, including parts of long texts, loops and calls by an agent. In n8n Agents, each tool call counts on its own. 0 means no limit.',
	maxConcurrentRequests: 'Maximum number of requests of this node in flight at once, 1 to 19',
	maxCostPerRun:
		'Maximum that one execution may spend across all its nodes and sub-workflows. Answers of chats are limited to what is left of it, and calls wait for those in flight. A call that does not fit, or has no known price, is not sent. The credential may set a smaller limit. In n8n Agents, each tool call counts on its own. 0 means no limit here.',
	maxWait:
		'Maximum total time that an item waits for rate limits and between attempts. 0 means a single attempt. Timeout limits each attempt on its own.',
	repeatLostAnswers:
		'Maximum number of times to send a request again after its answer was lost, such as by a broken connection, a timeout or a 502. Each of them may be charged. The next of the Fallback Models takes the place of a repeat. 0 stops with an error that says so.',
	timeout: 'Maximum time to wait for the answer to one request',
};

const BUILDER_HINTS: Partial<Record<NumberSetting, string>> = {
	maxCallsPerRun: 'Set it on tools of an agent, which may call them in a loop.',
	repeatLostAnswers:
		'Set it to 1 or 2 where an agent that stops halfway costs more than one request that is paid twice.',
};

/** A number whose default, once added, is what happens without it. */
export function settingField(name: NumberSetting): INodeProperties {
	const rule = NUMBER_SETTINGS[name];
	const field = numberField(name, rule, rule.usual, DESCRIPTIONS[name]);
	const propertyHint = BUILDER_HINTS[name];
	return propertyHint === undefined ? field : { ...field, builderHint: { propertyHint } };
}
