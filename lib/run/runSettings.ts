import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { cut } from '../core/cut';
import { DEFAULT_AGENT_CHARACTERS } from './shorten';
import { LONGEST_SILENCE_MS } from '../core/bounds';
import { accept } from '../fields/accept';
import { checkedPrivacyTier, type PrivacyTier } from '../privacy/privacy';
import type { Account } from '../wire/account';
import { isRecord, type Json } from '../core/record';
import type { Parameters } from '../core/execution';
import { guardSwitch, guardValue } from '../fields/readParameter';

/** Label, default and range of each number under Cost, and under Retries and Limits. */
export const NUMBER_SETTINGS = {
	maxAgentCharacters: {
		label: 'Max Characters for Agents',
		usual: DEFAULT_AGENT_CHARACTERS,
		min: 500,
		max: 1_000_000,
		integer: true,
	},
	maxCallsPerRun: { label: 'Max Calls per Run', usual: 0, min: 0, max: 1_000_000, integer: true },
	maxCostPerRun: {
		label: 'Max Cost per Run (USD)',
		usual: 0,
		min: 0,
		max: 1_000_000,
		integer: false,
	},
	maxConcurrentRequests: {
		label: 'Max Concurrent Requests',
		usual: 5,
		min: 1,
		max: 19,
		integer: true,
	},
	maxWait: { label: 'Max Wait (Seconds)', usual: 120, min: 0, max: 3600, integer: false },
	repeatLostAnswers: {
		label: 'Max Resends After Lost Responses',
		usual: 0,
		min: 0,
		max: 5,
		integer: true,
	},
	timeout: { label: 'Timeout (Seconds)', usual: 300, min: 1, max: 3600, integer: false },
};

/** What the user set under Cost, Privacy, and Retries and Limits. */
interface LimitSettings {
	maxConcurrentRequests: number;
	/** Maximum number of tries of a request, the first included: more where the user waits longer than usual. */
	maxAttempts: number;
	maxWaitMs: number;
	timeoutMs: number;
	/** How long a streamed chat may go on without adding anything. */
	silenceMs: number;
	/** How many times an AI sub-node sends a request again that may have been charged. */
	repeatLostAnswers: number;
	/** What a placeholder says in a rehearsal; empty for what it says on its own. */
	rehearsalAnswer: unknown;
	/** Whether paid calls are only estimated. */
	dryRun: boolean;
	/** How many calls of this node one execution may make; 0 for no limit. */
	maxCallsPerRun: number;
	/** What one execution may spend over all its nodes, in USD; 0 for no limit. */
	maxCostPerRun: number;
	/** Whether a retry takes what was paid for before instead of paying for it again. */
	reusePaidAnswers: boolean;
	/** Whether a retry sends what may have been charged and has no answer. */
	sendAgainAfterLostAnswer: boolean;
	/** Whether items that ask for the same share one paid answer, where a second one may differ. */
	reuseIdentical: boolean;
	/** Which models may get data, beside what the credential allows. */
	allowedPrivacy: PrivacyTier;
	/** How long a list may be that an agent gets, in characters of JSON. */
	maxAgentCharacters: number;
}

/** The same, with whom the calls are noted for. */
export type RunSettings = LimitSettings & CostTracking;

/**
 * The settings of the current item; throws a ServiceFailure that names the one that is out of range.
 * The Timeout that n8n adds under its own Request Options applies as well: if both are set, the shorter one.
 */
export function runSettings({ options, requestOptions }: Parameters): RunSettings {
	const { retriesAndLimits, privacy, cost, maxAgentCharacters } = options;
	const groups = [retriesAndLimits, cost, privacy, { maxAgentCharacters }].filter(isRecord);
	const panelValues: Json = Object.assign({}, ...groups);
	const ofN8n = isRecord(requestOptions) ? Number(requestOptions.timeout) : 0;
	const settings = {
		...checkedSettings(panelValues),
		...costTrackingOf(cost),
	};
	if (!(ofN8n > 0)) return settings;
	const isSet = panelValues.timeout !== undefined;
	const timeoutMs = isSet ? Math.min(settings.timeoutMs, ofN8n) : ofN8n;
	return { ...settings, timeoutMs, silenceMs: timeoutMs };
}

