import { MAX_ANSWER_BYTES, MAX_JSON_CONTAINERS, MAX_JSON_LEVELS, tooLargeFailure } from './bounds';
import { nextTurn } from './clock';
import type { Redactor } from './redact';
import { isStream, readAll, type ReadLimits } from './streams';
import { markTextsUnlessUtf8, nullForInfinity, withUnreadMarksOf } from './unreadMarks';
import { endOfString, replaceOutsideStrings } from './jsonTokens';

/**
 * The whole body of an answer that is served, without secrets: decoded, or as bytes. Throws like `readAll`, and for JSON that is nested
 * too deeply or has too many parts.
 */
export async function readServedBody(
	body: unknown,
	limits: ReadLimits,
	redact: Redactor,
	isDecoded: boolean,
): Promise<unknown> {
	const whole = isStream(body) ? await readAll(body, limits) : body;
	return isDecoded ? await decodeInTurns(whole, redact) : redact.body(whole);
}

/** Bytes that are read, decoded and made use of in turns of n8n's loop of their own. */
const LARGE_BYTES = 1_000_000;

/** Like `decodeBody`; others have a turn before and after a large body. */
export async function decodeInTurns(body: unknown, redact?: Redactor): Promise<unknown> {
	const isLarge = Buffer.isBuffer(body) && body.length > LARGE_BYTES;
	if (isLarge) await nextTurn();
	const said = decodeBody(body, redact);
	if (isLarge) await nextTurn();
	return said;
}

/** What a refusal says, decoded and without secrets; empty where it cannot be read, as its status says enough. Throws where the signal is aborted. */
export async function readRefusalBody(
	body: unknown,
	limits: ReadLimits,
	redact: Redactor,
	signal?: AbortSignal,
): Promise<unknown> {
	const said = readServedBody(body, { ...limits, bytes: MAX_ANSWER_BYTES.error }, redact, true);
	return await said.catch((error: unknown) => {
		limits.end?.();
		if (signal?.aborted) throw error;
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
	const said = jsonOrText(text);
	if (Buffer.isBuffer(body)) markTextsUnlessUtf8(body, text, said);
	if (redact === undefined) return said;
	return withUnreadMarksOf(redact.parsed(text, said), said);
}

function jsonOrText(text: string): unknown {
	const isLarge = mayHaveLargeNumbers(text);
	try {
		return nullForInfinity(JSON.parse(text), isLarge);
	} catch {
		return text;
	}
}

/** The value of a JSON text. Throws a SyntaxError for other texts, and a ServiceFailure for one that is nested too deeply or has too many parts. */
export function parseJson(text: string): unknown {
	const isLarge = mayHaveLargeNumbers(text);
	return nullForInfinity(JSON.parse(text), isLarge);
}

const NUMBER = /"|-?\d[\d.eE+-]*/g;
/** A whole number that a double may round. */
const LONG_INTEGER = /^-?\d{16,}$/;

/** The same with each whole number that a double would round as a text of its digits; `onLongInteger` gets them. Throws like `parseJson`. */
export function parseWithExactIntegers(
	text: string,
	onLongInteger: (digits: string) => void = () => undefined,
): unknown {
	if (!/\d{16}/.test(text)) return parseJson(text);
	const exact = replaceOutsideStrings(text, NUMBER, (found) => {
		if (!LONG_INTEGER.test(found) || String(Number(found)) === found) return found;
		onLongInteger(found);
		return `"${found}"`;
	});
	return parseJson(exact);
}

/** What a sign of JSON is, where that matters outside of strings; 0 for all others (RFC 8259, section 2). */
const KINDS = new Uint8Array(128);
const [QUOTE, OPENING, CLOSING, DIGIT, EXPONENT] = [1, 2, 3, 4, 5] as const;
for (const [kind, signs] of [
	[QUOTE, '"'],
	[OPENING, '[{'],
	[CLOSING, ']}'],
	[DIGIT, '0123456789'],
	[EXPONENT, 'eE'],
] as const)
	for (const sign of signs) KINDS[sign.charCodeAt(0)] = kind;

/** A double holds each number of fewer digits whose exponent has fewer than three. */
const MANY_DIGITS = 200;
const LONG_EXPONENT = 3;
const LARGE_NUMBER = new RegExp(`\\b\\d{${MANY_DIGITS}}|e\\+?\\d{${LONG_EXPONENT}}`, 'i');

/**
 * One pass over a JSON text, without parsing: a parser has filled the memory before it ends. Returns whether it may have a number that no double
 * holds, such as 1e999. Throws a ServiceFailure for one that is nested too deeply or has too many parts.
 */
function mayHaveLargeNumbers(text: string): boolean {
	if (!/^\s*[[{]/.test(text)) return false;
	// A short one has neither too many levels nor parts; a string may look like a number.
	if (text.length <= MAX_JSON_LEVELS) return LARGE_NUMBER.test(text);
	let [depth, containers, isLarge] = [0, 0, false];
	for (let at = 0; at < text.length; at++) {
		const kind = KINDS[text.charCodeAt(at)];
		if (kind === QUOTE) at = endOfString(text, at + 1) - 1;
		else if (kind === DIGIT) {
			const end = endOfDigits(text, at);
			isLarge ||= end - at >= MANY_DIGITS;
			at = end - 1;
		} else if (kind === EXPONENT) {
			const start = text[at + 1] === '+' ? at + 2 : at + 1;
			isLarge ||= endOfDigits(text, start) - start >= LONG_EXPONENT;
		} else if (kind === CLOSING) depth--;
		else if (kind !== OPENING) continue;
		else if (++depth > MAX_JSON_LEVELS)
			throw tooLargeFailure(`more than ${MAX_JSON_LEVELS} levels`);
		else if (++containers > MAX_JSON_CONTAINERS)
			throw tooLargeFailure(`more than ${MAX_JSON_CONTAINERS} parts`);
	}
	return isLarge;
}

function endOfDigits(text: string, start: number): number {
	let end = start;
	while (KINDS[text.charCodeAt(end)] === DIGIT) end++;
	return end;
}

/**
 * Bytes as text; throws a TypeError for bytes that are no text in that encoding. In one piece, Node.js 20 reads Windows-1252 as Latin-1,
 * so it is never asked to.
 */
export function textOfBytes(bytes: Uint8Array, encoding: string): string {
	const decoder = new TextDecoder(encoding, { fatal: true });
	return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** The byte order marks of UTF-16 (Unicode, 23.8). */
const UTF_16_OF_BYTE_ORDER_MARK: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** The text that bytes are in UTF-8, or in marked UTF-16, without control characters; the last one may be cut. Undefined for other bytes. */
export function textIn(bytes: Buffer): string | undefined {
	const encoding = UTF_16_OF_BYTE_ORDER_MARK[bytes.toString('hex', 0, 2)] ?? 'utf-8';
	try {
		const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
		return /(?!\s)\p{Cc}/u.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}
