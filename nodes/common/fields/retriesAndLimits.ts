import type { INodeProperties } from 'n8n-workflow';

import type { OperationHandling } from '../../../lib/run/operationHandling';
import { appliedAfter } from '../../../lib/fields/rules';
import { RUN_SETTINGS } from '../../../lib/fields/settingNames';
import { NOT_FOR_AGENTS } from '../refusals';
import { optionGroup } from './optionGroup';
import { settingField } from './settingField';

/** How the requests of an operation are sent; `more` are limits of its own. n8n's own Request Options stay where n8n puts them, on the Settings tab. */
export function retriesAndLimitsGroup(
	{ free = false, price, reusesIdentical = false }: OperationHandling,
	more: INodeProperties[],
): INodeProperties {
	const isPriced = price !== undefined;
	const group = runSettingsGroup([
		...runFields(),
		...more,
		...(isPriced && !reusesIdentical ? [reuseIdenticalField()] : []),
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

function runFields(): INodeProperties[] {
	return [settingField('maxWait'), settingField('timeout'), settingField('maxConcurrentRequests')];
}

function reuseIdenticalField(): INodeProperties {
	return {
		displayName: 'Reuse Identical Requests',
		name: 'reuseIdentical',
		type: 'boolean',
		default: false,
		description:
			'Whether items of this run with the same request and settings share one answer, which is paid once. Retries are not affected.',
	};
}

function reusePaidAnswersField(): INodeProperties {
	return {
		displayName: 'Reuse Paid Answers',
		name: 'reusePaidAnswers',
		type: 'boolean',
		default: true,
		description:
			'Whether a retry of this node takes the answers that were paid for before it failed and pays only for the rest. Turn it off only to pay for new answers.',
	};
}

function sendAgainAfterLostAnswerField(): INodeProperties {
	return {
		displayName: 'Resend After a Lost Response',
		name: 'sendAgainAfterLostAnswer',
		type: 'boolean',
		default: false,
		noDataExpression: true,
		description:
			'Whether Retry in the list of executions, or the next of the Fallback Models, sends an item again whose response never arrived. You may then pay for it twice. Retry On Fail never sends it again.',
	};
}
