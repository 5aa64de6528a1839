import { isRecord, omitKeys, type Json } from '../core/record';
import { saysSomething } from '../core/errorField';
import { explainRefusal } from '../wire/errors/explain';
import type { ChunkChoice } from './chunks';

/** What a served answer says of a failure: in words, and as it was sent. */
export interface ErrorInAnswer {
	message: string;
	sent: unknown;
}

/** The failure that a served answer, or a chunk of one, is about; undefined where it is none. Gateways and servers each have a form of their own for it. */
export function findErrorInAnswer(
	body: Json,
	event = '',
	choices: ChunkChoice[] = [],
): ErrorInAnswer | undefined {
	const error = rawErrorIn(body, event, choices);
	if (error === undefined) return undefined;
	const { message } = explainRefusal(200, error);
	return { message, sent: isRecord(error) ? (error.error ?? error) : error };
}

/** The failure in the form of a refusal's body. */
function rawErrorIn(body: Json, event: string, choices: ChunkChoice[]): unknown {
	if (saysSomething(body.error)) return omitKeys(body, 'choices', 'usage');
	if (event === 'error' || body.object === 'error' || body.type === 'error') return { error: body };
	for (const { facts, delta, message } of choices) {
		const errors = [facts.error, delta?.error, message?.error];
		const error = errors.find((one) => one !== undefined && saysSomething(one));
		if (error !== undefined) return { error };
	}
	if (isPresent(body.choices) || isPresent(body.usage)) return undefined;
	const { detail, errors, message, base_resp: inner } = body;
	const isWords = saysSomething(detail) || saysSomething(errors) || isNonBlankText(message);
	return isWords || isRefusalRecord(body) || (isRecord(inner) && isRefusalRecord(inner))
		? body
		: undefined;
}

/** Whether a record says what went wrong under a name of its own, or beside a code that is none of success. */
function isRefusalRecord(said: Json): boolean {
	const words = [said.error_msg, said.error_message, said.errorMessage, said.errorMsg];
	if (words.some(isNonBlankText)) return true;
	const hasFailed = said.success === false || /^(error|fail(ed|ure)?)$/i.test(String(said.status));
	if (hasFailed && [said.reason, said.msg].some(isNonBlankText)) return true;
	const code = said.code ?? said.status_code;
	const isGood = !isPresent(code) || ['0', '200'].includes(String(code));
	return !isGood && (isNonBlankText(said.msg) || isNonBlankText(said.status_msg));
}

function isPresent(value: unknown): boolean {
	return value !== undefined && value !== null;
}

function isNonBlankText(value: unknown): boolean {
	return typeof value === 'string' && value.trim() !== '';
}
