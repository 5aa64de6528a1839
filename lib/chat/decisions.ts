import { z } from 'zod';

import { isRecord, type Json, omitKeys } from '../core/record';
import type { Answer } from '../core/answer';
import { nullIfUnreadable, objectWith, readAs } from '../wire/readAs';
import { badInput } from '../core/failure';

const SHARE_SCHEMA = z.number().min(0).max(1);
/** Those that are shares: a later version may add what is none. */
const PROBABILITIES_SCHEMA = nullIfUnreadable(
	z.record(z.unknown()).transform((named): Record<string, number> => {
		const read = Object.entries(named).map(([name, share]) => [
			name,
			SHARE_SCHEMA.safeParse(share).data,
		]);
		return Object.fromEntries(read.filter(([, share]) => share !== undefined)) as Record<
			string,
			number
		>;
	}),
);
const OPTIONAL_NUMBER_SCHEMA = nullIfUnreadable(z.number());
const DECISIONS_SCHEMA = objectWith({
	answers: z.record(z.unknown()),
	model: nullIfUnreadable(z.string()),
	usage: nullIfUnreadable(
		objectWith({ input_tokens: OPTIONAL_NUMBER_SCHEMA, output_tokens: OPTIONAL_NUMBER_SCHEMA }),
	),
});
const YES_NO_SCHEMA = objectWith({ type: z.literal('noul'), noul: SHARE_SCHEMA });
const CHOICE_ANSWER_SCHEMA = objectWith({
	type: z.literal('choice'),
	choice: z.string(),
	probabilities: PROBABILITIES_SCHEMA,
	confidence: SHARE_SCHEMA,
});
const SCORE_ANSWER_SCHEMA = objectWith({
	type: z.literal('score'),
	score: z.number(),
	legend: nullIfUnreadable(z.record(z.string())),
	probabilities: PROBABILITIES_SCHEMA,
	confidence: SHARE_SCHEMA,
});

/** Yes or no, the chosen option, or the score; null when the answer cannot be used. */
type DecisionValue = boolean | string | number | null;

export interface DecisionDetails {
	/** How sure the model is, from 0 to 1; null when it did not say. */
	confidence: number | null;
	probabilities: Record<string, number> | null;
	/** Whether a person should look at it. */
	unsure: boolean;
	/** The level next to a score. */
	level?: string;
	/** Why there is no value. */
	problem?: string;
	/** An answer that cannot be read, as it came. */
	unreadable?: unknown;
}

type Decision = DecisionDetails & { value: DecisionValue };

/**
 * The answers of the service to questions, each sure from `minConfidence` on (docs/maintainers/service.md#decisions). An answer that is missing, of
 * another type or outside what was asked has no value, is unsure and says why. Throws a ServiceFailure when there are no answers.
 */
export function readDecisions(answer: Answer, questions: Question[], minConfidence: number) {
	const { answers, model = null, usage = null } = readAs(answer, DECISIONS_SCHEMA);
	const others = Object.entries(answers).filter(([id]) => !questions.some((one) => one.id === id));
	const decisions = [
		...questions.map(
			(question) =>
				[question.id, decisionOf(question, ownValue(answers, question.id), minConfidence)] as const,
		),
		...others.map(
			([id, other]) => [id, unusableDecision('No question has this ID', other)] as const,
		),
	];
	return {
		answers: Object.fromEntries(decisions.map(([id, { value }]) => [id, value])),
		details: Object.fromEntries(decisions.map(([id, one]) => [id, omitKeys({ ...one }, 'value')])),
		unsure: decisions.some(([, { unsure }]) => unsure),
		model,
		usage,
	};
}

