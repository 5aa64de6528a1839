import type { IDataObject } from 'n8n-workflow';
import { z, type ZodIssue, type ZodType, type ZodTypeAny, type ZodTypeDef } from 'zod';

import { isRecord } from '../core/record';
import { cut } from '../core/cut';
import { explainRefusal } from './errors/explain';
import { saysSomething } from '../core/errorField';
import type { ReadAnswer } from './send';
import type { FailureFacts } from '../core/failure';
import { unreadableAnswerFailure, requireJson, type Answer } from '../core/answer';

/** As much of an unreadable answer as an error keeps. */
const MAX_CHARACTERS_IN_ERROR = 10_000;

const RETRY_LATER_CURE = 'Try again later.';

/**
 * The body of an answer in the shape that its reader needs. Throws a ServiceFailure for a body that is no JSON, that is an error
 * in spite of its status, or that lacks what the shape asks for; what a paid call answered is kept in its details.
 */
export function readAs<T>(answer: Answer, shape: ZodType<T, ZodTypeDef, unknown>): T {
	const { body } = requireJson(answer);
	if (isErrorBody(body) && !hasErrorField(shape)) {
		const { message, code } = explainRefusal(200, body);
		throw unreadableAnswerFailure(answer, message, { ...paidAnswerFacts(answer), code });
	}
	const read = shape.safeParse(body);
	if (read.success) return read.data;
	const sentence =
		isRecord(body) && (body.success === false || saysSomething(body.detail ?? body.message))
			? explainRefusal(200, body).message
			: `The answer of the service is not complete: ${issueInWords(read.error.issues[0])}`;
	throw unreadableAnswerFailure(answer, sentence, paidAnswerFacts(answer));
}

/** A JSON object as one item, an array as one item an entry. */
export const readRecords: ReadAnswer = async ({ body }) =>
	(Array.isArray(body) ? body : [body]).map((json: unknown) => ({
		json: (isRecord(json) ? json : { value: json }) as IDataObject,
	}));

/** Whether a body says itself that the call failed, although its status does not. */
export function isErrorBody(body: unknown): boolean {
	if (!isRecord(body)) return false;
	const { error } = body;
	return (isRecord(error) || typeof error === 'string') && saysSomething(error);
}

/** An identifier, which may come as a number; one whose bytes or last digits were lost on the way would name nothing. */
export const wireId = z.preprocess(
	(id) => (Number.isSafeInteger(id) ? String(id) : id),
	z
		.string()
		.min(1)
		.refine((id) => !id.includes('\uFFFD')),
);

/** A part of an answer without which the rest is still of use: null when it is something else. */
export const nullIfUnreadable = <T extends ZodTypeAny>(shape: T) => shape.nullish().catch(null);

/** An entry of a list that has another shape than its reader knows, as it came. */
export interface Unread {
	unread: unknown;
}

/**
 * A list in which an entry of another shape stands as `{ unread: … }`: a later version of the service may list what is not known here,
 * and the others are of use without it.
 */
export const listWithUnread = <T extends ZodTypeAny>(shape: T) =>
	z.array(z.unknown()).transform((entries) =>
		entries.map((entry): z.output<T> | Unread => {
			const read = shape.safeParse(entry);
			return read.success ? (read.data as z.output<T>) : { unread: entry };
		}),
	);

/** Whether an entry of a `listWithUnread` has another shape. */
export function isUnread(entry: unknown): entry is Unread {
	return isRecord(entry) && Object.keys(entry).length === 1 && 'unread' in entry;
}

/** The entries of a `listWithUnread` that have its shape. */
export function withoutUnread<T>(entries: Array<T | Unread>): T[] {
	return entries.filter((entry): entry is T => !isUnread(entry));
}

/** An object whose named fields are checked; the others are kept as they are. */
export const objectWith = <T extends z.ZodRawShape>(fields: T) => z.object(fields).passthrough();

/** A status of a job may have an `error` that is about the job. */
function hasErrorField(shape: unknown): boolean {
	return shape instanceof z.ZodObject && 'error' in shape.shape;
}

function paidAnswerFacts({ charge = 'none', body }: Answer): Partial<FailureFacts> {
	if (charge === 'none') return { cure: RETRY_LATER_CURE };
	return {
		cure: `The answer is in the error details. ${RETRY_LATER_CURE}`,
		details: { answer: cut(JSON.stringify(body) ?? '', MAX_CHARACTERS_IN_ERROR).text },
	};
}

const TYPE_WORDS: Record<string, string> = {
	array: 'a list',
	boolean: 'true or false',
	null: 'null',
	number: 'a number',
	object: 'an object',
	string: 'text',
};

function issueInWords(issue: ZodIssue | undefined): string {
	const place = issue?.path.length ? `"${cut(issue.path.join('.'), 100).text}"` : 'it';
	if (issue?.code !== 'invalid_type') return `${place} cannot be used`;
	if (issue.received === 'undefined') return `${place} is missing`;
	const [wanted, found] = [issue.expected, issue.received].map((kind) => TYPE_WORDS[kind] ?? kind);
	return `${place} must be ${wanted}, but is ${found}`;
}
