import { z } from 'zod';

import { decodeBody, parseJson } from '../core/decodeBody';
import { isRecord, type Json } from '../core/record';
import { isDone } from '../core/streams';
import type { Answer } from '../core/answer';
import { objectWith, isUnread, listOf, readAs } from '../wire/readAs';

const PIECE = objectWith({
	content: z.union([z.string(), z.array(z.unknown())]).nullish(),
	tool_calls: z.array(z.unknown()).nullish(),
}).nullish();
const CHOICE = objectWith({ delta: PIECE, message: PIECE });
const isNoRecord = z.unknown().refine((part) => !isRecord(part));
const CHUNK = objectWith({ choices: z.array(z.union([CHOICE, isNoRecord])).nullish() });

/** Whether the parts of a chunk that make the answer have a form that can be read. */
export function isReadable(chunk: Json): boolean {
	return isPlain(chunk) || CHUNK.safeParse(chunk).success;
}

/** The form of nearly every chunk, pieces of text alone: an answer has thousands of them. */
function isPlain({ choices }: Json): boolean {
	return (
		Array.isArray(choices) &&
		choices.every(
			(choice) =>
				isRecord(choice) &&
				choice.message === undefined &&
				isRecord(choice.delta) &&
				typeof (choice.delta.content ?? '') === 'string' &&
				(choice.delta.tool_calls ?? undefined) === undefined,
		)
	);
}

const COMPLETION = objectWith({ choices: listOf(CHOICE).nullish() });
const FIRST = objectWith({ choices: z.array(CHOICE) });

/** A whole answer, with a later choice of another form as it came; throws a ServiceFailure that says what of the first cannot be read. */
export function completionIn(answer: Answer): Json {
	const completion = readAs(answer, COMPLETION);
	const [first] = completion.choices ?? [];
	if (isUnread(first)) readAs({ ...answer, body: { choices: [first.unread] } }, FIRST);
	return completion;
}

/** The chunks in the data of one event; its words where it is no JSON. Throws a SyntaxError for JSON that is damaged. */
export function chunksIn(data: string): Json[] | string {
	if (!/^\s*[{[]/.test(data)) return data.trim();
	// Some servers leave out the empty lines between events.
	const lines = data.split('\n').filter((line) => line.trim() !== '' && !isDone(line));
	const isEach = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/s.test(line));
	return (isEach ? lines : [data]).flatMap((text) => records(parseJson(text)));
}

/** The fields of server-sent events, for lines that follow an answer in another form. */
const FIELD = /^\s*(data|event|id|retry)?:/;

/** The chunks of an answer that is no stream: one whole answer, or one a line; what follows in the form of events is no part of it. Undefined where it is no JSON. */
export function wholeIn(text: string): Json[] | undefined {
	const value = decodeBody(text);
	if (typeof value !== 'string') return records(value);
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
	const last = lines.findLastIndex((line) => !FIELD.test(line));
	const first = decodeBody(lines.slice(0, last + 1).join('\n'));
	if (typeof first !== 'string') return records(first);
	const each = lines
		.map((line) => line.replace(FIELD, '').trim())
		.filter((line) => line !== '' && !isDone(line))
		.map((line) => decodeBody(line));
	return each.every(isRecord) && each.length > 0 ? each : undefined;
}

function records(value: unknown): Json[] {
	return [value].flat().filter(isRecord);
}

/** Events that only keep a connection open. */
const KEEPALIVE = /^(ping|pong|keep-?alive|heartbeat)$/i;

/** Whether an event has nothing of the answer: one that keeps the connection open, or one of a name that is not known. */
export function isBeside(chunk: Json, event: string): boolean {
	if (event === 'error' || ['choices', 'usage', 'cost', 'error'].some((key) => isThere(chunk[key])))
		return false;
	return (event !== '' && event !== 'message') || KEEPALIVE.test(String(chunk.type));
}

const isThere = (value: unknown) => value !== undefined && value !== null;

/** What a piece has beside the answer. */
const FRAME = new Set(['role', 'id', 'index', 'type', 'logprobs']);

/** Whether a chunk adds something to the answer: empty deltas do not. */
export function addsSomething({ choices, usage, ...rest }: Json): boolean {
	if (isRecord(usage) || isRecord(rest.cost) || rest.service_parameters !== undefined) return true;
	return (Array.isArray(choices) ? choices : []).filter(isRecord).some((choice) => {
		const { delta, message, finish_reason: end } = choice;
		return says(delta) || says(message) || (typeof end === 'string' && end !== '');
	});
}

function says(value: unknown): boolean {
	if (typeof value === 'string') return value !== '';
	if (Array.isArray(value)) return value.some(says);
	if (!isRecord(value)) return false;
	return Object.entries(value).some(([key, inner]) => !FRAME.has(key) && says(inner));
}
