import { at, besides, merged, piecesOf, type AnswerField } from './answerFields';

type Json = Record<string, unknown>;

export const choiceOf = (rest: Json) => ({ choices: [{ index: 0, ...rest }] });
export const STOP = { finish_reason: 'stop' };
const inMessage = (path: string) => path.startsWith('choices[].message.');

/** The whole answer that has a field. */
export function wholeWith(field: AnswerField): Json {
	const others = besides(field).map((one) => at(one.path, piecesOf(one).all));
	const base = choiceOf({ message: { role: 'assistant', content: 'Hi' }, ...STOP });
	return merged(
		{ object: 'chat.completion' },
		base,
		...others,
		at(field.path, piecesOf(field).all),
	);
}

/** The same answer as a stream, in which the field comes in pieces and then empty. */
export function chunksWith(field: AnswerField): Json[] {
	const { path } = field;
	const inDelta = (at: string) => at.replace('choices[].message.', 'choices[].delta.');
	const others = besides(field);
	// What tells the entries of a list apart comes with each piece; facts come whole each time.
	const isAgain = ({ path: name }: AnswerField) =>
		!inMessage(path) || /\]\.(index|type)$/.test(name);
	const chunks = piecesOf(field).pieces.map((piece, place) => {
		const beside = others.filter((one) => place === 0 || isAgain(one));
		const parts = beside.map((one) => at(inDelta(one.path), piecesOf(one).all));
		return merged({ choices: [] }, ...parts, at(inDelta(path), piece));
	});
	const [list] = /^(choices\[\]\.)?[^[]*(?=\[\])/.exec(path) ?? [];
	const isLone = list === undefined || list === 'choices';
	const empty = isLone ? at(inDelta(path), null) : at(inDelta(list), []);
	const isContent = path.startsWith('choices[].message.content');
	return [
		choiceOf({ delta: { role: 'assistant' } }),
		...(isContent ? [] : ['H', 'i'].map((content) => choiceOf({ delta: { content } }))),
		...chunks,
		...(path === 'choices[].index' ? [] : [empty]),
		choiceOf({ delta: {}, ...STOP }),
	];
}
