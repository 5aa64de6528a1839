import { isRecord } from '../record';
import { ServiceFailure } from '../transport/errors/failure';
import { vectorOf } from './vector';

export interface Embeddings {
	/** One vector a text, in the order of the texts. */
	vectors: number[][];
	model: unknown;
	usage: unknown;
}

/** The vectors of an answer for `count` texts, put in order by their index; throws a ServiceFailure when one is missing or cannot be read. */
export function readEmbeddings(body: unknown, count: number): Embeddings {
	const answer = isRecord(body) ? body : {};
	const data = Array.isArray(answer.data) ? answer.data.filter(isRecord) : [];
	const byIndex = new Map(data.map((entry, place) => [entry.index ?? place, entry.embedding]));
	const vectors = Array.from({ length: count }, (_, index) => {
		if (byIndex.has(index)) return vectorOf(byIndex.get(index));
		throw new ServiceFailure(`The service sent ${data.length} embeddings for ${count} texts`, {
			kind: 'malformed',
			status: 200,
			cure: 'The call may have been charged: check the usage history before you run it again.',
		});
	});
	return { vectors, model: answer.model ?? null, usage: answer.usage ?? null };
}
