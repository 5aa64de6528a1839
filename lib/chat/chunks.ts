import { endOfString } from '../core/jsonTokens';
import { isRecord, omitKeys, type Json } from '../core/record';
import { isContainer } from '../core/unreadMarks';
import { wireNumber } from '../core/wireText';
import { type End, endOf } from '../core/endWord';
import { TEXT_FIELDS } from './joinFields';

/** The entries of a list; some gateways write one as an object with numbers for keys. Undefined where it is none. */
export function listOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isRecord(value)) return undefined;
	return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

/** A chunk of an answer, or a whole one, read once: nothing behind it asks again what its parts are. */
export interface Chunk {
	/** As it came. */
	sent: Json;
	/** What stands beside the choices. */
	facts: Json;
	/** The tokens among these. */
	usage?: Json;
	/** Tokens that stand elsewhere. */
	innerUsage?: Json;
	choices: ChunkChoice[];
	/** Choices of a form that is not known. */
	unreadChoices: Json[];
	/** What stands under the name of an error in its choices. */
	errors: unknown[];
	/** Whether it adds something to the answer: empty deltas do not. */
	hasNews: boolean;
}

export interface ChunkChoice {
	index: number;
	delta?: Piece;
	message?: Piece;
	/** What stands beside these. */
	facts: Json;
	end: End;
	hasText: boolean;
}

/** A message, or a part of one: its calls apart from its other fields. */
export interface Piece {
	fields: Json;
	calls?: unknown[];
	/** Whether it says anything. */
	hasText: boolean;
}

/** Reads a chunk. A sentence where a part that makes the answer has a form that cannot be read; a later choice has a place of its own. */
export function readChunk(sent: Json): Chunk | string {
	const { choices: sentChoices, ...facts } = sent;
	const list = isMissing(sentChoices) ? [] : listOf(sentChoices);
	const isEmptyRecord = list?.length === 0 && !isMissing(sentChoices) && list !== sentChoices;
	if (list === undefined || isEmptyRecord) return '"choices" is no list';
	const choices: ChunkChoice[] = [];
	const unreadChoices: Json[] = [];
	for (const sentChoice of list.filter(isRecord)) {
		const choice = readChoice(sentChoice);
		if (typeof choice !== 'string') choices.push(choice);
		else if (choices.length + unreadChoices.length === 0) return choice;
		else unreadChoices.push(sentChoice);
	}
	// Several choices of one list are several, whatever their indexes say.
	if (new Set(choices.map(({ index }) => index)).size < choices.length)
		for (const [place, choice] of choices.entries()) choice.index = place;
	const { usage, cost, service_parameters: parameters } = facts;
	const tokens = isRecord(usage) ? usage : undefined;
	const hasFacts = tokens !== undefined || isRecord(cost) || parameters !== undefined;
	return {
		sent,
		facts,
		usage: tokens,
		innerUsage: tokens === undefined ? innerUsageOf(facts, choices) : undefined,
		choices,
		unreadChoices,
		errors: choices.flatMap(errorsOf),
		hasNews: hasFacts || choices.some(({ hasText, end }) => hasText || end.word !== ''),
	};
}

function errorsOf({ facts, delta, message }: ChunkChoice): unknown[] {
	return [facts.error, delta?.fields.error, message?.fields.error];
}

function innerUsageOf(facts: Json, choices: ChunkChoice[]): Json | undefined {
	for (const fact of Object.values(facts))
		if (isRecord(fact) && isRecord(fact.usage)) return fact.usage;
	return choices.map((choice) => choice.facts.usage).find(isRecord);
}

function readChoice({ index, delta: sentDelta, message: sentMessage, ...facts }: Json) {
	const delta = readPiece('delta', sentDelta);
	if (typeof delta === 'string') return delta;
	const message = readPiece('message', sentMessage);
	if (typeof message === 'string') return message;
	const hasText = delta?.hasText === true || message?.hasText === true;
	return { index: choiceNumberOf(index), delta, message, facts, end: endOf(facts), hasText };
}

/** The number of a choice, which some servers write as text, or not at all for the only one. */
export function choiceNumberOf(index: unknown): number {
	const number = wireNumber(index);
	return Number.isNaN(number) ? 0 : number;
}

