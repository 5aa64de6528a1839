import { isRecord, type Json } from '../../core/record';
import { wireText } from '../../core/wireText';

/** As much of a body as a person reads, in entries and levels. */
const MAX_ENTRIES = 20;
const MAX_LEVELS = 10;

/** The names of the fields that a refusal names, in the body of an answer. The rest of a long list is not looked at. */
export function fieldNames(body: Json): string[] {
	const names = new Set<string>();
	for (const name of fieldNamesIn(body)) {
		if (name !== '') names.add(name);
		if (names.size === MAX_ENTRIES) break;
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
		if (details.length === MAX_ENTRIES) break;
	}
	if (details.length > 0 || !Array.isArray(body.issues)) return details;
	return body.issues
		.slice(0, MAX_ENTRIES)
		.flatMap((issue: unknown) => issueErrors(issue))
		.slice(0, MAX_ENTRIES);
}

/** What an issue says; the reason of one of several forms that may stand at its place is in theirs. */
function issueErrors(issue: unknown, depth = 0): string[] {
	if (!isRecord(issue) || typeof issue.message !== 'string') return [];
	const forms = Array.isArray(issue.unionErrors) && depth < MAX_LEVELS ? issue.unionErrors : [];
	const inner = forms.slice(0, MAX_ENTRIES).flatMap((form: unknown) => {
		const issues = isRecord(form) && Array.isArray(form.issues) ? form.issues : [];
		return issues.slice(0, MAX_ENTRIES).flatMap((one: unknown) => issueErrors(one, depth + 1));
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

/** What a refusal in a form of another service says: in a sentence, against single places, and the first names of those. */
export interface ForeignErrorParts {
	sentence: string;
	fields: string[];
	names: string[];
}

/** Where gateways, inference servers and frameworks put a sentence, or what holds one; the most exact first. */
const SENTENCE_KEYS = [
	...['message', 'msg', 'error', 'errors', 'detail', 'details', 'error_description'],
	...['error_message', 'error_msg', 'errorMessage', 'Message', 'status_msg', 'base_resp'],
	...['fault', 'faultstring', 'errorMsg', 'reason', 'description', 'err'],
	...['formErrors', 'fieldErrors'],
];

/** The sentences of a body, wherever they stand: texts, lists, nested errors, and JSON in a text; without its `code`. */
export function parseForeignError(body: unknown, code?: string): ForeignErrorParts {
	const sentences = new Set<string>();
	const fields = new Set<string>();
	const names = new Set<string>();
	for (const { path, text } of statementsIn(body, [], 0)) {
		if (text === code) continue;
		if (path.length === 0) sentences.add(text);
		else fields.add(`${path.join('.')}: ${text}`);
		const name = path.find((part) => part !== 'body');
		if (name !== undefined) names.add(name);
		if (sentences.size + fields.size === MAX_ENTRIES) break;
	}
	return { sentence: [...sentences].join(' · '), fields: [...fields], names: [...names] };
}

interface Statement {
	path: string[];
	text: string;
}

function* statementsIn(value: unknown, path: string[], depth: number): Generator<Statement> {
	if (depth > MAX_LEVELS) return;
	if (typeof value === 'string') {
		const inner = parsedJsonText(value);
		if (inner !== undefined) yield* statementsIn(inner, path, depth + 1);
		else if (value.trim() !== '') yield { path, text: value.trim() };
	} else if (Array.isArray(value)) {
		for (const entry of value.slice(0, MAX_ENTRIES)) yield* statementsIn(entry, path, depth + 1);
	} else if (isRecord(value)) yield* recordStatements(value, path, depth);
}

function* recordStatements(value: Json, path: string[], depth: number): Generator<Statement> {
	const pathOfRecord = [value.loc, value.path].find(Array.isArray);
	const statementPath = pathOfRecord === undefined ? path : pathOfRecord.slice(0, 10).map(wireText);
	for (const key of SENTENCE_KEYS) yield* statementsIn(value[key], statementPath, depth + 1);
	yield* providerStatements(value, statementPath, depth);
	// The fields of a form, each with its sentences.
	if (depth === 0 || SENTENCE_KEYS.some((key) => key in value)) return;
	for (const [key, inner] of Object.entries(value).slice(0, MAX_ENTRIES)) {
		const isList = Array.isArray(inner) && inner.every((entry) => typeof entry === 'string');
		if (isList) yield* statementsIn(inner, [...statementPath, key], depth + 1);
	}
}

/** What the provider behind a gateway said. */
export function* providerStatements({ metadata }: Json, path: string[] = [], depth = 0) {
	if (isRecord(metadata)) yield* statementsIn(metadata.raw, path, depth + 1);
}

/** What stands in a text of JSON; undefined where it is none. */
function parsedJsonText(text: string): unknown {
	if (!/^\s*[{[]/.test(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/** What became of the charge, as a sentence; empty where the service says nothing. */
export function refundSentence(refunded: boolean | undefined): string {
	if (refunded === undefined) return '';
	return refunded ? 'The charge was refunded.' : 'The charge was not refunded.';
}

/** Whether the service says of something that failed that its charge was given back; undefined where it says nothing. */
export function statedRefund(body: unknown): boolean | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.credits_refunded : undefined;
	const said = body.credits_refunded ?? nested;
	return typeof said === 'boolean' ? said : undefined;
}
