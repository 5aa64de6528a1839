import { isRecord, type Json } from '../../core/record';
import { wireText } from '../../core/wireText';

/** What a refusal in a form of another service says: in a sentence, against single places, and the first names of those. */
export interface ForeignWords {
	sentence: string;
	fields: string[];
	names: string[];
}

/** As much as a person reads. */
const MOST = 20;
const DEEPEST = 6;

/** Where gateways, inference servers and frameworks put a sentence, or what holds one; the most exact first. */
const SENTENCES = [
	...['message', 'msg', 'error', 'errors', 'detail', 'details', 'error_description'],
	...['error_message', 'error_msg', 'errorMessage', 'Message', 'status_msg', 'base_resp'],
	...['fault', 'faultstring'],
];

/** The sentences of a body, wherever they stand: texts, lists, nested errors, and JSON in a text; without its `code`. */
export function foreignWords(body: unknown, code?: string): ForeignWords {
	const sentences = new Set<string>();
	const fields = new Set<string>();
	const names = new Set<string>();
	for (const { path, text } of statements(body, [], 0)) {
		if (text === code) continue;
		if (path.length === 0) sentences.add(text);
		else fields.add(`${path.join('.')}: ${text}`);
		const name = path.find((part) => part !== 'body');
		if (name !== undefined) names.add(name);
		if (sentences.size + fields.size === MOST) break;
	}
	return { sentence: [...sentences].join(' · '), fields: [...fields], names: [...names] };
}

interface Statement {
	path: string[];
	text: string;
}

function* statements(value: unknown, path: string[], depth: number): Generator<Statement> {
	if (depth > DEEPEST) return;
	if (typeof value === 'string') {
		const inner = jsonIn(value);
		if (inner !== undefined) yield* statements(inner, path, depth + 1);
		else if (value.trim() !== '') yield { path, text: value.trim() };
	} else if (Array.isArray(value)) {
		for (const entry of value.slice(0, MOST)) yield* statements(entry, path, depth + 1);
	} else if (isRecord(value)) yield* recordStatements(value, path, depth);
}

function* recordStatements(value: Json, path: string[], depth: number): Generator<Statement> {
	const place = [value.loc, value.path].find(Array.isArray);
	const own = place === undefined ? path : place.slice(0, 10).map(wireText);
	for (const key of SENTENCES) yield* statements(value[key], own, depth + 1);
	yield* rawStatements(value, own, depth);
	// The fields of a form, each with its sentences.
	if (depth === 0 || SENTENCES.some((key) => key in value)) return;
	for (const [key, inner] of Object.entries(value).slice(0, MOST)) {
		const isList = Array.isArray(inner) && inner.every((entry) => typeof entry === 'string');
		if (isList) yield* statements(inner, [...own, key], depth + 1);
	}
}

/** What the provider behind a gateway said. */
export function* rawStatements({ metadata }: Json, path: string[] = [], depth = 0) {
	if (isRecord(metadata)) yield* statements(metadata.raw, path, depth + 1);
}

/** What stands in a text of JSON; undefined where it is none. */
function jsonIn(text: string): unknown {
	if (!/^\s*[{[]/.test(text)) return undefined;
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
