import type { Question } from '../schemas/decisions';

const round = (share: number) => Math.round(share * 100) / 100;

/** What a question is answered with: the more words of a criterion the state has, the more likely that one is. */
export function answerTo(question: Question, state: string): Record<string, unknown> {
	const words = new Set(wordsOf(state));
	const likes = (text: string) => wordsOf(text).filter((word) => words.has(word)).length;
	if (question.type === 'noul') {
		const { criteria = {}, instructions } = question;
		const yes = likes(criteria.true ?? instructions);
		const no = criteria.false === undefined ? 1 : likes(criteria.false);
		return { type: 'noul', noul: shares([yes, no])[0] };
	}
	if (question.type === 'choice') {
		const names = Object.keys(question.criteria);
		const found = shares(names.map((name) => likes(`${name} ${question.criteria[name] ?? ''}`)));
		const choice = names[found.indexOf(Math.max(...found))];
		const probabilities = Object.fromEntries(names.map((name, index) => [name, found[index]]));
		return { type: 'choice', choice, probabilities, confidence: Math.max(...found) };
	}
	const found = shares(question.criteria.map(likes));
	const byIndex = <T>(values: T[]) =>
		Object.fromEntries(values.map((value, index) => [index, value]));
	return {
		type: 'score',
		score: round(found.reduce((sum, share, index) => sum + share * index, 0)),
		legend: byIndex(question.criteria),
		probabilities: byIndex(found),
		confidence: Math.max(...found),
	};
}

function shares(likes: number[]): number[] {
	const weights = likes.map((like) => 8 ** like);
	const sum = weights.reduce((all, weight) => all + weight, 0);
	return weights.map((weight) => round(weight / sum));
}

function wordsOf(text: string): string[] {
	return (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) =>
		word.replace(/s$/, ''),
	);
}
