import { cut } from '../core/cut';
import { isRecord } from '../core/record';
import { ANSWER_TOO_LARGE, MAX_JSON_LEVELS } from '../core/bounds';
import { parseJson } from '../core/decodeBody';
import { lostNumbers } from '../core/unreadMarks';
import { badInput, ServiceFailure } from '../core/failure';

/** A value shown in a sentence, cut to 80 characters. */
export function shownValue(value: unknown): string {
	const text = typeof value === 'string' ? `"${value}"` : (JSON.stringify(value) ?? String(value));
	return text.length > 80 ? `${cut(text, 77).text}...` : text;
}

/**
 * The JSON array of a field, given as text or as it is.
 * Throws a ServiceFailure that names the field, what is wanted and what was given.
 */
export function jsonArray(value: unknown, label: string): unknown[] {
	const parsed = parseIfText(value, `${label} must be a JSON array`);
	if (Array.isArray(parsed)) return parsed;
	throw badInput(
		`${label} must be a JSON array, but ${shownValue(parsed)} was given`,
		'Put the entries in square brackets, such as ["a", "b"].',
	);
}

/** The JSON object of a field, given as text or as it is; throws likewise. */
export function jsonObject(value: unknown, label: string): Record<string, unknown> {
	const parsed = parseIfText(value, `${label} must be a JSON object`);
	if (isRecord(parsed)) return parsed;
	throw badInput(
		`${label} must be a JSON object, but ${shownValue(parsed)} was given`,
		'Put the fields in braces, such as {"name": "value"}.',
	);
}

/** The value of a JSON field, given as text or as it is; throws a ServiceFailure when the text is no JSON. */
export function parsedJson(value: unknown, label: string): unknown {
	return parseIfText(value, `${label} must be JSON`);
}

function parseIfText(value: unknown, wanted: string): unknown {
	if (typeof value !== 'string') return value;
	try {
		const parsed = parseJson(value);
		const [lost] = lostNumbers(parsed);
		if (lost === undefined) return parsed;
		throw badInput(
			`${wanted}, but "${lost}" is a number that is too large`,
			'Write it as text, in quotation marks.',
		);
	} catch (error) {
		if (error instanceof ServiceFailure) throw tooDeepFailure(error, wanted);
		const reason = error instanceof Error ? error.message : String(error);
		throw badInput(
			`${wanted}, but it is not valid JSON: ${reason}`,
			'Correct it there, or let an expression return the value itself, such as {{ $json.data }}.',
		);
	}
}

function tooDeepFailure(failure: ServiceFailure, wanted: string): ServiceFailure {
	if (failure.facts.code !== ANSWER_TOO_LARGE) return failure;
	return badInput(
		`${wanted} of at most ${MAX_JSON_LEVELS} levels and a million parts`,
		'Make it smaller, or spread it over several items.',
	);
}
