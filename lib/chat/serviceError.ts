import { isRecord, without } from '../base/record';
import { explain } from '../errors/explain';

type Json = Record<string, unknown>;

/**
 * What a served answer, or a chunk of one, says of a failure, explained; undefined where it says nothing of one.
 * Gateways and inference servers each have a form of their own for it.
 */
export function serviceErrorIn(body: Json, event = ''): string | undefined {
	const error = errorIn(body, event);
	return error === undefined ? undefined : explain(200, error).message;
}

/** The failure in the form of a refusal's body. */
function errorIn(body: Json, event: string): unknown {
	if (isSaid(body.error)) return without(body, 'choices', 'usage');
	if (event === 'error' || body.object === 'error' || body.type === 'error') return { error: body };
	const choices = (Array.isArray(body.choices) ? body.choices : []).filter(isRecord);
	for (const { error, delta, message } of choices) {
		const inner = [error, ...[delta, message].map((part) => isRecord(part) && part.error)];
		const found = inner.find(isSaid);
		if (found !== undefined) return { error: found };
	}
	if (body.choices !== undefined || body.usage !== undefined) return undefined;
	const isWords = isSaid(body.detail) || isSaid(body.errors) || isText(body.message);
	return isWords ? body : undefined;
}

/** Whether a value says something: some send an empty error with every chunk. */
function isSaid(value: unknown): boolean {
	if (Array.isArray(value)) return value.length > 0;
	return isRecord(value) ? Object.values(value).some(isSaid) : isText(value) || isNumber(value);
}

function isText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}

function isNumber(value: unknown): boolean {
	return typeof value === 'number' && value !== 0;
}
