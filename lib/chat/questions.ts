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
		const id = text(row.answerName);
		if (id === '') throw badInput(`${place}: Answer Name must not be empty`);
		if (ids.has(id)) throw badInput(`${place}: the Answer Name "${id}" is used twice`);
		ids.add(id);
		const instructions = text(row.instructions);
		if (instructions === '') throw badInput(`${place}: Question must not be empty`);
		return { id, instructions, ...criteriaOf(row, place) };
	});
}

/** The questions as the service takes them: by ID. */
export function wireQuestions(questions: Question[]): Json {
	return Object.fromEntries(questions.map(({ id, ...question }) => [id, question]));
}

type Criteria = Question extends infer One
	? One extends Question
		? Omit<One, 'id' | 'instructions'>
		: never
	: never;

function criteriaOf(row: Json, place: string): Criteria {
	switch (row.type) {
		case 'yesOrNo': {
			const criteria = {
				...(text(row.yes) !== '' && { true: text(row.yes) }),
				...(text(row.no) !== '' && { false: text(row.no) }),
			};
			return { type: 'noul', ...(Object.keys(criteria).length > 0 && { criteria }) };
		}
		case 'choice':
			return { type: 'choice', criteria: choicesOf(row, place) };
		case 'score': {
			const criteria = text(row.levels)
				.split('\n')
				.map((level) => level.trim())
				.filter((level) => level !== '');
			return { type: 'score', criteria: several(criteria, `${place}: Levels`) };
		}
		default:
			throw badInput(
				`${place}: Type must be "yesOrNo", "choice" or "score", but "${text(row.type)}" was given`,
			);
	}
}

function choicesOf(row: Json, place: string): Record<string, string | null> {
	const { choice } = isRecord(row.choices) ? row.choices : {};
	const entries = (Array.isArray(choice) ? choice : [])
		.filter(isRecord)
		.map(({ name, description }) => [text(name), text(description) || null] as const);
	several(
		entries.map(([name]) => name),
		`${place}: Choices`,
	);
	return Object.fromEntries(entries);
}

/** The same values, if there are two or more, none of them empty or used twice. */
function several(values: string[], place: string): string[] {
	if (values.length < 2) throw badInput(`${place} must have at least 2 entries`);
	const [odd] = values.filter((value, index) => value === '' || values.indexOf(value) !== index);
	if (odd === '') throw badInput(`${place} must not have an empty name`);
	if (odd !== undefined) throw badInput(`${place} has "${odd}" twice`);
	return values;
}

function text(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
