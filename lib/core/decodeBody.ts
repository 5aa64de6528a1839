import { ANSWER_BYTES, DEEPEST_JSON, MOST_CONTAINERS, tooLarge } from './bounds';
import type { Redactor } from './redact';
import { isStream, readAll, type ReadLimits } from './streams';

/**
 * The whole body of an answer that is served, without secrets: decoded, or as bytes. Throws like `readAll`, and for JSON that is nested
 * too deeply or has too many parts.
 */
export async function servedBody(
	body: unknown,
	limits: ReadLimits,
	redact: Redactor,
	isDecoded: boolean,
): Promise<unknown> {
	const whole = isStream(body) ? await readAll(body, limits) : body;
	return isDecoded ? decodeBody(whole, redact) : redact.body(whole);
}

/** What a refusal says, decoded and without secrets; empty where it cannot be read, as its status says enough. Throws where `stopped` is aborted. */
export async function refusedBody(
	body: unknown,
	limits: ReadLimits,
	redact: Redactor,
	stopped?: { readonly aborted: boolean },
): Promise<unknown> {
	const said = servedBody(body, { ...limits, bytes: ANSWER_BYTES.error }, redact, true);
	return await said.catch((error: unknown) => {
		limits.end?.();
		if (stopped?.aborted) throw error;
		return '';
	});
}

/**
 * A body as the service meant it: JSON where it parses as JSON, otherwise text; without secrets if there is a redactor. Bytes are read as
 * UTF-8. Throws a ServiceFailure for JSON that is nested too deeply or has too many parts.
 */
export function decodeBody(body: unknown, redact?: Redactor): unknown {
	const given = Buffer.isBuffer(body) ? body.toString('utf8') : body;
	if (typeof given !== 'string') return redact ? redact.value(given) : given;
	const text = given.replace(/^\uFEFF/, '');
	requireFewParts(text);
	const said = parsedOr(text);
	if (Buffer.isBuffer(body)) markDamage(body, text, said);
	if (redact === undefined) return said;
	return withMarks(redact.parsed(text, said), said);
}

/** A value that was made of another one, with the marks of what could not be read in that. */
export function withMarks(made: unknown, of: unknown): unknown {
	if (!isContainer(of) || !isContainer(made) || made === of) return made;
	lost.set(made, lostNumbers(of));
	damaged.set(made, damagedTexts(of));
	return made;
}

/** What stands for bytes that are no UTF-8 (Unicode, 3.9). */
const REPLACEMENT = '\ufffd';

/** Notes which texts of a value are not what was sent, as the bytes of the body are no UTF-8. */
function markDamage(bytes: Buffer, text: string, said: unknown): void {
	if (text.includes(REPLACEMENT) && !isUtf8(bytes)) markTexts(said);
}

/** Notes which texts of a value have a place where bytes were no UTF-8. */
export function markTexts(said: unknown): void {
	if (isContainer(said)) damaged.set(said, [...damagedIn(said, '')].slice(0, MOST_NAMES));
}

/** Whether bytes are UTF-8. */
export function isUtf8(bytes: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

function* damagedIn(value: Record<string, unknown>, place: string): Generator<string> {
	for (const key of Object.keys(value)) {
		const [inner, name] = [value[key], place === '' ? key : `${place}.${key}`];
		if (isContainer(inner)) yield* damagedIn(inner, name);
		else if (`${key}${typeof inner === 'string' ? inner : ''}`.includes(REPLACEMENT)) yield name;
	}
}

function parsedOr(text: string): unknown {
	try {
		return finite(text, JSON.parse(text));
	} catch {
		return text;
	}
}

/** The value of a JSON text. Throws a SyntaxError for other texts, and a ServiceFailure for one that is nested too deeply or has too many parts. */
export function parseJson(text: string): unknown {
	requireFewParts(text);
	return finite(text, JSON.parse(text));
}

/** Strings of JSON, which stay as they are, and whole numbers that a double may round. */
const LONG_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])/gs;

