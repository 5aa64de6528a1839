import { isRecord, type Json } from '../../core/record';
import { wireText } from '../../core/wireText';

/** What a refusal in a form of another service says: in a sentence, against single places, and the first names of those. */
export interface ForeignErrorParts {
	sentence: string;
	fields: string[];
	names: string[];
}

/** As much as a person reads. */
const MAX_STATEMENTS = 20;
const MAX_LEVELS = 6;

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
		if (sentences.size + fields.size === MAX_STATEMENTS) break;
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
		for (const entry of value.slice(0, MAX_STATEMENTS)) yield* statementsIn(entry, path, depth + 1);
	} else if (isRecord(value)) yield* recordStatements(value, path, depth);
}

function* recordStatements(value: Json, path: string[], depth: number): Generator<Statement> {
	const pathOfRecord = [value.loc, value.path].find(Array.isArray);
	const statementPath = pathOfRecord === undefined ? path : pathOfRecord.slice(0, 10).map(wireText);
	for (const key of SENTENCE_KEYS) yield* statementsIn(value[key], statementPath, depth + 1);
	yield* providerStatements(value, statementPath, depth);
	// The fields of a form, each with its sentences.
	if (depth === 0 || SENTENCE_KEYS.some((key) => key in value)) return;
	for (const [key, inner] of Object.entries(value).slice(0, MAX_STATEMENTS)) {
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
