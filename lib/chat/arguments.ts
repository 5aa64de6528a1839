import { parseExact } from '../core/decodeBody';
import { isRecord, type Json } from '../core/record';

/**
 * The arguments of a tool call, which are a JSON text (docs/maintainers/service.md#chat): `none` where there are none, however a model writes that;
 * undefined where they are no object.
 */
export function readArguments(given: unknown): Json | 'none' | undefined {
	if (given === undefined || given === null) return 'none';
	if (Array.isArray(given)) return given.length === 0 ? 'none' : undefined;
	if (isRecord(given)) return given;
	if (typeof given !== 'string') return undefined;
	if (given.trim() === '') return 'none';
	try {
		const value = parseExact(withoutRawControls(given));
		// A gateway may have written JSON into JSON.
		return typeof value === 'string' && /^\s*\{/.test(value) ? readArguments(value) : inner(value);
	} catch {
		return undefined;
	}
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;

/** Some models leave line breaks in strings as they are, which JSON does not allow and which can be read in one way only. */
function withoutRawControls(json: string): string {
	if (!/\p{Cc}/u.test(json)) return json;
	return json.replace(STRING, (text) =>
		text.replace(/\\.|\p{Cc}/gsu, (part) =>
			part.length > 1 ? part : JSON.stringify(part).slice(1, -1),
		),
	);
}

/** An empty list is how PHP writes an empty object. */
function inner(value: unknown): Json | 'none' | undefined {
	return typeof value === 'string' ? undefined : readArguments(value);
}
