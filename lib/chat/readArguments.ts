import { parseJson, parseWithExactIntegers } from '../core/decodeBody';
import { isRecord, type Json } from '../core/record';

/**
 * The arguments of a tool call, which are a JSON text (docs/maintainers/service.md#chat): `none` where there are none, however a model writes that;
 * undefined where they are no object.
 */
export function readArguments(rawArguments: unknown): Json | 'none' | undefined {
	if (rawArguments === undefined || rawArguments === null) return 'none';
	if (Array.isArray(rawArguments)) return rawArguments.length === 0 ? 'none' : undefined;
	if (isRecord(rawArguments)) return rawArguments;
	if (typeof rawArguments !== 'string') return undefined;
	if (rawArguments.trim() === '') return 'none';
	try {
		const value = parseWithExactIntegers(withoutRawControls(rawArguments));
		// A gateway may have written JSON into JSON.
		return typeof value === 'string' && /^\s*\{/.test(value)
			? readArguments(value)
			: readUnlessText(value);
	} catch {
		return undefined;
	}
}

const JSON_STRING = /"[^"\\]*(?:\\.[^"\\]*)*"?/gs;

/** Some models leave line breaks in strings as they are, which JSON does not allow and which can be read in one way only. */
function withoutRawControls(json: string): string {
	if (!/\p{Cc}/u.test(json)) return json;
	return json.replace(JSON_STRING, (text) =>
		text.replace(/\\.|\p{Cc}/gsu, (part) =>
			part.length > 1 ? part : JSON.stringify(part).slice(1, -1),
		),
	);
}

/** An empty list is how PHP writes an empty object. */
function readUnlessText(value: unknown): Json | 'none' | undefined {
	return typeof value === 'string' ? undefined : readArguments(value);
}

/** The value of a JSON text; some models leave control characters in strings as they are. Throws a SyntaxError, or a ServiceFailure like `parseJson`. */
export function parseOrRepair(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return parseJson(withoutRawControls(text));
	}
}