/** The same with each whole number that a double would round as a text of its digits; `note` gets them. Throws like `parseJson`. */
export function parseExact(
	text: string,
	note: (digits: string) => void = () => undefined,
): unknown {
	if (!/\d{16}/.test(text)) return parseJson(text);
	const exact = text.replace(LONG_INTEGER, (found) => {
		if (found.startsWith('"') || String(Number(found)) === found) return found;
		note(found);
		return `"${found}"`;
	});
	return parseJson(exact);
}

/** Digits of a number that no double may hold, such as 1e999. */
const HUGE = /\d[eE]\+?\d{3}|\d{300}/;

/** As many as a person reads. */
const MOST_NAMES = 20;

const lost = new WeakMap<object, string[]>();
const damaged = new WeakMap<object, string[]>();

/** The names of the numbers of a decoded body that are null because no double holds them; empty for almost all. */
export function lostNumbers(body: unknown): string[] {
	return (isContainer(body) && lost.get(body)) || [];
}

/** The names of those numbers for the output, and of the texts whose bytes were no UTF-8, where there are any. */
export function unreadMark(...bodies: unknown[]): {
	unreadNumbers?: string[];
	unreadTexts?: string[];
} {
	const named = (found: (body: unknown) => string[]) =>
		[...new Set(bodies.flatMap(found))].slice(0, MOST_NAMES);
	const [unreadNumbers, unreadTexts] = [named(lostNumbers), named(damagedTexts)];
	return {
		...(unreadNumbers.length > 0 && { unreadNumbers }),
		...(unreadTexts.length > 0 && { unreadTexts }),
	};
}

/** The names of the texts of a decoded body whose bytes were no UTF-8; empty for almost all. */
export function damagedTexts(body: unknown): string[] {
	return (isContainer(body) && damaged.get(body)) || [];
}

/** The value with null for each number that no double holds. */
function finite(text: string, value: unknown): unknown {
	if (value === Infinity || value === -Infinity) return null;
	if (!HUGE.test(text) || !isContainer(value)) return value;
	const names = infiniteIn(value, '');
	if (names.length > 0) lost.set(value, names.slice(0, MOST_NAMES));
	return value;
}

function infiniteIn(value: Record<string, unknown>, place: string): string[] {
	return Object.keys(value).flatMap((key) => {
		const [inner, name] = [value[key], place === '' ? key : `${place}.${key}`];
		if (isContainer(inner)) return infiniteIn(inner, name);
		if (inner !== Infinity && inner !== -Infinity) return [];
		value[key] = null;
		return [name];
	});
}

function isContainer(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

const [QUOTE, BRACKET, END_BRACKET, BRACE, END_BRACE] = [...'"[]{}'].map((sign) =>
	sign.charCodeAt(0),
);

/** Counts without parsing: a parser has filled the memory before it ends. */
function requireFewParts(text: string): void {
	if (!/^\s*[[{]/.test(text) || opensAtMost(DEEPEST_JSON, text)) return;
	let depth = 0;
	let containers = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) at = endOfString(text, at + 1) - 1;
		else if (code === END_BRACKET || code === END_BRACE) depth--;
		else if (code !== BRACKET && code !== BRACE) continue;
		else if (++depth > DEEPEST_JSON) throw tooLarge(`more than ${DEEPEST_JSON} levels`);
		else if (++containers > MOST_CONTAINERS) throw tooLarge(`more than ${MOST_CONTAINERS} parts`);
	}
}

/** Whether a text has so few opening brackets, those in its strings included, that neither levels nor parts can be too many. */
function opensAtMost(most: number, text: string): boolean {
	let opened = 0;
	for (let at = 0; at < text.length && opened <= most; at++) {
		const code = text.charCodeAt(at);
		if (code === BRACKET || code === BRACE) opened++;
	}
	return opened <= most;
}

/** The place after the quote that ends a string of JSON (RFC 8259, section 7). */
function endOfString(text: string, start: number): number {
	for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
		let escapes = end;
		while (text.charCodeAt(escapes - 1) === 92) escapes--;
		if ((end - escapes) % 2 === 0) return end + 1;
	}
	return text.length;
}
