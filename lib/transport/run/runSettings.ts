import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../errors/failure';

/** What the user set under Request Options. */
export interface RunSettings {
	maxConcurrentRequests: number;
	maxTries: number;
	/** Seconds. */
	maxWait: number;
	includeResponseFacts: boolean;
}

const NUMBERS = {
	maxConcurrentRequests: { label: 'Max Concurrent Requests', usual: 5, min: 1, max: 50 },
	maxTries: { label: 'Max Tries', usual: 5, min: 1, max: 20 },
	maxWait: { label: 'Max Wait', usual: 120, min: 0, max: 3600 },
};

/** The settings of the current item; throws a ServiceFailure that names the one that is out of range. */
export function runSettings(context: IExecuteSingleFunctions): RunSettings {
	return checkedSettings((name, usual) =>
		context.getNodeParameter(`requestOptions.${name}`, usual),
	);
}

type Given = (name: keyof RunSettings, usual: number | boolean) => unknown;

/** The settings that `given` reads by name, with what is usual in its place; throws like `runSettings`. */
export function checkedSettings(given: Given): RunSettings {
	return {
		maxConcurrentRequests: Math.floor(number('maxConcurrentRequests', given)),
		maxTries: Math.floor(number('maxTries', given)),
		maxWait: number('maxWait', given),
		includeResponseFacts: given('includeResponseFacts', false) === true,
	};
}

function number(name: keyof typeof NUMBERS, read: Given): number {
	const { label, usual, min, max } = NUMBERS[name];
	const given = read(name, usual);
	const value = given === '' || given === null ? Number.NaN : Number(given);
	if (value >= min && value <= max) return value;
	throw badInput(
		`${label} must be a number from ${min} to ${max}, but ${JSON.stringify(given)} was given`,
	);
}
