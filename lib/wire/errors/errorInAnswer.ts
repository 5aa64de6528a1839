import { cut } from '../../core/cut';
import { saysSomething } from '../../core/errorField';
import { isRecord, omitKeys, type Json } from '../../core/record';
import { wireText } from '../../core/wireText';
import { explainRefusal } from './explain';

/** What a served answer says of a failure: in words, and as it was sent. */
export interface ErrorInAnswer {
	message: string;
	sent: unknown;
}

/** The failure that a served answer, or a chunk of one, is about, with the errors that its choices have; undefined where it is none. Gateways and servers each have a form of their own for it. */
export function findErrorInAnswer(
	body: Json,
	event = '',
	errorsInside: unknown[] = [],
): ErrorInAnswer | undefined {
	const error = rawErrorIn(body, event, errorsInside);
	if (error === undefined) return undefined;
	const { message } = explainRefusal(200, error);
	return { message, sent: isRecord(error) ? (error.error ?? error) : error };
}

/** The failure in the form of a refusal's body. */
function rawErrorIn(body: Json, event: string, errorsInside: unknown[]): unknown {
	if (saysSomething(body.error)) return omitKeys(body, 'choices', 'usage');
	if (event === 'error' || body.object === 'error' || body.type === 'error') return { error: body };
	const inside = errorsInside.find(saysSomething);
	if (inside !== undefined) return { error: inside };
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

/** As much as a person reads of what the service says, in characters. */
const MAX_ERROR_CHARACTERS = 1_000;

/** What the facts of a job that failed say of why, as a sentence; empty where they say nothing. */
export function errorTextIn(facts: Record<string, unknown>): string {
	const { error, message, reason, detail } = facts;
	const nested = isRecord(error) ? (error.message ?? error.detail ?? error.code) : error;
	const said = [nested, message, reason, detail].find(isNonBlankText);
	const text = said ?? (saysSomething(error) ? JSON.stringify(error) : '');
	return cut(wireText(text), MAX_ERROR_CHARACTERS).text;
}
