import { parseJson, parseWithExactIntegers } from '../core/decodeBody';
import { endOfString, replaceOutsideStrings } from '../core/jsonTokens';
import { isRecord, type Json } from '../core/record';

/** The arguments of a tool call: their values, and the JSON text that stands for them, with all digits of their numbers. */
export interface CallArguments {
	args: Json;
	text: string;
}

/**
 * The arguments of a tool call, which are a JSON text (docs/maintainers/service.md#chat); none are empty ones, however a model writes
 * that. Undefined where they are no object.
 */
export function readArguments(givenArguments: unknown): CallArguments | undefined {
	if (isBlank(givenArguments)) return { args: {}, text: '{}' };
	// An empty list is how PHP writes an empty object.
	if (Array.isArray(givenArguments))
		return givenArguments.length === 0 ? readArguments('') : undefined;
	if (isRecord(givenArguments))
		return { args: givenArguments, text: JSON.stringify(givenArguments) };
	if (typeof givenArguments !== 'string') return undefined;
	try {
		const text = withoutRawControls(givenArguments);
		const value = parseWithExactIntegers(text);
		if (isRecord(value)) return { args: value, text };
		// A gateway may have written JSON into JSON.
		return typeof value === 'string' && !/^\s*\{/.test(value) ? undefined : readArguments(value);
	} catch {
		return undefined;
	}
}

/** Whether arguments are none that a model has written. */
export function isBlank(givenArguments: unknown): boolean {
	if (givenArguments === undefined || givenArguments === null) return true;
	return typeof givenArguments === 'string' && givenArguments.trim() === '';
}

/** Some models leave line breaks in strings as they are, which JSON does not allow and which can be read in one way only. */
function withoutRawControls(json: string): string {
	if (!/\p{Cc}/u.test(json)) return json;
	let [mended, from] = ['', 0];
	for (let start = json.indexOf('"'); start >= 0; start = json.indexOf('"', from)) {
		const end = endOfString(json, start + 1);
		mended += json.slice(from, start) + json.slice(start, end).replace(/\\.|\p{Cc}/gsu, escaped);
		from = end;
	}
	return mended + json.slice(from);
}

const escaped = (part: string) => (part.length > 1 ? part : JSON.stringify(part).slice(1, -1));

/** NaN and Infinity, which JSON does not have, and quotes. */
const NO_NUMBER = /"|-?\b(?:NaN|Infinity)\b/g;

/**
 * The value of a JSON text; some models leave control characters in strings as they are, and some servers write NaN and Infinity. Throws
 * a SyntaxError, or a ServiceFailure like `parseJson`.
 */
export function parseOrRepair(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		// It is as little a number as 1e999, and is marked like that.
		return parseJson(replaceOutsideStrings(withoutRawControls(text), NO_NUMBER, () => '1e999'));
	}
}
