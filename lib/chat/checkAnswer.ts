import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema';

import { cut } from '../core/cut';
import { parseWithExactIntegers, parseJson } from '../core/decodeBody';
import { badInput, messageOf } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { findJson, MAX_PIECES, type FoundJson, type Repair } from './findJson';
import {
	PATTERN_FORMAT,
	type PatternCheck,
	rejectInvalidPatterns,
	withLinearPatterns,
} from '../core/linearPattern';
import { SCHEMA_OF_SCHEMAS } from './schemaRules';

export interface CheckedAnswer {
	/** Its JSON; null where there is none. Whole numbers that JavaScript would round are texts in it. */
	data: unknown;
	numbersAsText: string[];
	/** What was done to the text for nothing. */
	repaired: Repair[];
	/** Where it breaks which rule of the schema; empty for one that follows it. */
	problems: string[];
	/** The patterns of the schema that it was not held against, as they cannot be searched for in a time that is known. */
	uncheckedPatterns: string[];
}

/** As many as a person, or a model, reads. */
const MAX_PROBLEMS = 10;

/** More than any answer takes, and a moment. Two references in each schema of a chain double the work with each step. */
const MAX_REFERENCES = 30_000;

/** More than an answer takes, and part of a second. */
const MAX_PATTERN_STEPS = 3_000_000;

/** How many references may still be followed, and how far patterns may be searched for. */
interface CheckBudget extends PatternCheck {
	references: number;
}

const newBudget = (): CheckBudget => ({
	...{ references: MAX_REFERENCES, steps: MAX_PATTERN_STEPS, unchecked: new Set() },
});

/** Which errors are looked through for the ones that say most, each beside all others. */
const MAX_ERRORS = 1_000;

/** Refuses a schema that no answer can be checked with, with what is wrong in it: before anything is sent. */
export function rejectInvalidSchema(schema: Json, label: string): void {
	const [problem] = problemsOf(SCHEMA_OF_SCHEMAS, schema);
	if (problem !== undefined) throw badInput(`${label} is not a valid schema: ${problem}`);
	try {
		const schemaCopy = structuredClone(schema) as Schema;
		const schemasByAddress = dereference(schemaCopy);
		for (const part of Object.values(schemasByAddress)) {
			if (!isRecord(part)) continue;
			rejectInvalidPatterns(part);
			const { $ref, __absolute_ref__: address } = part as Schema;
			if ($ref !== undefined && schemasByAddress[address ?? ''] === undefined) {
				throw new TypeError(`"${$ref}" is not in it`);
			}
		}
		// A reference to itself never ends.
		const budget = newBudget();
		for (const value of [null, {}, []]) problemsOf(schema, value, budget);
	} catch (error) {
		throw badInput(`${label} is not a valid schema: ${cut(messageOf(error), 300).text}`);
	}
}

/**
 * The JSON of an answer, held against a schema. Of several that a text holds, the only one that follows it counts. With `isWhole`, the model said
 * that nothing more comes.
 */
export function checkAnswer(text: string, schema: Json, isWhole: boolean): CheckedAnswer {
	const pieces = findJson(text, isWhole);
	if (pieces.length > MAX_PIECES)
		return answerWithoutData(`the text holds more than ${MAX_PIECES} pieces of JSON`);
	const budget = newBudget();
	const foundPieces = pieces.map((one) => ({
		...one,
		problems: problemsOrNote(schema, parseJson(one.json), budget),
	}));
	const fitting = foundPieces.filter(({ problems }) => problems.length === 0);
	const [chosen] = fitting.length > 0 ? fitting : foundPieces;
	const isUnclear = fitting.length > 1 || (fitting.length === 0 && foundPieces.length > 1);
	if (chosen === undefined)
		return answerWithoutData(text.trim() === '' ? 'there is no text' : NOT_JSON);
	if (isUnclear) return answerWithoutData(`the text holds ${foundPieces.length} pieces of JSON`);
	const uncheckedPatterns = [...budget.unchecked];
	const { repairs: repaired, problems } = chosen;
	return { ...readExactly(chosen), repaired, problems, uncheckedPatterns };
}

const NOT_JSON = 'the text is not JSON';

