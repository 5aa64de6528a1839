import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isRecord } from '../../record';
import { USUAL_CHARACTERS } from '../agent/shorten';
import { badInput } from '../errors/failure';

/** What the user set under Request Options. */
export interface RunSettings {
	maxConcurrentRequests: number;
	maxTries: number;
	/** Seconds. */
	maxWait: number;
	includeResponseFacts: boolean;
	/** How long a list may be that an agent gets, in characters of JSON. */
	maxAgentCharacters: number;
}

const NUMBERS = {
	maxConcurrentRequests: { label: 'Max Concurrent Requests', usual: 5, min: 1, max: 50 },
	maxTries: { label: 'Max Tries', usual: 5, min: 1, max: 20 },
	maxWait: { label: 'Max Wait', usual: 120, min: 0, max: 3600 },
	maxAgentCharacters: {
		label: 'Max Characters for Agents',
		usual: USUAL_CHARACTERS,
		min: 500,
		max: 1_000_000,
	},
};

/** The settings of the current item; throws a ServiceFailure that names the one that is out of range. */
export function runSettings(context: IExecuteSingleFunctions): RunSettings {
	return checkedSettings(context.getNodeParameter('requestOptions', {}));
}

/** The settings in the options that were set, with what is usual for the others; throws like `runSettings`. */
export function checkedSettings(options: unknown): RunSettings {
	const set = isRecord(options) ? options : {};
	return {
		maxConcurrentRequests: Math.floor(number('maxConcurrentRequests', set)),
		maxTries: Math.floor(number('maxTries', set)),
		maxWait: number('maxWait', set),
		maxAgentCharacters: number('maxAgentCharacters', set),
		includeResponseFacts: set.includeResponseFacts === true,
	};
}

function number(name: keyof typeof NUMBERS, set: Record<string, unknown>): number {
	const { label, usual, min, max } = NUMBERS[name];
	const given = set[name] === undefined ? usual : set[name];
	const value = given === '' || given === null ? Number.NaN : Number(given);
	if (value >= min && value <= max) return value;
	throw badInput(
		`${label} must be a number from ${min} to ${max}, but ${JSON.stringify(given)} was given`,
	);
}
