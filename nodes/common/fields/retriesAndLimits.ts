import type { INodeProperties } from 'n8n-workflow';

import type { OperationHandling } from '../../../lib/run/handling';
import { privacyField } from './allowedPrivacy';
import { RUN_SETTINGS } from '../../../lib/fields/settingNames';
import { NUMBER_SETTINGS } from '../../../lib/run/runSettings';
import { numberField } from './numberField';
import { optionGroup } from './optionGroup';

type NumberSetting = keyof typeof NUMBER_SETTINGS;

/** How the requests of an operation are sent, and what they may cost if one of them costs anything. n8n's own Request Options stay where n8n puts them, on the Settings tab. */
export function retriesAndLimitsGroup({
	free = false,
	price,
	reusesIdentical = false,
	usualConcurrency,
}: OperationHandling): INodeProperties {
	const isPriced = price !== undefined;
	return runSettingsGroup([
		...(price?.modelType === undefined ? [] : [allowedPrivacyField()]),
		...(isPriced ? [dryRunField()] : []),
		{
			displayName: 'Include Response Facts',
			name: 'includeResponseFacts',
			type: 'boolean',
			default: false,
			description:
				'Whether to add the request ID, the model that ran, the balances before the call and the rate-limit figures to the output',
		},
		runNumberField('maxAttempts'),
		runNumberField('maxCallsPerRun'),
		runNumberField('maxAgentCharacters'),
		runNumberField('maxConcurrentRequests', usualConcurrency),
		...(isPriced ? [runNumberField('maxCostPerRun')] : []),
		runNumberField('maxWait'),
		runNumberField('timeout'),
		...(isPriced ? [reuseIdenticalField(reusesIdentical)] : []),
		...(free ? [] : [reusePaidAnswersField()]),
		...(isPriced ? [sendAgainAfterLostAnswerField()] : []),
	]);
}

export function subNodeRetriesAndLimitsGroup(): INodeProperties {
	return runSettingsGroup([
		allowedPrivacyField(),
		runNumberField('maxAttempts'),
		runNumberField('maxCallsPerRun'),
		runNumberField('maxConcurrentRequests'),
		runNumberField('maxCostPerRun'),
		runNumberField('maxWait'),
		runNumberField('repeatLostAnswers'),
		runNumberField('timeout'),
	]);
}

function runSettingsGroup(fields: INodeProperties[]): INodeProperties {
	return optionGroup('Retries and Limits', RUN_SETTINGS, fields);
}

function allowedPrivacyField(): INodeProperties {
	return privacyField(
		'Which models may get the data of this node, by the model list of the service. Checked before anything is sent, for fallback models too. The credential may be stricter.',
		'private',
	);
}

function dryRunField(): INodeProperties {
	return {
		displayName: 'Dry Run',
		name: 'dryRun',
		type: 'boolean',
		default: false,
		description:
			'Whether to return what each item would cost instead of sending it. Only free requests are sent, such as those for prices and quotes.',
	};
}

/** A switch whose default depends on the operation. */
function reuseIdenticalField(usual: boolean): INodeProperties {
	const field: INodeProperties = {
		displayName: 'Reuse Identical Requests',
		name: 'reuseIdentical',
		type: 'boolean',
		default: false,
		description:
			'Whether items of this run whose request and settings are the same share one answer, which only the first of them pays for',
	};
	return { ...field, default: usual };
}

function reusePaidAnswersField(): INodeProperties {
	return {
		displayName: 'Reuse Paid Answers',
		name: 'reusePaidAnswers',
		type: 'boolean',
		default: true,
		description:
			'Whether a retry of this node, by Retry On Fail or in the list of executions, takes the answers that were already paid for and pays only for what is missing',
	};
}

function sendAgainAfterLostAnswerField(): INodeProperties {
	return {
		displayName: 'Send Again After a Lost Answer',
		name: 'sendAgainAfterLostAnswer',
		type: 'boolean',
		default: false,
		noDataExpression: true,
		description:
			'Whether Retry in the list of executions sends an item again whose answer was lost and may have been charged. Retry On Fail never does.',
	};
}

const NUMBER_DESCRIPTIONS: Record<NumberSetting, string> = {
	maxAgentCharacters:
		'Maximum length of a list that an agent gets from this tool, in characters of JSON. The result says how many entries were omitted and how to get them.',
	maxAttempts:
		'Maximum number of attempts per request, including the first. A paid request is retried only if the service confirms that it was not processed.',
	maxCallsPerRun:
		'Maximum number of paid requests of this node in one execution, over all items, parts of long texts and recordings, loops and calls by an agent. Further ones are not sent. In n8n Agents, each tool call counts on its own. 0 means no limit.',
	maxConcurrentRequests:
		'Maximum number of requests of this node in flight at once, 1 to 19. Nodes that use the same credential share a maximum of 19 per n8n process.',
	maxCostPerRun:
		'Maximum that one execution may spend, in USD or staked credit, over all its nodes that track costs. A call that would exceed it by its estimated price, or that has no known price, is not sent. Estimates follow what earlier calls were charged; calls that are in flight before the first answer, or whose answer is longer than expected, can exceed it. The credential may set a smaller limit. In n8n Agents, each tool call counts on its own. 0 means no limit here.',
	maxWait:
		'Maximum total time to wait between the attempts of a request. Increase it to wait out longer rate limits.',
	repeatLostAnswers:
		'Maximum number of times to send a request again after its answer was lost, such as by a broken connection, a timeout or a 502. Each of them may be charged. 0 stops with an error that says so.',
	timeout: 'Maximum time to wait for the answer to one request',
};

const NUMBER_BUILDER_HINTS: Partial<Record<NumberSetting, string>> = {
	maxAttempts:
		'The safe way to retry: only calls that were certainly not charged are sent again. Do not add retryOnFail.',
	maxCallsPerRun: 'Set it on tools of an agent, which may call them in a loop.',
	repeatLostAnswers:
		'Set it to 1 or 2 where an agent that stops halfway costs more than one request that is paid twice.',
};

/** A number whose default, once added, is what happens without it. */
function runNumberField(
	name: NumberSetting,
	initial: number = NUMBER_SETTINGS[name].usual,
): INodeProperties {
	const field = numberField(name, NUMBER_SETTINGS[name], initial, NUMBER_DESCRIPTIONS[name]);
	const propertyHint = NUMBER_BUILDER_HINTS[name];
	return propertyHint === undefined ? field : { ...field, builderHint: { propertyHint } };
}
