import { z } from 'zod';

import { isRecord, type Json } from '../core/record';
import type { Answer } from '../core/answer';
import { objectWith, orNull, readAs } from '../wire/readAs';
import type { Question } from './questions';

const SHARE = z.number().min(0).max(1);
/** Those that are shares: a later version may add what is none. */
const SHARES = orNull(
	z.record(z.unknown()).transform((named): Record<string, number> => {
		const read = Object.entries(named).map(([name, share]) => [name, SHARE.safeParse(share).data]);
		return Object.fromEntries(read.filter(([, share]) => share !== undefined)) as Record<
			string,
			number
		>;
	}),
);
const COUNT = orNull(z.number());
const DECISIONS = objectWith({
	answers: z.record(z.unknown()),
	model: orNull(z.string()),
	usage: orNull(objectWith({ input_tokens: COUNT, output_tokens: COUNT })),
});
const NOUL = objectWith({ type: z.literal('noul'), noul: SHARE });
const CHOICE = objectWith({
	type: z.literal('choice'),
	choice: z.string(),
	probabilities: SHARES,
	confidence: SHARE,
});
const SCORE = objectWith({
	type: z.literal('score'),
	score: z.number(),
	legend: orNull(z.record(z.string())),
	probabilities: SHARES,
	confidence: SHARE,
});

/** What a question was answered with. */
export interface Decision {
	/** Yes or no, the chosen option, or the score; null when the answer cannot be used. */
	value: boolean | string | number | null;
	/** How sure the model is, from 0 to 1; null when it did not say. */
	confidence: number | null;
	probabilities: Record<string, number> | null;
	/** Whether a person should look at it. */
	unsure: boolean;
	/** The level next to a score. */
	level?: string;
	/** Why there is no value, and the answer as it came. */
	problem?: string;
	answer?: unknown;
}

/**
 * The answers of the service to questions, each sure from `minConfidence` on (docs/maintainers/service.md#decisions). An answer that is missing, of
 * another type or outside what was asked has no value, is unsure and says why. Throws a ServiceFailure when there are no answers.
 */
export function readDecisions(answer: Answer, questions: Question[], minConfidence: number) {
	const { answers, model = null, usage = null } = readAs(answer, DECISIONS);
	const decisions = questions.map(
		(question) =>
			[question.id, decided(question, own(answers, question.id), minConfidence)] as const,
	);
	const others = Object.entries(answers).filter(([id]) => !questions.some((one) => one.id === id));
	return {
		answers: Object.fromEntries([
			...decisions,
			...others.map(([id, other]) => [id, unusable('No question has this ID', other)] as const),
		]),
		unsure: others.length > 0 || decisions.some(([, { unsure }]) => unsure),
		model,
		usage,
	};
}

/** An ID can be the name of something that every object has. */
function own(answers: Json, id: string): unknown {
	return Object.hasOwn(answers, id) ? answers[id] : undefined;
}

function decided(question: Question, answer: unknown, minConfidence: number): Decision {
	if (answer === undefined) return unusable('The service did not answer this question');
	const read = valueOf(question, answer);
	if (typeof read === 'string') return unusable(read, answer);
	return { ...read, unsure: (read.confidence ?? 0) < minConfidence };
}

/** A sentence when the answer cannot be used. */
function valueOf(question: Question, answer: unknown): Omit<Decision, 'unsure'> | string {
	const type = isRecord(answer) ? answer.type : undefined;
	if (type !== question.type) return `The service answered with the type ${JSON.stringify(type)}`;
	if (question.type === 'noul') {
		const read = NOUL.safeParse(answer);
		if (!read.success) return UNREADABLE;
		const { noul: yes } = read.data;
		const value = yes >= 0.5;
		return { value, confidence: value ? yes : 1 - yes, probabilities: { yes, no: 1 - yes } };
	}
	if (question.type === 'choice') {
		const read = CHOICE.safeParse(answer);
		if (!read.success) return UNREADABLE;
		const { choice: value, confidence, probabilities = null } = read.data;
		if (!Object.hasOwn(question.criteria, value)) return `"${value}" is none of the options`;
		return { value, confidence, probabilities };
	}
	return scored(question.criteria, answer);
}

function scored(levels: string[], answer: unknown): Omit<Decision, 'unsure'> | string {
	const read = SCORE.safeParse(answer);
	if (!read.success) return UNREADABLE;
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

const UNREADABLE = 'The answer cannot be read';

function unusable(problem: string, answer?: unknown): Decision {
	const facts: Json = answer === undefined ? {} : { answer };
	return { value: null, confidence: null, probabilities: null, unsure: true, problem, ...facts };
}
