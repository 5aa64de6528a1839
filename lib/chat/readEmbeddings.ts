import { z } from 'zod';

import { unreadableAnswerFailure, type Answer } from '../core/answer';
import { wireNumber } from '../core/wireText';
import {
	objectWith,
	listWithUnread,
	nullIfUnreadable,
	withoutUnread,
	readAs,
} from '../wire/readAs';

const OPTIONAL_COUNT_SCHEMA = nullIfUnreadable(z.number());
const isDefined = (embedding: unknown) => embedding !== undefined;
const EMBEDDINGS_SCHEMA = objectWith({
	data: listWithUnread(
		objectWith({ index: z.unknown(), embedding: z.unknown().refine(isDefined) }),
	).transform(withoutUnread),
	model: nullIfUnreadable(z.string()),
	usage: nullIfUnreadable(
		objectWith({ prompt_tokens: OPTIONAL_COUNT_SCHEMA, total_tokens: OPTIONAL_COUNT_SCHEMA }),
	),
});

export interface Embeddings {
	/** One vector a text, in the order of the texts. */
	vectors: number[][];
	model: unknown;
	usage: unknown;
}

/**
 * The vectors of an answer for `count` texts, in the order of the texts. Throws a ServiceFailure when it is not certain which vector belongs
 * to which text, when one cannot be read or is all zeros, and when they differ in length, or from the `dimensions` that were asked for.
 */
export function readEmbeddings(answer: Answer, count: number, dimensions?: unknown): Embeddings {
	const { data, model = null, usage = null } = readAs(answer, EMBEDDINGS_SCHEMA);
	if (data.length !== count) {
		const [sent, asked] = [countWithNoun(data.length, 'embedding'), countWithNoun(count, 'text')];
		throw unreadableAnswerFailure(answer, `The service sent ${sent} for ${asked}`);
	}
	const places = entriesByTextIndex(data, count);
	if (places === undefined) {
		throw unreadableAnswerFailure(
			answer,
			`The embeddings are not numbered from 0 to ${count - 1}, so it is not certain which text each belongs to`,
		);
	}
	const vectors = data.map((_, place) => {
		const sent = places.get(place)?.embedding;
		const vector = vectorOf(sent);
		if (vector !== undefined) return vector;
		throw unreadableAnswerFailure(answer, 'The service sent an embedding that cannot be read', {
			cure:
				typeof sent === 'string' && sent !== ''
					? 'Choose Numbers under Options > Encoding Format.'
					: 'Check that the model makes embeddings, and try a single short text.',
		});
	});
	rejectUnusableVectors(answer, vectors, dimensions);
	return { vectors, model, usage };
}

/** The entries by the places of their texts, or as they came where none has a number; undefined where the numbers are not those of the texts. */
export function entriesByTextIndex<T extends { index?: unknown }>(
	entries: T[],
	count: number,
): Map<number, T> | undefined {
	const isNumbered = entries.some(({ index }) => index !== undefined && index !== null);
	if (!isNumbered) return entries.length === count ? new Map(entries.entries()) : undefined;
	const places = new Map(entries.map((entry) => [wireNumber(entry.index), entry]));
	const areClear = [...places.keys()].every(
		(place) => Number.isInteger(place) && place >= 0 && place < count,
	);
	return areClear && places.size === entries.length ? places : undefined;
}

function rejectUnusableVectors(answer: Answer, vectors: number[][], dimensions: unknown): void {
	const lengths = [...new Set(vectors.map(({ length }) => length))];
	if (lengths.length > 1) {
		throw unreadableAnswerFailure(
			answer,
			`The embeddings differ in length: ${lengths.slice(0, 5).join(', ')}`,
		);
	}
	const [length = 0] = lengths;
	const asked = wireNumber(dimensions);
	if (asked > 0 && asked !== length) {
		throw unreadableAnswerFailure(
			answer,
			`Dimensions is ${asked}, but the embeddings have ${length} numbers`,
			{
				cure: 'Remove the option Dimensions, or choose a model that supports it.',
			},
		);
	}
	const empty = vectors.findIndex((vector) => vector.every((number) => number === 0));
	if (empty < 0) return;
	throw unreadableAnswerFailure(
		answer,
		`The embedding of text ${empty + 1} of ${vectors.length} is all zeros`,
	);
}

function countWithNoun(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const FLOAT_BYTES = 4;

/**
 * The numbers of an embedding, whether it came as an array or as base64 of 32-bit floats, little end first (docs/maintainers/service.md#embeddings).
 * Undefined when it is neither.
 */
export function vectorOf(value: unknown): number[] | undefined {
	if (Array.isArray(value) && value.length > 0 && value.every(isNumber)) return value;
	const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
	if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return undefined;
	const vector = Array.from({ length: bytes.length / FLOAT_BYTES }, (_, index) =>
		bytes.readFloatLE(index * FLOAT_BYTES),
	);
	return vector.every(isNumber) ? vector : undefined;
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}
