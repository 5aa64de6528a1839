import { z } from 'zod';

import { unreadable, type Answer } from '../base/answer';
import { having, listOf, perhaps, readable, readAs } from '../http/readAs';

const COUNT = perhaps(z.number());
const isThere = (embedding: unknown) => embedding !== undefined;
const VECTORS = having({
	data: listOf(having({ index: COUNT, embedding: z.unknown().refine(isThere) })).transform(
		readable,
	),
	model: perhaps(z.string()),
	usage: perhaps(having({ prompt_tokens: COUNT, total_tokens: COUNT })),
});

export interface Embeddings {
	/** One vector a text, in the order of the texts. */
	vectors: number[][];
	model: unknown;
	usage: unknown;
}

/** The vectors of an answer for `count` texts, put in order by their index; throws a ServiceFailure when one is missing or cannot be read. */
export function readEmbeddings(answer: Answer, count: number): Embeddings {
	const { data, model = null, usage = null } = readAs(answer, VECTORS);
	if (data.length !== count) {
		const [sent, asked] = [counted(data.length, 'embedding'), counted(count, 'text')];
		throw unreadable(answer, `The service sent ${sent} for ${asked}`);
	}
	const byIndex = new Map(data.map((entry, place) => [entry.index ?? place, entry.embedding]));
	const vectors = Array.from({ length: count }, (_, index) => {
		if (!byIndex.has(index)) {
			throw unreadable(answer, `The service sent no embedding for text ${index + 1} of ${count}`);
		}
		const sent = byIndex.get(index);
		const vector = vectorOf(sent);
		if (vector !== undefined) return vector;
		throw unreadable(answer, 'The service sent an embedding that cannot be read', {
			cure:
				typeof sent === 'string' && sent !== ''
					? 'Choose Numbers under Options > Encoding.'
					: 'Check that the model makes embeddings, and try a single short text.',
		});
	});
	const lengths = [...new Set(vectors.map(({ length }) => length))];
	if (lengths.length > 1) {
		throw unreadable(answer, `The embeddings differ in length: ${lengths.slice(0, 5).join(', ')}`);
	}
	return { vectors, model, usage };
}

function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const FLOAT_BYTES = 4;

/**
 * The numbers of an embedding, whether it came as an array or as base64 of 32-bit floats, little end first (docs/service.md#embeddings).
 * Undefined when it is neither.
 */
export function vectorOf(value: unknown): number[] | undefined {
	if (Array.isArray(value) && value.length > 0 && value.every(isNumber)) return value;
	const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
	if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return undefined;
	return Array.from({ length: bytes.length / FLOAT_BYTES }, (_, index) =>
		bytes.readFloatLE(index * FLOAT_BYTES),
	);
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number';
}
