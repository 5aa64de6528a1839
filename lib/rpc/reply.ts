import { unreadable, type Answer } from '../base/answer';
import { ServiceFailure } from '../base/failure';
import { isRecord } from '../base/record';
import { cut } from '../text/cut';
import { wireText } from '../text/wireText';
import type { RpcCall } from './call';

/** As much as a person reads. */
const LONGEST_REASON = 1_000;

interface RpcError {
	code: number | null;
	message: string;
	data?: unknown;
}

export type RpcReply = { result: unknown } | { rpcError: RpcError };

/**
 * The reply to one call: its result, or the error that JSON-RPC puts inside an HTTP 200 (docs/service.md#json-rpc).
 * Throws a ServiceFailure of kind `malformed` when the answer is neither.
 */
export function replyOf(answer: Answer, body = answer.body): RpcReply {
	const reply = Array.isArray(body) && body.length === 1 ? (body[0] as unknown) : body;
	if (isRecord(reply)) {
		if (isRecord(reply.error)) return { rpcError: errorOf(reply.error) };
		if ('result' in reply) return { result: reply.result };
	}
	throw unreadable(answer, 'The service answered with neither a result nor an error');
}

/** The replies to a batch in the order of its calls, matched by ID alone; one error for the whole batch counts for every call. */
export function repliesOf(calls: RpcCall[], answer: Answer): RpcReply[] {
	const { body } = answer;
	if (!Array.isArray(body)) {
		const reply = replyOf(answer);
		return calls.map(() => reply);
	}
	const byId = new Map(body.filter(isRecord).map((reply) => [wireText(reply.id), reply]));
	return calls.map(({ id }) => {
		const reply = byId.get(String(id));
		if (reply !== undefined) return replyOf(answer, reply);
		return {
			rpcError: { code: null, message: 'The service sent no answer to this call' },
		};
	});
}

function errorOf(error: Record<string, unknown>): RpcError {
	const { code, message, data } = error;
	return {
		code: typeof code === 'number' ? code : null,
		message:
			typeof message === 'string' && message !== ''
				? cut(message, LONGEST_REASON).text
				: 'The network named no reason',
		...(data === undefined ? {} : { data }),
	};
}

const CURES: Record<string, string> = {
	'-32700': 'Check Params: the network could not read the call.',
	'-32600': 'Check Method and Params: the network rejected the call.',
	'-32601': 'Check Method: the network does not know it.',
	'-32602': 'Check Params: their number, order and form depend on the method.',
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
		cure: CURES[String(code)] ?? 'See what the documentation of the network says about this error.',
		...(code === null ? {} : { code: String(code) }),
		requestId: typeof details.requestId === 'string' ? details.requestId : undefined,
		details: { ...details, rpcError: { code, message, data } },
	});
}
