import { isRecord } from '../record';
import { unreadable, type Answer } from '../transport/http/answer';
import { vectorOf } from './vector';

export interface Embeddings {
	/** One vector a text, in the order of the texts. */
	vectors: number[][];
	model: unknown;
	usage: unknown;
}

/** The vectors of an answer for `count` texts, put in order by their index; throws a ServiceFailure when one is missing or cannot be read. */
export function readEmbeddings(answer: Answer, count: number): Embeddings {
	const body = isRecord(answer.body) ? answer.body : {};
	const data = Array.isArray(body.data) ? body.data.filter(isRecord) : [];
	const byIndex = new Map(data.map((entry, place) => [entry.index ?? place, entry.embedding]));
	const vectors = Array.from({ length: count }, (_, index) => {
		if (!byIndex.has(index)) {
			throw unreadable(answer, `The service sent ${data.length} embeddings for ${count} texts`);
		}
		const vector = vectorOf(byIndex.get(index));
		if (vector !== undefined) return vector;
		throw unreadable(answer, 'The service sent an embedding that cannot be read', {
			cure: 'Choose Numbers under Options > Encoding.',
		});
	});
	return { vectors, model: body.model ?? null, usage: body.usage ?? null };
}