/** An ID can be the name of something that every object has. */
function ownValue(answers: Json, id: string): unknown {
	return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

function decisionOf(question: Question, answer: unknown, minConfidence: number): Decision {
	if (answer === undefined) return unusableDecision('The service did not answer this question');
	const read = decisionValueOf(question, answer);
	if (typeof read === 'string') return unusableDecision(read, answer);
	return { ...read, unsure: read.value === null || (read.confidence ?? 0) < minConfidence };
}

/** A sentence when the answer cannot be used. */
function decisionValueOf(question: Question, answer: unknown): Omit<Decision, 'unsure'> | string {
	const type = isRecord(answer) ? answer.type : undefined;
	if (type !== question.type) return `The service answered with the type ${JSON.stringify(type)}`;
	if (question.type === 'noul') {
		const read = YES_NO_SCHEMA.safeParse(answer);
		if (!read.success) return UNREADABLE_ANSWER;
		const { noul: yes } = read.data;
		const probabilities = { yes, no: 1 - yes };
		if (yes === 0.5) {
			return {
				value: null,
				confidence: yes,
				probabilities,
				problem: 'Yes and no are equally likely',
			};
		}
		return { value: yes > 0.5, confidence: Math.max(yes, 1 - yes), probabilities };
	}
	if (question.type === 'choice') {
		const read = CHOICE_ANSWER_SCHEMA.safeParse(answer);
		if (!read.success) return UNREADABLE_ANSWER;
		const { choice: value, confidence, probabilities = null } = read.data;
		if (!Object.hasOwn(question.criteria, value)) return `"${value}" is none of the options`;
		return { value, confidence, probabilities };
	}
	return scoreDecisionOf(question.criteria, answer);
}

function scoreDecisionOf(levels: string[], answer: unknown): Omit<Decision, 'unsure'> | string {
	const read = SCORE_ANSWER_SCHEMA.safeParse(answer);
	if (!read.success) return UNREADABLE_ANSWER;
	const { score: value, confidence, probabilities } = read.data;
	if (value < 0 || value > levels.length - 1) {
		return `The score ${value} is outside 0 to ${levels.length - 1}`;
	}
	const byLevel = levels.map((level, index) => [level, probabilities?.[String(index)]] as const);
	const isWhole = byLevel.every(([, share]) => share !== undefined);
	return {
		value,
		level: levels[Math.round(value)],
		confidence,
		probabilities: isWhole ? (Object.fromEntries(byLevel) as Record<string, number>) : null,
	};
}

const UNREADABLE_ANSWER = 'The answer cannot be read';

function unusableDecision(problem: string, unreadable?: unknown): Decision {
	const facts: Json = unreadable === undefined ? {} : { unreadable };
	return { value: null, confidence: null, probabilities: null, unsure: true, problem, ...facts };
}

/** What is asked about a state; each type has an answer of its own form (docs/maintainers/service.md#decisions). */
type Question = { id: string; instructions: string } & (
	| { type: 'noul'; criteria?: { true?: string; false?: string } }
	| { type: 'choice'; criteria: Record<string, string | null> }
	| { type: 'score'; criteria: string[] }
);

/**
 * The questions of the panel's rows. Throws a ServiceFailure that names the row when a name or an instruction is missing or used twice,
 * or there is nothing to choose from.
 */
export function questionsOf(rows: unknown): Question[] {
	const list = (Array.isArray(rows) ? rows : []).filter(isRecord);
	if (list.length === 0)
		throw badInput('Questions must not be empty', 'Add at least one question.');
	const ids = new Set<string>();
	return list.map((row, index) => {
		const place = `Questions > Question ${index + 1}`;
		const id = trimmedText(row.answerName);
		if (id === '')
			throw badInput(
				`${place}: Answer Name must not be empty`,
				'Enter the name of the field for its answer, such as wants_refund.',
			);
		if (ids.has(id))
			throw badInput(
				`${place}: the Answer Name "${id}" is used twice`,
				'Give each question an Answer Name of its own.',
			);
		ids.add(id);
		const instructions = trimmedText(row.instructions);
		if (instructions === '')
			throw badInput(
				`${place}: Question must not be empty`,
				'Enter what the model decides, such as "Does the customer ask for money back?".',
			);
		return { id, instructions, ...criteriaOf(row, place) };
	});
}

/** The questions as the service takes them: by ID. */
export function wireQuestions(questions: Question[]): Json {
	return Object.fromEntries(questions.map(({ id, ...question }) => [id, question]));
}

type QuestionCriteria = Question extends infer One
	? One extends Question
		? Omit<One, 'id' | 'instructions'>
		: never
	: never;

function criteriaOf(row: Json, place: string): QuestionCriteria {
	switch (row.type) {
		case 'yesOrNo': {
			const criteria = {
				...(trimmedText(row.yes) !== '' && { true: trimmedText(row.yes) }),
				...(trimmedText(row.no) !== '' && { false: trimmedText(row.no) }),
			};
			return { type: 'noul', ...(Object.keys(criteria).length > 0 && { criteria }) };
		}
		case 'choice':
			return { type: 'choice', criteria: choicesOf(row, place) };
		case 'score': {
			const criteria = trimmedText(row.levels)
				.split('\n')
				.map((level) => level.trim())
				.filter((level) => level !== '');
			return { type: 'score', criteria: rejectTooFewOrRepeated(criteria, place, 'Levels') };
		}
		default:
			throw badInput(
				`${place}: Type must be "yesOrNo", "choice" or "score", but "${trimmedText(row.type)}" was given`,
				'Choose one of them in the list of the question.',
			);
	}
}

function choicesOf(row: Json, place: string): Record<string, string | null> {
	const { choice } = isRecord(row.choices) ? row.choices : {};
	const entries = (Array.isArray(choice) ? choice : [])
		.filter(isRecord)
		.map(({ name, description }) => [trimmedText(name), trimmedText(description) || null] as const);
	rejectTooFewOrRepeated(
		entries.map(([name]) => name),
		place,
		'Choices',
	);
	return Object.fromEntries(entries);
}

/** The same values, if there are two or more, none of them empty or used twice. */
function rejectTooFewOrRepeated(values: string[], place: string, label: string): string[] {
	if (values.length < 2)
		throw badInput(
			`${place}: Add at least 2 ${label.toLowerCase()}`,
			'A choice needs two ways to end.',
		);
	const [invalidValue] = values.filter(
		(value, index) => value === '' || values.indexOf(value) !== index,
	);
	if (invalidValue === '')
		throw badInput(
			`${place}: ${label} must not have an empty name`,
			'Enter a name, or remove the row.',
		);
	if (invalidValue !== undefined)
		throw badInput(
			`${place}: ${label} has "${invalidValue}" twice`,
			'Remove one of them, or rename it.',
		);
	return values;
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