/** The settings in the options that were set, with the default of each other one; throws like `runSettings`. */
export function checkedSettings(options: unknown): LimitSettings {
	const values: Json = { ...(options as object) };
	const maxWait = numberSetting('maxWait', values);
	return {
		allowedPrivacy: checkedPrivacyTier(values),
		maxConcurrentRequests: numberSetting('maxConcurrentRequests', values),
		maxAttempts: maxWait > NUMBER_SETTINGS.maxWait.usual ? 20 : 5,
		maxWaitMs: maxWait * 1000,
		timeoutMs: numberSetting('timeout', values) * 1000,
		silenceMs:
			values.timeout === undefined ? LONGEST_SILENCE_MS : numberSetting('timeout', values) * 1000,
		repeatLostAnswers: numberSetting('repeatLostAnswers', values),
		maxAgentCharacters: numberSetting('maxAgentCharacters', values),
		maxCallsPerRun: numberSetting('maxCallsPerRun', values),
		maxCostPerRun: numberSetting('maxCostPerRun', values),
		rehearsalAnswer: values.rehearsalAnswer,
		dryRun: guardSwitch(values, 'dryRun', 'Dry Run') === true,
		reusePaidAnswers: guardSwitch(values, 'reusePaidAnswers', 'Reuse Paid Answers') ?? true,
		sendAgainAfterLostAnswer:
			guardSwitch(values, 'sendAgainAfterLostAnswer', 'Resend After a Lost Response') === true,
		reuseIdentical: guardSwitch(values, 'reuseIdentical', 'Reuse Identical Requests') === true,
	};
}

/** What an execution may spend by its node and by its credential, in USD: the smaller one, and 0 where neither sets a limit. Throws a ServiceFailure for one that cannot be read. */
export function maxCostOf(
	{ maxCostPerRun }: Pick<LimitSettings, 'maxCostPerRun'>,
	account: Pick<Account, 'limits'>,
): number {
	const limits = [maxCostPerRun, maxCostOfOwner(account)].filter((limit) => limit > 0);
	return limits.length === 0 ? 0 : Math.min(...limits);
}

/** What the owner of the credential allows, in USD; 0 where that is no limit. Throws likewise. */
export const maxCostOfOwner = ({ limits }: Pick<Account, 'limits'>): number =>
	numberSetting('maxCostPerRun', limits);

const LIMITS_OF_MONEY = ['maxCallsPerRun', 'maxCostPerRun'];

function numberSetting(name: keyof typeof NUMBER_SETTINGS, values: Json): number {
	const { usual, ...range } = NUMBER_SETTINGS[name];
	const isLimit = LIMITS_OF_MONEY.includes(name);
	const cure = 'For no limit, set it to 0.';
	const given = isLimit ? guardValue(values, name, range.label, cure) : values[name];
	if (given === undefined) return usual;
	return Number(accept({ kind: 'number', required: true, ...range }, given, 'UTC'));
}

/** Longest label, so that several fit into the custom data of an execution. */
const MAX_LABEL_LENGTH = 100;

/** Whom calls are noted for. */
interface CostTracking {
	/** Whether prices are looked up and added to the totals of the execution. */
	trackCost: boolean;
	/** Whom the calls are for; undefined where nothing names them. */
	costLabel: string | undefined;
}

/** The settings in the options that were set. Throws a ServiceFailure for a label that is no text, or too long. */
export function costTrackingOf(options: unknown): CostTracking {
	const values: Json = { ...(options as object) };
	const rule = { label: 'Cost Label', kind: 'text', maxLength: MAX_LABEL_LENGTH } as const;
	const chosen = accept(rule, values.costLabel, 'UTC');
	const label = typeof chosen === 'string' ? chosen.trim() : '';
	return {
		trackCost: values.trackCost !== false,
		costLabel: label || undefined,
	};
}

/** The label in the totals of an execution: the one that the user chose, else the name of the workflow. */
export function totalsLabelOf(
	context: Pick<IExecuteSingleFunctions, 'getWorkflow'>,
	costLabel: string | undefined,
): string | undefined {
	const { name } = context.getWorkflow();
	return costLabel ?? (cut((name ?? '').trim(), MAX_LABEL_LENGTH).text || undefined);
}
