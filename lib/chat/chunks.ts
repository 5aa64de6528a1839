import { z } from 'zod';

import { decodeBody, parseJson } from '../core/decodeBody';
import { isRecord, type Json } from '../core/record';
import { isDoneMarker } from '../core/streams';
import type { Answer } from '../core/answer';
import { objectWith, isUnread, listWithUnread, readAs } from '../wire/readAs';

const MESSAGE_PIECE_SCHEMA = objectWith({
	content: z.union([z.string(), z.array(z.unknown())]).nullish(),
	tool_calls: z.array(z.unknown()).nullish(),
}).nullish();
const CHUNK_CHOICE_SCHEMA = objectWith({
	delta: MESSAGE_PIECE_SCHEMA,
	message: MESSAGE_PIECE_SCHEMA,
});
const NON_RECORD_SCHEMA = z.unknown().refine((part) => !isRecord(part));
const CHUNK_SCHEMA = objectWith({
	choices: z.array(z.union([CHUNK_CHOICE_SCHEMA, NON_RECORD_SCHEMA])).nullish(),
});

/** Whether the parts of a chunk that make the answer have a form that can be read. */
export function isReadableChunk(chunk: Json): boolean {
	return isPlain(chunk) || CHUNK_SCHEMA.safeParse(chunk).success;
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

const COMPLETION_SCHEMA = objectWith({ choices: listWithUnread(CHUNK_CHOICE_SCHEMA).nullish() });
const FIRST_CHOICE_SCHEMA = objectWith({ choices: z.array(CHUNK_CHOICE_SCHEMA) });

/** A whole answer, with a later choice of another form as it came; throws a ServiceFailure that says what of the first cannot be read. */
export function readCompletion(answer: Answer): Json {
	const completion = readAs(answer, COMPLETION_SCHEMA);
	const [first] = completion.choices ?? [];
	if (isUnread(first))
		readAs({ ...answer, body: { choices: [first.unread] } }, FIRST_CHOICE_SCHEMA);
	return completion;
}

/** The chunks in the data of one event; its words where it is no JSON. Throws a SyntaxError for JSON that is damaged. */
export function chunksOfEvent(data: string): Json[] | string {
	if (!/^\s*[{[]/.test(data)) return data.trim();
	if (!data.includes('\n')) return jsonRecordsIn(parseJson(data));
	// Some servers leave out the empty lines between events.
	const lines = data.split('\n').filter((line) => line.trim() !== '' && !isDoneMarker(line));
	const isEach = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/s.test(line));
	return (isEach ? lines : [data]).flatMap((text) => jsonRecordsIn(parseJson(text)));
}

/** The fields of server-sent events, for lines that follow an answer in another form. */
const EVENT_FIELD = /^\s*(data|event|id|retry)?:/;

/** The chunks of an answer that is no stream: one whole answer, or one a line; what follows in the form of events is no part of it. Undefined where it is no JSON. */
export function chunksOfWholeAnswer(text: string): Json[] | undefined {
	const value = decodeBody(text);
	if (typeof value !== 'string') return jsonRecordsIn(value);
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
	const last = lines.findLastIndex((line) => !EVENT_FIELD.test(line));
	const first = decodeBody(lines.slice(0, last + 1).join('\n'));
	if (typeof first !== 'string') return jsonRecordsIn(first);
	const each = lines
		.map((line) => line.replace(EVENT_FIELD, '').trim())
		.filter((line) => line !== '' && !isDoneMarker(line))
		.map((line) => decodeBody(line));
	return each.every(isRecord) && each.length > 0 ? each : undefined;
}

function jsonRecordsIn(value: unknown): Json[] {
	return [value].flat().filter(isRecord);
}

/** Events that only keep a connection open. */
const KEEPALIVE_TYPE = /^(ping|pong|keep-?alive|heartbeat)$/i;

/** Whether an event has nothing of the answer: one that keeps the connection open, or one of a name that is not known. */
export function isUnrelatedEvent(chunk: Json, event: string): boolean {
	const { choices, usage, cost, error } = chunk;
	if (event === 'error' || (choices ?? usage ?? cost ?? error ?? undefined) !== undefined)
		return false;
	return (event !== '' && event !== 'message') || KEEPALIVE_TYPE.test(String(chunk.type));
}

/** What a piece has beside the answer. */
const FRAME_FIELDS = new Set(['role', 'id', 'index', 'type', 'logprobs']);

/** Whether a chunk adds something to the answer: empty deltas do not. */
export function hasNewContent({ choices, usage, ...rest }: Json): boolean {
	if (isRecord(usage) || isRecord(rest.cost) || rest.service_parameters !== undefined) return true;
	return (Array.isArray(choices) ? choices : []).filter(isRecord).some((choice) => {
		const { delta, message, finish_reason: end } = choice;
		return hasAnyText(delta) || hasAnyText(message) || (typeof end === 'string' && end !== '');
	});
}

function hasAnyText(value: unknown): boolean {
	if (typeof value === 'string') return value !== '';
	if (Array.isArray(value)) return value.some(hasAnyText);
	if (!isRecord(value)) return false;
	return Object.entries(value).some(([key, inner]) => !FRAME_FIELDS.has(key) && hasAnyText(inner));
}
