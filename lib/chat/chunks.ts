import { isRecord, type Json } from '../core/record';
import { isContainer } from '../core/unreadMarks';
import { wireNumber } from '../core/wireText';
import { endOf } from './finish';
import { TEXT_FIELDS } from './joinFields';

/** The entries of a list; some gateways write one as an object with numbers for keys. Undefined where it is none. */
export function listOf(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isRecord(value)) return undefined;
	return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}

/** The number of a choice, which some servers write as text. */
export function choiceNumberOf(index: unknown): number | undefined {
	const number = wireNumber(index);
	return Number.isNaN(number) ? undefined : number;
}

/** Which part of a chunk that makes the answer has a form that cannot be read, for a sentence; undefined for almost all. A later choice has a place of its own. */
export function unreadablePartOf({ choices }: Json): string | undefined {
	if (isMissing(choices)) return undefined;
	const [first] = listOf(choices) ?? [''];
	if (first === '') return '"choices" is no list';
	return isRecord(first) ? unreadableFieldOf(first) : undefined;
}

/** The same of one choice, as if it were the first. */
export function unreadableFieldOf(choice: Json): string | undefined {
	for (const name of ['delta', 'message']) {
		const part = choice[name];
		if (isMissing(part)) continue;
		if (!isRecord(part)) return `"choices.0.${name}" is no object`;
		const { content, tool_calls: calls } = part;
		const isText = isMissing(content) || typeof content === 'string' || Array.isArray(content);
		if (!isText) return `"choices.0.${name}.content" is neither text nor a list`;
		if (!isMissing(calls) && listOf(calls) === undefined)
			return `"choices.0.${name}.tool_calls" is no list`;
	}
	return undefined;
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

/** Whether a chunk adds something to the answer: empty deltas do not. */
export function hasNewContent({ choices, usage, ...rest }: Json): boolean {
	if (isRecord(usage) || isRecord(rest.cost) || rest.service_parameters !== undefined) return true;
	return (listOf(choices) ?? [])
		.filter(isRecord)
		.some(
			({ delta, message, finish_reason: end }) =>
				hasAnyText(delta) || hasAnyText(message) || (typeof end === 'string' && end !== ''),
		);
}

/** Whether a part of an answer says anything beside what it is called. */
export function hasAnyText(value: unknown): boolean {
	if (typeof value === 'string') return value !== '';
	if (Array.isArray(value)) return value.some(hasAnyText);
	if (!isRecord(value)) return false;
	return Object.entries(value).some(([key, inner]) => !FRAME_FIELDS.has(key) && hasAnyText(inner));
}

/** An event that has one piece of text and nothing else that is new: the next one mostly differs from it in that text alone. */
export interface TextEvent {
	/** Its data before and after the text. */
	start: string;
	end: string;
	name: string;
	index: unknown;
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

/** The rest of a string of JSON up to its quote. */
const REST_OF_STRING = /[^"\\]*(?:\\.[^"\\]*)*(?=")/sy;

/** An event with its only chunk, where that is one piece of text whose place in the data is certain. */
export function textEventOf(data: string, name: string, chunks: Json[]): TextEvent | undefined {
	const [chunk = {}, ...otherChunks] = chunks;
	const { choices, ...facts } = chunk;
	const [choice, ...otherChoices] = Array.isArray(choices) ? (choices as unknown[]) : [];
	if (otherChunks.length + otherChoices.length > 0 || !isRecord(choice)) return undefined;
	const { delta, ...rest } = choice;
	if (!isRecord(delta) || endOf(rest).kind !== 'none') return undefined;
	if ([facts, rest].some((record) => Object.values(record).some(isContainer))) return undefined;
	const news = Object.entries(delta).filter(([key, value]) => key !== 'role' && value !== '');
	const [[field, text] = [''], ...others] = news.filter(([, value]) => value !== null);
	if (others.length > 0 || typeof text !== 'string' || !TEXT_FIELDS.has(field)) return undefined;
	// Within a string, a quote would have a backslash before it.
	const key = data.indexOf(`"${field}"`);
	if (key !== data.lastIndexOf(`"${field}"`)) return undefined;
	const at = data.indexOf('"', data.indexOf(':', key)) + 1;
	REST_OF_STRING.lastIndex = at;
	const inner = REST_OF_STRING.exec(data)?.[0] ?? '';
	if (stringOf(inner) !== text) return undefined;
	const [start, end] = [data.slice(0, at), data.slice(at + inner.length)];
	return { start, end, name, index: choice.index, field };
}
