import { unreadableAnswerFailure, type Answer } from '../core/answer';
import { textNumbersMark } from '../core/exactJson';
import { ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { saysSomething } from '../core/errorField';
import { cut } from '../core/cut';
import { wireText } from '../core/wireText';
import type { RpcCall } from './rpcCall';

/** As much as a person reads. */
const MAX_REASON_CHARACTERS = 1_000;

interface RpcError {
	code: number | null;
	message: string;
	data?: unknown;
}

export type RpcReply = ({ result: unknown } | { rpcError: RpcError }) & {
	numbersAsText?: string[];
};

/**
 * The reply to one call: its result, or the error that JSON-RPC puts inside an HTTP 200 (docs/maintainers/service.md#json-rpc).
 * Throws a ServiceFailure of kind `malformed` when the answer is neither, or that to another call.
 */
export function singleReply({ id }: Pick<RpcCall, 'id'>, answer: Answer): RpcReply {
	const { body } = answer;
	const reply = Array.isArray(body) && body.length === 1 ? (body[0] as unknown) : body;
	const made = readReply(reply, answer);
	const given = isRecord(reply) ? reply : {};
	if (answersCall(given, id) || ('rpcError' in made && hasNoId(given))) return made;
	const found = hasNoId(given) ? 'it has none' : `is "${cut(wireText(given.id), 100).text}"`;
	throw unreadableAnswerFailure(
		answer,
		`The service answered another call: the ID of the answer must be "${id}", but ${found}`,
	);
}

/** The replies to a batch in the order of its calls, matched by ID alone; an error without one is that of every call that has no reply. */
export function batchReplies(calls: RpcCall[], answer: Answer): RpcReply[] {
	const { body } = answer;
	if (!Array.isArray(body)) {
		const [only, ...others] = calls;
		if (only !== undefined && others.length === 0) return [singleReply(only, answer)];
		const reply = readReply(body, answer);
		if ('rpcError' in reply) return calls.map(() => reply);
		throw unreadableAnswerFailure(answer, 'The service answered a batch with a single result');
	}
	const replies = body.filter(isRecord);
	const missing = errorOfMissingReply(replies.filter((reply) => hasNoId(reply) && hasError(reply)));
	return calls.map(({ id }) => {
		const [own, other] = replies.filter((reply) => answersCall(reply, id));
		if (own === undefined) return { rpcError: missing };
		if (other === undefined) return readReply(own, answer);
		const message = 'The service sent more than one answer to this call';
		return { rpcError: { code: null, message } };
	});
}

function readReply(reply: unknown, answer: Answer): RpcReply {
	if (isRecord(reply)) {
		if (hasError(reply)) return { rpcError: rpcErrorOf(reply.error), ...textNumbersMark(reply) };
		if ('result' in reply) return { result: reply.result, ...textNumbersMark(reply) };
	}
	throw unreadableAnswerFailure(answer, 'The service answered with neither a result nor an error');
}

/** One that says nothing is none beside a result. */
function hasError(reply: Json): boolean {
	const { error } = reply;
	if (error === undefined || error === null || error === '' || error === false) return false;
	return saysSomething(error) || !('result' in reply);
}

/** As the network answers what it could not read (JSON-RPC 2.0, section 5). */
function hasNoId({ id }: Json): boolean {
	return id === undefined || id === null;
}

/** Some networks answer a number as text. */
function answersCall(reply: Json, id: RpcCall['id']): boolean {
	return !hasNoId(reply) && wireText(reply.id) === String(id);
}

/** What is said of calls without a reply. */
function errorOfMissingReply(errors: Json[]): RpcError {
	const said = errors.map(({ error }) => rpcErrorOf(error));
	const [first = { code: null, message: 'The service sent no answer to this call' }] = said;
	const messages = [...new Set(said.map(({ message }) => message))];
	if (messages.length < 2) return first;
	return { code: null, message: cut(messages.join(' · '), MAX_REASON_CHARACTERS).text };
}

function rpcErrorOf(error: unknown): RpcError {
	const { code, message, data } = isRecord(error) ? error : { message: errorInWords(error) };
	return {
		code: typeof code === 'number' ? code : null,
		message:
			typeof message === 'string' && message !== ''
				? cut(message, MAX_REASON_CHARACTERS).text
				: 'The network named no reason',
		...(data === undefined ? {} : { data }),
	};
}

/** An error that is no object: its text, or several. */
function errorInWords(error: unknown): string {
	return Array.isArray(error) ? error.map(wireText).join(' · ') : wireText(error);
}

const CURE_OF_CODE: Record<string, string> = {
	'-32700': 'Check Method Parameters: the network could not read the call.',
	'-32600': 'Check Method and Method Parameters: the network rejected the call.',
	'-32601': 'Check Method: the network does not know it.',
	'-32602': 'Check Method Parameters: their number, order and form depend on the method.',
	'-32603': 'Try again later, or request less.',
	'-32005': 'Reduce the request, for example query fewer blocks.',
	'3': 'The contract refused the call; "data" says why in the form of the contract.',
};

/** An error of the network as the failure of an item; `details` are kept in it, so that nothing paid for is lost. */
export function rpcFailure(
	method: string,
	{ code, message, data }: RpcError,
	details: Record<string, unknown>,
): ServiceFailure {
	const number = code === null ? '' : ` (code ${code})`;
	return new ServiceFailure(`The network answered ${method} with an error: ${message}${number}`, {
		kind: 'refused',
		status: 200,
		cure:
			CURE_OF_CODE[String(code)] ??
			'See what the documentation of the network says about this error.',
		...(code === null ? {} : { code: String(code) }),
		requestId: typeof details.requestId === 'string' ? details.requestId : undefined,
		details: { ...details, rpcError: { code, message, data } },
	});
}
