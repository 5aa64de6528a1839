import { dereference, Validator, type OutputUnit, type Schema } from '@cfworker/json-schema';

import { cut } from '../core/cut';
import { parseExact, parseJson } from '../core/decodeBody';
import { badInput, messageOf } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { foundJson, type FoundJson, type Repair } from './repairJson';
import { RULES } from './schemaRules';

/** What a checked answer holds. */
export interface CheckedAnswer {
	/** Its JSON; null where there is none. Whole numbers that JavaScript would round are texts in it. */
	data: unknown;
	numbersAsText: string[];
	/** What was done to the text for nothing. */
	repaired: Repair[];
	/** Where it breaks which rule of the schema; empty for one that follows it. */
	problems: string[];
}

/** As many as a person, or a model, reads. */
const MOST_PROBLEMS = 10;

/** Refuses a schema that no answer can be checked with, with what is wrong in it: before anything is sent. */
export function requireSchema(schema: Json, label: string): void {
	const [problem] = problemsOf(RULES, schema);
	if (problem !== undefined) throw badInput(`${label} is not a valid schema: ${problem}`);
	try {
		const own = structuredClone(schema) as Schema;
		const known = dereference(own);
		for (const part of Object.values(known)) {
			if (!isRecord(part)) continue;
			requirePatterns(part);
			const { $ref, __absolute_ref__: address } = part as Schema;
			if ($ref !== undefined && known[address ?? ''] === undefined) {
				throw new TypeError(`"${$ref}" is not in it`);
			}
		}
		// A reference to itself never ends.
		for (const value of [null, {}, []]) problemsOf(schema, value);
	} catch (error) {
		throw badInput(`${label} is not a valid schema: ${cut(messageOf(error), 300).text}`);
	}
}

function requirePatterns({ pattern, patternProperties }: Json): void {
	const keys = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
	for (const one of [...keys, ...(typeof pattern === 'string' ? [pattern] : [])]) {
		RegExp(one, 'u');
	}
}

/**
 * The JSON of an answer, held against a schema. Of several that a text holds, the only one that follows it counts. With `isWhole`, the model said
 * that nothing more comes.
 */
export function checkAnswer(text: string, schema: Json, isWhole: boolean): CheckedAnswer {
	const found = foundJson(text, isWhole).map((one) => ({
		...one,
		problems: safely(schema, parseJson(one.json)),
	}));
	const fitting = found.filter(({ problems }) => problems.length === 0);
	const [chosen] = fitting.length > 0 ? fitting : found;
	const isUnclear = fitting.length > 1 || (fitting.length === 0 && found.length > 1);
	if (chosen === undefined) return without(text.trim() === '' ? 'there is no text' : NO_JSON);
	if (isUnclear) return without(`the text holds ${found.length} pieces of JSON`);
	return { ...read(chosen), repaired: chosen.repairs, problems: chosen.problems };
}

const NO_JSON = 'the text is not JSON';

function without(problem: string): CheckedAnswer {
	return { data: null, numbersAsText: [], repaired: [], problems: [problem] };
}

function read({ json }: FoundJson): Pick<CheckedAnswer, 'data' | 'numbersAsText'> {
	const numbersAsText: string[] = [];
	return { data: parseExact(json, (digits) => numbersAsText.push(digits)), numbersAsText };
}

/** A check that breaks off says nothing of an answer that is paid for. */
function safely(schema: Json, value: unknown): string[] {
	try {
		return problemsOf(schema, value);
	} catch (error) {
		return [`it cannot be checked: ${cut(messageOf(error), 200).text}`];
	}
}

/** Where a value breaks which rule of a schema. */
export function problemsOf(schema: Json, value: unknown): string[] {
	// The validator writes into its schema.
	const validator = new Validator(structuredClone(schema), draftOf(schema), false);
	const { valid, errors } = validator.validate(bare(value));
	if (valid) return [];
	const leaves = errors.filter((one) => !errors.some((other) => isWithin(other, one)));
	const words = [...new Set((leaves.length > 0 ? leaves : errors).map(wordsOf))];
	return words.slice(0, MOST_PROBLEMS);
}

function draftOf({ $schema }: Json): '4' | '7' | '2019-09' | '2020-12' {
	const given = String($schema);
	if (/draft-0?4/.test(given)) return '4';
	if (/draft-0?[67]/.test(given)) return '7';
	return given.includes('2019-09') ? '2019-09' : '2020-12';
}

/** The same without what each object inherits, which the validator would take for its fields. */
function bare(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(bare);
	if (!isRecord(value)) return value;
	const fields = Object.entries(value).map(([name, inner]) => [name, bare(inner)] as const);
	return Object.setPrototypeOf(Object.fromEntries(fields), null);
}

/** Whether one says in detail what another one says; a schema `false` says less than the rule that it belongs to. */
function isWithin(detail: OutputUnit, whole: OutputUnit): boolean {
	if (whole.keyword === 'false') return detail.keyword !== 'false';
	return (
		detail.keyword !== 'false' && detail.keywordLocation.startsWith(`${whole.keywordLocation}/`)
	);
}

function wordsOf({ instanceLocation, keyword, error }: OutputUnit): string {
	const words = error.replace(/^Instance\b/, 'the value').replace(/\.$/, '');
	return cut(`${placeOf(instanceLocation)} breaks "${keyword}": ${words}`, 300).text;
}

/** A JSON Pointer (RFC 6901) as n8n writes places. */
function placeOf(pointer: string): string {
	const steps = pointer.split('/').slice(1);
	const names = steps.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
	const place = names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('');
	return place === '' ? 'the whole' : place.replace(/^\./, '');
}
