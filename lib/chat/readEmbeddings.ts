import { z } from 'zod';

import { unreadableAnswerFailure, type Answer } from '../core/answer';
import type { ServiceFailure } from '../core/failure';
import { isRecord } from '../core/record';
import { wireNumber } from '../core/wireText';
import {
	objectWith,
	listWithUnread,
	nullIfUnreadable,
	withoutUnread,
	readAs,
} from '../wire/readAs';
import { findErrorInAnswer } from '../wire/errors/errorInAnswer';

const OPTIONAL_COUNT_SCHEMA = nullIfUnreadable(z.number());
const isDefined = (embedding: unknown) => embedding !== undefined;
const EMBEDDINGS_SCHEMA = objectWith({
	data: listWithUnread(
		objectWith({
			index: z.unknown(),
			embedding: z.unknown().refine(isDefined),
			commonLength: z.number().optional().catch(undefined),
		}),
	).transform(withoutUnread),
	model: nullIfUnreadable(z.string()),
	usage: nullIfUnreadable(
		objectWith({ prompt_tokens: OPTIONAL_COUNT_SCHEMA, total_tokens: OPTIONAL_COUNT_SCHEMA }),
	),
});

interface SentEmbedding {
	embedding?: unknown;
	/** How many numbers most have of the answer that it came with; 0 where they differ too much. */
	commonLength?: number;
}

interface EmbeddingProblem {
	message: string;
	cure?: string;
}

export interface Embeddings {
	/** One vector a text, in the order of the texts; null for one that is of no use. */
	vectors: Array<number[] | null>;
	/** Why a vector is of no use, by the place of its text. */
	problems: ReadonlyMap<number, EmbeddingProblem>;
	model: unknown;
	usage: unknown;
}

/**
 * The vectors of an answer for `count` texts, in the order of the texts. One that cannot be read, is all zeros, or has another length than most, or
 * than the `dimensions` that were asked for, is of no use. Throws a ServiceFailure when all are, and when it is not certain which vector belongs to
 * which text.
 */
export function readEmbeddings(answer: Answer, count: number, dimensions?: unknown): Embeddings {
	const { entries, model, usage } = sentEmbeddings(answer, count);
	const asked = wireNumber(dimensions);
	const common = commonLengthOf(entries);
	const problems = new Map<number, EmbeddingProblem>();
	const vectors = entries.map(({ embedding, commonLength = common }, place) => {
		const name = `embedding of text ${place + 1} of ${count}`;
		const problem = problemOf(embedding, name, asked > 0 ? asked : undefined, commonLength);
		if (problem !== undefined) problems.set(place, problem);
		return problem === undefined ? (vectorOf(embedding) ?? null) : null;
	});
	const [problem] = problems.values();
	if (problem !== undefined && problems.size === count)
		throw uselessVectorFailure(answer, problem, entries);
	return { vectors, problems, model, usage };
}

/** The vectors of all texts. Throws a ServiceFailure, which keeps the others, where one is of no use. */
export function requireAllVectors(answer: Answer, { vectors, problems }: Embeddings): number[][] {
	const [problem] = problems.values();
	if (problem === undefined) return vectors.filter((vector) => vector !== null);
	const cure = `${problem.cure ?? ''} The other vectors are in the error details.`.trim();
	throw uselessVectorFailure(answer, { ...problem, cure }, vectors);
}

function uselessVectorFailure(
	answer: Answer,
	{ message, cure }: EmbeddingProblem,
	embeddings: readonly unknown[],
): ServiceFailure {
	const facts = { ...(cure === undefined ? {} : { cure }), details: { embeddings } };
	return unreadableAnswerFailure(answer, message, facts);
}

function problemOf(
	sent: unknown,
	name: string,
	asked: number | undefined,
	common: number,
): EmbeddingProblem | undefined {
	const vector = vectorOf(sent);
	if (vector === undefined) {
		const cure =
			typeof sent === 'string' && sent !== ''
				? 'Choose Numbers under Options > Encoding Format.'
				: 'Check that the model makes embeddings, and try a single short text.';
		return { message: `The ${name} cannot be read`, cure };
	}
	if (vector.every((number) => number === 0)) return { message: `The ${name} is all zeros` };
	if (vector.length === (asked ?? common)) return undefined;
	const has = `the ${name} has ${vector.length} numbers`;
	if (asked !== undefined) {
		const cure = 'Remove the option Dimensions, or choose a model that supports it.';
		return { message: `Dimensions is ${asked}, but ${has}`, cure };
	}
	const others = common === 0 ? 'the embeddings differ in length' : `most have ${common}`;
	return { message: `The${has.slice(3)}, but ${others}` };
}

