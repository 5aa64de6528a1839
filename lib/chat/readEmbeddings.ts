import { z } from 'zod';

import { unreadableAnswerFailure, type Answer } from '../core/answer';
import { isRecord } from '../core/record';
import { wireNumber } from '../core/wireText';
import {
	objectWith,
	listWithUnread,
	nullIfUnreadable,
	withoutUnread,
	readAs,
} from '../wire/readAs';
import { findErrorInAnswer } from './errorInAnswer';

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
	const { sent, model, usage } = sentEmbeddings(answer, count);
	const vectors = sent.map((one, place) => {
		const vector = vectorOf(one);
		if (vector === undefined) {
			throw unreadableAnswerFailure(answer, 'The service sent an embedding that cannot be read', {
				cure:
					typeof one === 'string' && one !== ''
						? 'Choose Numbers under Options > Encoding Format.'
						: 'Check that the model makes embeddings, and try a single short text.',
			});
		}
		if (vector.some((number) => number !== 0)) return vector;
		const message = `The embedding of text ${place + 1} of ${count} is all zeros`;
		throw unreadableAnswerFailure(answer, message);
	});
	rejectOtherLengths(answer, vectors, dimensions);
	return { vectors, model, usage };
}

/** Refuses an answer as a whole where it is not certain which vector belongs to which text, and where those that can be read differ in length. */
export function rejectUnlikeVectors(answer: Answer, count: number, dimensions: unknown): void {
	const { sent } = sentEmbeddings(answer, count);
	const vectors = sent.map(vectorOf).filter((vector) => vector !== undefined);
	rejectOtherLengths(answer, vectors, dimensions);
}

/** The embeddings as they came, in the order of the texts. */
function sentEmbeddings(answer: Answer, count: number) {
	const { body } = answer;
	// Some servers say what went wrong in an answer that is served.
	const said = isRecord(body) && body.data === undefined ? findErrorInAnswer(body) : undefined;
	if (said !== undefined)
		throw unreadableAnswerFailure(answer, said.message, { details: { answer: said.sent } });
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
	return { sent: data.map((_, place) => places.get(place)?.embedding), model, usage };
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

function rejectOtherLengths(answer: Answer, vectors: number[][], dimensions: unknown): void {
	const lengths = [...new Set(vectors.map(({ length }) => length))];
	if (lengths.length > 1) {
		throw unreadableAnswerFailure(
			answer,
			`The embeddings differ in length: ${lengths.slice(0, 5).join(', ')}`,
		);
	}
	const [length = 0] = lengths;
	const asked = wireNumber(dimensions);
	if (asked > 0 && lengths.length > 0 && asked !== length) {
		throw unreadableAnswerFailure(
			answer,
			`Dimensions is ${asked}, but the embeddings have ${length} numbers`,
			{
				cure: 'Remove the option Dimensions, or choose a model that supports it.',
			},
		);
	}
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
