import { randomUUID } from 'node:crypto';

import { Big } from './decimal';
import { decodeBody, parseJson } from './decodeBody';
import { withMarks } from './unreadMarks';
import type { Redactor } from './redact';

/** The strings and the numbers of a JSON text, in turn (RFC 8259, sections 6 and 7). */
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Without one of these, every number is what a double keeps. */
const LONG = /[\d.]{16}|[eE][+-]?\d{3}/;
/** As many as a person reads. */
const MOST_NAMES = 20;

const asText = new WeakMap<object, string[]>();

/** The names of the numbers in a decoded reply that are text, as JavaScript cannot hold all their digits; nothing where there are none. */
export function textMark(reply: object): { textNumbers?: string[] } {
	const names = asText.get(reply) ?? [];
	return names.length === 0 ? {} : { textNumbers: names.slice(0, MOST_NAMES) };
}

/** Like `decodeBody`, with each number that a double would change as the text of its digits. */
export function decodeExactly(bytes: Buffer, redact?: Redactor): unknown {
	const plain = decodeBody(bytes, redact);
	const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
	if (!isContainer(plain) || !LONG.test(text)) return plain;
	const mark = `${randomUUID()} `;
	const marked = text.replace(TOKEN, (token) => (isKept(token) ? token : `"${mark}${token}"`));
	if (marked === text) return plain;
	const exact = parseJson(marked);
	const names = listOf(exact).map((reply) => [...unmark(reply, mark, '')]);
	const value = withMarks(redact === undefined ? exact : redact.value(exact), plain);
	for (const [index, reply] of listOf(value).entries()) asText.set(reply, names[index] ?? []);
	return value;
}

/** Each object or list of a batch, or the one that is no batch. */
function listOf(value: unknown): Array<Record<string, unknown>> {
	return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isContainer);
}

/** The first number in a JSON text that a double would change; undefined when there is none. */
export function changedNumber(text: string): string | undefined {
	if (!LONG.test(text)) return undefined;
	return text.match(TOKEN)?.find((token) => !isKept(token));
}

/** Whether a string, or a number that is the same as a double; one that is too large for any is another matter. */
function isKept(token: string): boolean {
	if (token.startsWith('"')) return true;
	const value = Number(token);
	if (!Number.isFinite(value)) return true;
	if (/^-?\d+$/.test(token)) return Number.isSafeInteger(value);
	return new Big(token).eq(new Big(String(value)));
}

function* unmark(value: Record<string, unknown>, mark: string, place: string): Generator<string> {
	for (const key of Object.keys(value)) {
		const [inner, name] = [value[key], place === '' ? key : `${place}.${key}`];
		if (isContainer(inner)) yield* unmark(inner, mark, name);
		else if (typeof inner === 'string' && inner.startsWith(mark)) {
			value[key] = inner.slice(mark.length);
			yield name;
		}
	}
}

function isContainer(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
