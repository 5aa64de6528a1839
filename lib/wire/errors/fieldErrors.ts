import { isRecord, type Json } from '../../core/record';
import { wireText } from '../../core/wireText';

/** As much as a person reads, in fields and levels. */
const MAX_FIELDS = 20;
const MAX_LEVELS = 10;

/** The names of the fields that a refusal names, in the body of an answer. The rest of a long list is not looked at. */
export function fieldNames(body: Json): string[] {
	const names = new Set<string>();
	for (const name of fieldNamesIn(body)) {
		if (name !== '') names.add(name);
		if (names.size === MAX_FIELDS) break;
	}
	return [...names];
}

function* fieldNamesIn({ details, issues }: Json): Generator<string> {
	if (isRecord(details)) for (const key of Object.keys(details)) if (key !== '_errors') yield key;
	if (!Array.isArray(issues)) return;
	for (const issue of issues) {
		yield wireText(isRecord(issue) && Array.isArray(issue.path) ? issue.path[0] : '');
	}
}

/** What a refusal says against single fields, each with its path (docs/maintainers/service.md#errors). */
export function fieldErrors(body: Json): string[] {
	const details: string[] = [];
	for (const text of isRecord(body.details) ? nestedFieldErrors(body.details, '') : []) {
		details.push(text);
		if (details.length === MAX_FIELDS) break;
	}
	if (details.length > 0 || !Array.isArray(body.issues)) return details;
	return body.issues
		.slice(0, MAX_FIELDS)
		.flatMap((issue: unknown) => issueErrors(issue))
		.slice(0, MAX_FIELDS);
}

/** What an issue says; the reason of one of several forms that may stand at its place is in theirs. */
function issueErrors(issue: unknown, depth = 0): string[] {
	if (!isRecord(issue) || typeof issue.message !== 'string') return [];
	const forms = Array.isArray(issue.unionErrors) && depth < MAX_LEVELS ? issue.unionErrors : [];
	const inner = forms.slice(0, MAX_FIELDS).flatMap((form: unknown) => {
		const issues = isRecord(form) && Array.isArray(form.issues) ? form.issues : [];
		return issues.slice(0, MAX_FIELDS).flatMap((one: unknown) => issueErrors(one, depth + 1));
	});
	const path = Array.isArray(issue.path) ? issue.path.map(wireText).join('.') : '';
	return inner.length > 0 ? [...new Set(inner)] : [`${path}: ${issue.message}`];
}

function* nestedFieldErrors(details: Json, path: string, depth = 0): Generator<string> {
	if (depth > MAX_LEVELS) return;
	for (const key of Object.keys(details)) {
		const value = details[key];
		if (key === '_errors') {
			if (Array.isArray(value)) yield* errorTextsIn(value, path);
		} else if (isRecord(value)) {
			yield* nestedFieldErrors(value, path === '' ? key : `${path}.${key}`, depth + 1);
		}
	}
}

function* errorTextsIn(errors: unknown[], path: string): Generator<string> {
	for (const text of errors) {
		if (typeof text === 'string') yield path === '' ? text : `${path}: ${text}`;
	}
}
