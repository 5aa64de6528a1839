import { cut } from '../core/cut';
import { parseWithExactIntegers, parseJson } from '../core/decodeBody';
import { badInput, messageOf } from '../core/failure';
import type { Json } from '../core/record';
import {
	newCheckBudget,
	problemsOf,
	problemsOrNote,
	rejectBrokenSchema,
} from '../core/schemaCheck';
import { findJson, MAX_PIECES, type FoundJson, type Repair } from './findJson';
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

/** Refuses a schema that no answer can be checked with, with what is wrong in it: before anything is sent. */
export function rejectInvalidSchema(schema: Json, label: string): void {
	const [problem] = problemsOf(SCHEMA_OF_SCHEMAS, schema);
	if (problem !== undefined)
		throw badInput(
			`${label} is not a valid schema: ${problem}`,
			'Correct the JSON Schema under Response Format.',
		);
	try {
		rejectBrokenSchema(schema);
	} catch (error) {
		throw badInput(
			`${label} is not a valid schema: ${cut(messageOf(error), 300).text}`,
			'Correct the JSON Schema under Response Format.',
		);
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
	const budget = newCheckBudget();
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