/** How many numbers more than half of the vectors have that can be read; 0 where they differ too much. */
function commonLengthOf(entries: readonly SentEmbedding[]): number {
	const lengths = entries
		.map(({ embedding }) => vectorOf(embedding)?.length)
		.filter((length) => length !== undefined)
		.sort((a, b) => a - b);
	const middle = lengths[Math.floor(lengths.length / 2)] ?? 0;
	const isCommon = lengths.filter((length) => length === middle).length * 2 > lengths.length;
	return isCommon ? middle : 0;
}

/** The entries of an answer for the texts of several items, by their places; each says how many numbers most have. Throws a ServiceFailure like `readEmbeddings`. */
export function sharedEntries(answer: Answer, count: number): SentEmbedding[] {
	const { entries } = sentEmbeddings(answer, count);
	const commonLength = commonLengthOf(entries);
	return entries.map((entry) => ({ ...entry, commonLength }));
}

function sentEmbeddings(answer: Answer, count: number) {
	const { body } = answer;
	// Some servers say what went wrong in an answer that is served.
	const said = isRecord(body) && body.data === undefined ? findErrorInAnswer(body) : undefined;
	if (said !== undefined)
		throw unreadableAnswerFailure(answer, said.message, { details: { answer: said.sent } });
	const { data, model = null, usage = null } = readAs(answer, EMBEDDINGS_SCHEMA);
	const places = entriesByTextIndex(data, count);
	if (places === undefined) {
		const [sent, asked] = [countWithNoun(data.length, 'embedding'), countWithNoun(count, 'text')];
		const why =
			data.length === count
				? `The embeddings are not numbered from 0 to ${count - 1}, so it is not certain which text each belongs to`
				: `The service sent ${sent} for ${asked}`;
		const embeddings = isRecord(body) ? body.data : data;
		throw unreadableAnswerFailure(answer, why, { details: { embeddings } });
	}
	const entries = Array.from(
		{ length: count },
		(_, place): SentEmbedding => places.get(place) ?? { embedding: undefined },
	);
	return { entries, model, usage };
}

/** The entries by the places of their texts, or as they came where none has a number; undefined where the numbers are not those of the texts. */
function entriesByTextIndex<T extends { index?: unknown }>(
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

function countWithNoun(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const FLOAT_BYTES = 4;

/** With room for blanks between the lines of a long text, and for both alphabets. */
const BASE64 = /^[\w+/\s-]+={0,2}$/;

/**
 * The numbers of an embedding, whether it came as an array or as base64 of 32-bit floats, little end first (docs/maintainers/service.md#embeddings).
 * Undefined when it is neither.
 */
export function vectorOf(value: unknown): number[] | undefined {
	if (Array.isArray(value) && value.length > 0 && value.every(isNumber)) return value;
	// Some servers put the only vector of a text into a list.
	if (Array.isArray(value) && value.length === 1 && Array.isArray(value[0]))
		return vectorOf(value[0]);
	// Any text can be decoded: that of a list would be a vector of other numbers.
	const isBase64 = typeof value === 'string' && BASE64.test(value.trimEnd());
	const bytes = Buffer.from(isBase64 ? value : '', 'base64');
	if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return undefined;
	const vector = Array.from({ length: bytes.length / FLOAT_BYTES }, (_, index) =>
		bytes.readFloatLE(index * FLOAT_BYTES),
	);
	return vector.every(isNumber) && !isOfOtherNumbers(vector) ? vector : undefined;
}

/** No model makes a larger number. */
const MAX_COMPONENT = 1e9;

/**
 * Whether other numbers were read as 32-bit floats. Those with the big end first, and the lower halves of 64-bit floats, are too large; the lower
 * halves of short 64-bit floats are zero, and their upper halves are not, unlike the numbers of a vector that is zero almost everywhere.
 */
function isOfOtherNumbers(vector: number[]): boolean {
	if (vector.some((number) => Math.abs(number) > MAX_COMPONENT)) return true;
	const filled = vector.flatMap((number, place) => (number === 0 ? [] : [place % 2]));
	const isPaired = vector.length % 2 === 0 && filled.every((half) => half === 1);
	return isPaired && filled.length * 4 > vector.length;
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isFinite(value);
}