function readPiece(name: string, part: unknown): Piece | string | undefined {
	if (isMissing(part)) return undefined;
	if (!isRecord(part)) return `"choices.0.${name}" is no object`;
	const { content, tool_calls: sentCalls, function_call: call } = part;
	const isText = isMissing(content) || typeof content === 'string' || Array.isArray(content);
	if (!isText) return `"choices.0.${name}.content" is neither text nor a list`;
	const list = isMissing(sentCalls) ? undefined : listOf(sentCalls);
	if (list === undefined && !isMissing(sentCalls))
		return `"choices.0.${name}.tool_calls" is no list`;
	const calls = list ?? (isRecord(call) ? [{ function: call }] : undefined);
	const hasCalls = 'tool_calls' in part || 'function_call' in part;
	const fields = hasCalls ? omitKeys(part, 'tool_calls', 'function_call') : part;
	return { fields, calls, hasText: hasAnyText(fields) || hasAnyText(calls) };
}

function isMissing(value: unknown): boolean {
	return value === undefined || value === null;
}

const KEEPALIVE_TYPE = /^(ping|pong|keep-?alive|heartbeat)$/i;

export function isKeepAlive({ type }: Json, event: string): boolean {
	return KEEPALIVE_TYPE.test(event) || KEEPALIVE_TYPE.test(String(type));
}

/** Whether an event has nothing of the answer: one that keeps the connection open, or one of a name that is not known. */
export function isUnrelatedEvent(chunk: Json, event: string): boolean {
	const { choices, usage, cost, error } = chunk;
	if (event === 'error' || (choices ?? usage ?? cost ?? error ?? undefined) !== undefined)
		return false;
	return (event !== '' && event !== 'message') || isKeepAlive(chunk, event);
}

/** What a piece has beside the answer. */
const FRAME_FIELDS = new Set(['role', 'id', 'index', 'type', 'logprobs']);

/** Whether a part of an answer says anything beside what it is called. */
export function hasAnyText(value: unknown): boolean {
	if (typeof value === 'string') return value !== '';
	if (typeof value !== 'object' || value === null) return false;
	return Object.entries(value).some(([key, inner]) => !FRAME_FIELDS.has(key) && hasAnyText(inner));
}

/** An event that has one piece of text and nothing else that is new: the next one mostly differs from it in that text alone. */
export interface TextEvent {
	/** Its data before and after the text. */
	start: string;
	end: string;
	name: string;
	index: number;
	field: string;
}

/** The text of an event that differs from the last one in nothing else. */
export function textIn(data: string, name: string, last: TextEvent | undefined) {
	if (last === undefined || name !== last.name) return undefined;
	const { start, end } = last;
	if (data.length < start.length + end.length) return undefined;
	if (!data.startsWith(start) || !data.endsWith(end)) return undefined;
	return stringOf(data.slice(start.length, data.length - end.length));
}

/** What a string of JSON without its quotes stands for; undefined where it is none. */
function stringOf(inner: string): string | undefined {
	if (!/["\\\p{Cc}]/u.test(inner)) return inner;
	try {
		return JSON.parse(`"${inner}"`) as string;
	} catch {
		return undefined;
	}
}

/** An event with its only chunk, where that is one piece of text whose place in the data is certain. */
export function textEventOf(data: string, name: string, chunk: Chunk): TextEvent | undefined {
	const [{ index, delta, message, facts, end } = {}, ...otherChoices] = chunk.choices;
	const isDelta = otherChoices.length === 0 && message === undefined && end?.kind === 'none';
	if (delta === undefined || delta.calls !== undefined || !isDelta) return undefined;
	if ([chunk.facts, facts ?? {}].flatMap(Object.values).some(isContainer)) return undefined;
	const news = Object.entries(delta.fields).filter(
		([key, value]) => key !== 'role' && value !== '',
	);
	const [[field, text] = [''], ...others] = news.filter(([, value]) => value !== null);
	if (others.length > 0 || typeof text !== 'string' || !TEXT_FIELDS.has(field)) return undefined;
	// Within a string, a quote would have a backslash before it.
	const key = data.indexOf(`"${field}"`);
	if (key !== data.lastIndexOf(`"${field}"`)) return undefined;
	const at = data.indexOf('"', data.indexOf(':', key)) + 1;
	const inner = data.slice(at, endOfString(data, at) - 1);
	if (stringOf(inner) !== text) return undefined;
	const parts = { start: data.slice(0, at), end: data.slice(at + inner.length) };
	return { ...parts, name, index: index ?? 0, field };
}
