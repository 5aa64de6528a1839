import { isRecord, without, type Json } from '../core/record';
import { saysSomething } from '../core/serviceError';
import { explain } from '../wire/errors/explain';

/** What a served answer says of a failure: in words, and as it was sent. */
export interface SaidError {
	message: string;
	sent: unknown;
}

/** The failure that a served answer, or a chunk of one, is about; undefined where it is none. Gateways and servers each have a form of their own for it. */
export function serviceErrorIn(body: Json, event = ''): SaidError | undefined {
	const error = errorIn(body, event);
	if (error === undefined) return undefined;
	const { message } = explain(200, error);
	return { message, sent: isRecord(error) ? (error.error ?? error) : error };
}

/** The failure in the form of a refusal's body. */
function errorIn(body: Json, event: string): unknown {
	if (saysSomething(body.error)) return without(body, 'choices', 'usage');
	if (event === 'error' || body.object === 'error' || body.type === 'error') return { error: body };
	const choices = (Array.isArray(body.choices) ? body.choices : []).filter(isRecord);
	for (const { error, delta, message } of choices) {
		const inner = [error, ...[delta, message].map((part) => isRecord(part) && part.error)];
		const found = inner.find(saysSomething);
		if (found !== undefined) return { error: found };
	}
	if (isThere(body.choices) || isThere(body.usage)) return undefined;
	const { detail, errors, message, base_resp: inner } = body;
	const isWords = saysSomething(detail) || saysSomething(errors) || isText(message);
	return isWords || isRefusal(body) || (isRecord(inner) && isRefusal(inner)) ? body : undefined;
}

/** Whether a record says what went wrong under a name of its own, or beside a code that is none of success. */
function isRefusal(said: Json): boolean {
	if ([said.error_msg, said.error_message, said.errorMessage].some(isText)) return true;
	const code = said.code ?? said.status_code;
	const isGood = !isThere(code) || ['0', '200'].includes(String(code));
	return !isGood && (isText(said.msg) || isText(said.status_msg));
}

function isThere(value: unknown): boolean {
	return value !== undefined && value !== null;
}

function isText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}
