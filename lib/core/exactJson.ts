import { randomUUID } from 'node:crypto';

import { Big } from './decimal';
import { decodeInTurns, parseJson } from './decodeBody';
import { replaceOutsideStrings, tokensOutsideStrings } from './jsonTokens';
import { isContainer, MAX_LISTED_NAMES, withUnreadMarksOf } from './unreadMarks';
import type { Redactor } from './redact';

/** The numbers of a JSON text (RFC 8259, section 6). */
const NUMBER = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Without one of these, every number is what a double keeps. */
const MAYBE_INEXACT = /[\d.]{16}|[eE][+-]?\d{3}/;

const textNumberNames = new WeakMap<object, string[]>();

/** The names of the numbers in a decoded reply that are text, as JavaScript cannot hold all their digits; nothing where there are none. */
export function textNumbersMark(reply: object): { textNumbers?: string[] } {
	const names = textNumberNames.get(reply) ?? [];
	return names.length === 0 ? {} : { textNumbers: names.slice(0, MAX_LISTED_NAMES) };
}

/** Like `decodeInTurns`, with each number that a double would change as the text of its digits. */
export async function decodeWithExactNumbers(bytes: Buffer, redact?: Redactor): Promise<unknown> {
	const plain = await decodeInTurns(bytes, redact);
	const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
	if (!isContainer(plain) || !MAYBE_INEXACT.test(text)) return plain;
	const mark = `${randomUUID()} `;
	const marked = replaceOutsideStrings(text, NUMBER, (token) =>
		isExactInDouble(token) ? token : `"${mark}${token}"`,
	);
	if (marked === text) return plain;
	const exact = parseJson(marked);
	const names = containersIn(exact).map((reply) => [...unmarkNumbers(reply, mark, '')]);
	const value = withUnreadMarksOf(redact === undefined ? exact : redact.value(exact), plain);
	for (const [index, reply] of containersIn(value).entries())
		textNumberNames.set(reply, names[index] ?? []);
	return value;
}

/** Each object or list of a batch, or the one that is no batch. */
function containersIn(value: unknown): Array<Record<string, unknown>> {
	return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isContainer);
}

/** The first number in a JSON text that a double would change; undefined when there is none. */
export function firstInexactNumber(text: string): string | undefined {
	if (!MAYBE_INEXACT.test(text)) return undefined;
	for (const { token } of tokensOutsideStrings(text, NUMBER))
		if (!isExactInDouble(token)) return token;
	return undefined;
}

/** Whether a number is the same as a double; one that is too large for any is another matter. */
function isExactInDouble(token: string): boolean {
	const value = Number(token);
	// Most are written as JavaScript writes them.
	if (String(value) === token) return true;
	if (!Number.isFinite(value)) return true;
	if (/^-?\d+$/.test(token)) return Number.isSafeInteger(value);
	return new Big(token).eq(new Big(String(value)));
}

function* unmarkNumbers(
	value: Record<string, unknown>,
	mark: string,
	path: string,
): Generator<string> {
	for (const key of Object.keys(value)) {
		const [inner, name] = [value[key], path === '' ? key : `${path}.${key}`];
		if (isContainer(inner)) yield* unmarkNumbers(inner, mark, name);
		else if (typeof inner === 'string' && inner.startsWith(mark)) {
			value[key] = inner.slice(mark.length);
			yield name;
		}
	}
}
