import { isRecord, type Json } from '../core/record';
import { badInput } from '../core/failure';

/** What is asked about a state; each type has an answer of its own form (docs/maintainers/service.md#decisions). */
export type Question = { id: string; instructions: string } & (
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
		if (id === '') throw badInput(`${place}: Answer Name must not be empty`);
		if (ids.has(id)) throw badInput(`${place}: the Answer Name "${id}" is used twice`);
		ids.add(id);
		const instructions = trimmedText(row.instructions);
		if (instructions === '') throw badInput(`${place}: Question must not be empty`);
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
	if (values.length < 2) throw badInput(`${place}: Add at least 2 ${label.toLowerCase()}`);
	const [invalidValue] = values.filter(
		(value, index) => value === '' || values.indexOf(value) !== index,
	);
	if (invalidValue === '') throw badInput(`${place}: ${label} must not have an empty name`);
	if (invalidValue !== undefined) throw badInput(`${place}: ${label} has "${invalidValue}" twice`);
	return values;
}

function trimmedText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
