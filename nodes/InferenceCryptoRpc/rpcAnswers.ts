import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { withJson, type Answer } from '../../lib/core/answer';
import { unreadMark } from '../../lib/core/unreadMarks';
import { decodeExactly } from '../../lib/core/exactJson';
import { itemPlace, nodeError } from '../../lib/wire/errors/nodeError';
import type { Send, SendAll } from '../../lib/wire/send';
import type { RpcCall } from '../../lib/wire/rpcCall';
import { rpcFailure, repliesOf, replyOf, type RpcReply } from '../../lib/wire/rpcReply';
import { callsOf, rpcFacts } from './rpcRequest';

/** Makes one call; an error of the network is the failure of the item. */
export const walkCall: SendAll = async function (options, send) {
	const answer = await exactAnswer(options, send);
	const [call] = callsOf(options) as [RpcCall];
	const { method, id } = call;
	const facts = rpcFacts(answer, options);
	const reply = replyOf(call, answer);
	if ('rpcError' in reply) throw rpcFailure(method, reply.rpcError, facts);
	const marks = unreadMark(answer.body);
	const json = { network: network(this), method, id, ...reply, ...facts, ...marks };
	return [{ json: json as IDataObject }];
};

/** Makes a batch of calls; each is an item, and one that failed has `rpcError` or is an error, as the user chose. */
export const walkBatch: SendAll = async function (options, send) {
	const answer = await exactAnswer(options, send);
	const calls = callsOf(options);
	const marks = unreadMark(answer.body);
	const batch = { calls: calls.length, ...rpcFacts(answer, options) };
	const replies = repliesOf(calls, answer);
	const asErrors = this.getNodeParameter('options.onFailedCall', 'item') === 'error';
	return calls.map(({ id, method }, index) => {
		const reply = replies[index] as RpcReply;
		if (asErrors && 'rpcError' in reply) return failedCall(this, method, reply, { id, batch });
		const json = { network: network(this), method, id, ...reply, batch, ...marks };
		return { json: json as IDataObject };
	});
};

/** The answer with all digits of its numbers. */
async function exactAnswer(options: IHttpRequestOptions, send: Send): Promise<Answer> {
	return await send({ ...options, encoding: 'arraybuffer' }, { readBody: withDigits });
}

function withDigits(answer: Answer): Answer {
	if (!Buffer.isBuffer(answer.body)) return answer;
	const body = decodeExactly(answer.body, answer.redact);
	const exact = { ...answer, body };
	return typeof body === 'string' ? withJson(exact) : exact;
}

/** Ends the item with the first call that failed, or goes on with an error item for each. */
function failedCall(
	context: IExecuteSingleFunctions,
	method: string,
	{ rpcError }: Extract<RpcReply, { rpcError: unknown }>,
	{ id, batch }: { id: number | string; batch: IDataObject },
): INodeExecutionData {
	const failure = rpcFailure(`${method} (call ${id})`, rpcError, { ...batch, id });
	if (!context.continueOnFail()) throw failure;
	return { json: {}, error: nodeError(context.getNode(), failure, itemPlace(context)) };
}

function network(context: IExecuteSingleFunctions): string {
	return String(context.getNodeParameter('network', '', { extractValue: true }));
}
