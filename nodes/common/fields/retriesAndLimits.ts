import type { INodeProperties } from 'n8n-workflow';

import type { OperationHandling } from '../../../lib/run/item';
import { appliedAfter } from '../../../lib/fields/rules';
import { RUN_SETTINGS } from '../../../lib/fields/settingNames';
import { NOT_FOR_AGENTS } from '../refusals';
import { optionGroup } from './optionGroup';
import { settingField } from './settingField';

/** How the requests of an operation are sent; `more` are limits of its own. n8n's own Request Options stay where n8n puts them, on the Settings tab. */
export function retriesAndLimitsGroup(
	{ free = false, price, reusesIdentical = false, usualConcurrency }: OperationHandling,
	more: INodeProperties[],
): INodeProperties {
	const isPriced = price !== undefined;
	const group = runSettingsGroup([
		...runFields(usualConcurrency),
		...more,
		...(isPriced ? [reuseIdenticalField(reusesIdentical)] : []),
		...(free ? [] : [reusePaidAnswersField()]),
		...(isPriced ? [sendAgainAfterLostAnswerField()] : []),
	]);
	return { ...group, displayOptions: NOT_FOR_AGENTS };
}

export function subNodeRetriesAndLimitsGroup(): INodeProperties {
	return runSettingsGroup([...runFields(), settingField('repeatLostAnswers')]);
}

function runSettingsGroup(fields: INodeProperties[]): INodeProperties {
	return appliedAfter(optionGroup('Retries and Limits', RUN_SETTINGS, fields));
}

function runFields(usualConcurrency?: number): INodeProperties[] {
	return [
		settingField('maxWait'),
		settingField('timeout'),
		settingField('maxConcurrentRequests', usualConcurrency),
	];
}

/** A switch whose default depends on the operation. */
function reuseIdenticalField(usual: boolean): INodeProperties {
	const field: INodeProperties = {
		displayName: 'Reuse Identical Requests',
		name: 'reuseIdentical',
		type: 'boolean',
		default: false,
		description:
			'Whether items of this run with the same request and settings share one answer, which is paid once',
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
			'Whether a retry of this node reuses the answers that were already paid for and pays only for what is missing. Turn it off only to pay for new answers.',
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
			'Whether Retry in the list of executions, or the next of the Fallback Models, sends an item again if its answer was lost and may have been charged. You may then pay for it twice. Retry On Fail never sends it again.',
	};
}