function answerWithoutData(problem: string): CheckedAnswer {
	return {
		data: null,
		numbersAsText: [],
		repaired: [],
		problems: [problem],
		uncheckedPatterns: [],
	};
}

function readExactly({ json }: FoundJson): Pick<CheckedAnswer, 'data' | 'numbersAsText'> {
	const numbersAsText: string[] = [];
	return {
		data: parseWithExactIntegers(json, (digits) => numbersAsText.push(digits)),
		numbersAsText,
	};
}

/** A check that breaks off says nothing of an answer that is paid for. */
function problemsOrNote(schema: Json, value: unknown, budget: CheckBudget): string[] {
	try {
		return problemsOf(schema, value, budget);
	} catch (error) {
		return [`it cannot be checked: ${cut(messageOf(error), 200).text}`];
	}
}

/** Where a value breaks which rule of a schema. Throws where that takes too long. */
export function problemsOf(schema: Json, value: unknown, budget = newBudget()): string[] {
	// The validator writes into its schema.
	const copy = structuredClone(schema) as Schema;
	const schemasByAddress = dereference(copy);
	countReferences(schemasByAddress, budget);
	const instance = withoutPrototypes(value);
	const draft = schemaDraftOf(schema);
	const errors = withLinearPatterns(schemasByAddress, value, budget, () =>
		validate(instance, copy, draft, schemasByAddress, false).errors.slice(0, MAX_ERRORS),
	);
	if (errors.length === 0) return [];
	const leaves = errors.filter((one) => !errors.some((other) => isDetailOf(other, one)));
	const words = [...new Set((leaves.length > 0 ? leaves : errors).map(problemText))];
	return words.slice(0, MAX_PROBLEMS);
}

/** The validator reads a reference each time that it follows it. */
function countReferences(
	schemasByAddress: ReturnType<typeof dereference>,
	budget: CheckBudget,
): void {
	for (const part of new Set(Object.values(schemasByAddress))) {
		if (!isRecord(part)) continue;
		for (const keyword of ['$ref', '$recursiveRef']) {
			const target = part[keyword];
			if (target === undefined) continue;
			const get = () => {
				budget.references -= 1;
				if (budget.references >= 0) return target;
				throw new RangeError(`its references are followed more than ${MAX_REFERENCES} times`);
			};
			Object.defineProperty(part, keyword, { get });
		}
	}
}

function schemaDraftOf({ $schema }: Json): '4' | '7' | '2019-09' | '2020-12' {
	const given = String($schema);
	if (/draft-0?4/.test(given)) return '4';
	if (/draft-0?[67]/.test(given)) return '7';
	return given.includes('2019-09') ? '2019-09' : '2020-12';
}

/** The same without what each object inherits, which the validator would take for its fields. */
function withoutPrototypes(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutPrototypes);
	if (!isRecord(value)) return value;
	const fields = Object.entries(value).map(
		([name, inner]) => [name, withoutPrototypes(inner)] as const,
	);
	return Object.setPrototypeOf(Object.fromEntries(fields), null);
}

/** Whether one says in detail what another one says; a schema `false` says less than the rule that it belongs to. */
function isDetailOf(detail: OutputUnit, whole: OutputUnit): boolean {
	if (whole.keyword === 'false') return detail.keyword !== 'false';
	return (
		detail.keyword !== 'false' && detail.keywordLocation.startsWith(`${whole.keywordLocation}/`)
	);
}

function problemText({ instanceLocation, keyword, error }: OutputUnit): string {
	const isPattern = error.includes(`format "${PATTERN_FORMAT}`);
	const words = error
		.replace(/^Instance\b/, 'the value')
		.replace(`format "${PATTERN_FORMAT}`, 'pattern "')
		.replace(/\.$/, '');
	const broken = isPattern ? 'pattern' : keyword;
	return cut(`${pathText(instanceLocation)} breaks "${broken}": ${words}`, 300).text;
}

/** A JSON Pointer (RFC 6901) as n8n writes places. */
function pathText(pointer: string): string {
	const steps = pointer.split('/').slice(1);
	const names = steps.map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
	const place = names.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('');
	return place === '' ? 'the whole' : place.replace(/^\./, '');
}
