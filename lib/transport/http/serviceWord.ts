import { isRecord } from '../../record';
import { badInput } from '../errors/failure';

const WORD = /^[a-z][a-z0-9_-]*$/;
const NEUTRAL = /(^|_)service(?=_|$)/;

/**
 * The word a deployment writes where the specification writes `service`; `service` when none is set.
 * Throws a ServiceFailure with a sentence when it is not of the form `[a-z][a-z0-9_-]*`.
 */
export function serviceWord(value: unknown): string {
	const word = typeof value === 'string' ? value.trim() : '';
	if (word === '') return 'service';
	if (!WORD.test(word)) {
		throw badInput(
			`The Service Word must begin with a small letter and hold only small letters, digits, "_" and "-", but "${word}" was given`,
			'Open the credential and correct its Service Word.',
		);
	}
	return word;
}

/** An identifier of the specification as the deployment writes it: `service_parameters` becomes `<word>_parameters`. */
export function wireName(neutral: string, word: string): string {
	return neutral.replace(NEUTRAL, `$1${word}`);
}

/** A response header of the specification as the deployment writes it: `balance-usd` becomes `x-<word>-balance-usd`. */
export function serviceHeader(neutral: string, word: string): string {
	return `x-${word}-${neutral}`;
}

/** A request body with the deployment's word in its own keys and in those of its service parameters, and nowhere else. */
export function wireBody(body: Record<string, unknown>, word: string): Record<string, unknown> {
	if (word === 'service') return body;
	const renamed = renameKeys(body, word);
	const parameters = wireName('service_parameters', word);
	const nested = renamed[parameters];
	if (isRecord(nested)) renamed[parameters] = renameKeys(nested, word);
	return renamed;
}

function renameKeys(record: Record<string, unknown>, word: string): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(record).map(([key, value]) => [wireName(key, word), value]),
	);
}
