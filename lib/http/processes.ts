import { badInput } from '../base/failure';

const MOST = 1_000;

/**
 * How many processes share the key, as the credential states it; undefined when it does not.
 * Throws a ServiceFailure with a sentence when it is no whole number from 0 to 1000.
 */
export function processesOf(value: unknown): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const processes = Number(value);
	if (!Number.isInteger(processes) || processes < 0 || processes > MOST) {
		throw badInput(
			`Processes Sharing This Key must be a whole number from 0 to ${MOST}, but ${JSON.stringify(value)} was given`,
			'Open the credential and correct it, or enter 0 to have the number estimated.',
		);
	}
	return processes === 0 ? undefined : processes;
}
