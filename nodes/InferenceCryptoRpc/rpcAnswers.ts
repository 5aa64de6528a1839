import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { chosenIn, type ItemContext } from '../../lib/core/execution';
import { requireJson, type Answer } from '../../lib/core/answer';
import { unreadMarksOf } from '../../lib/core/unreadMarks';
import { decodeWithExactNumbers } from '../../lib/core/exactJson';
import { itemPositionOf, nodeError } from '../../lib/wire/errors/nodeError';
import type { Item } from '../../lib/run/item';
import type { RpcCall } from '../../lib/wire/rpcCall';
import { rpcFailure, batchReplies, singleReply, type RpcReply } from '../../lib/wire/rpcReply';
import { rpcCallsOf, rpcFacts } from './rpcRequest';

/** Makes one call; an error of the network is the failure of the item. */
export async function makeCall(item: Item): Promise<INodeExecutionData[]> {
	const { context, request } = item;
	const answer = await sendForExactAnswer(item);
	const [call] = rpcCallsOf(request) as [RpcCall];
	const { method, id } = call;
	const facts = rpcFacts(answer, request);
	const reply = singleReply(call, answer);
	if ('rpcError' in reply) throw rpcFailure(method, reply.rpcError, facts);
	const marks = unreadMarksOf(answer.body);
	const json = { network: networkName(context), method, id, ...reply, ...facts, ...marks };
	return [{ json: json as IDataObject }];
}

/** Makes a batch of calls; each is an item, and one that failed has `rpcError` or is an error, as the user chose. */
export async function makeBatch(item: Item): Promise<INodeExecutionData[]> {
	const { context, request } = item;
	const answer = await sendForExactAnswer(item);
	const calls = rpcCallsOf(request);
	const marks = unreadMarksOf(answer.body);
	const batch = { calls: calls.length, ...rpcFacts(answer, request) };
	const replies = batchReplies(calls, answer);
	const asErrors = context.parameters.options.onFailedCall === 'error';
	return calls.map(({ id, method }, index) => {
		const reply = replies[index] as RpcReply;
		if (asErrors && 'rpcError' in reply)
			return failedCallItem(context, method, reply, { id, batch });
		const json = { network: networkName(context), method, id, ...reply, batch, ...marks };
		return { json: json as IDataObject };
	});
}

async function sendForExactAnswer({ send, request }: Item): Promise<Answer> {
	return await send({ ...request, encoding: 'arraybuffer' }, { readBody: withExactNumbers });
}

async function withExactNumbers(answer: Answer): Promise<Answer> {
	if (!Buffer.isBuffer(answer.body)) return answer;
	const body = await decodeWithExactNumbers(answer.body, answer.redact);
	const exact = { ...answer, body };
	return typeof body === 'string' ? requireJson(exact) : exact;
}

/** Ends the item with the first call that failed, or goes on with an error item for each. */
function failedCallItem(
	context: ItemContext,
	method: string,
	{ rpcError }: Extract<RpcReply, { rpcError: unknown }>,
	{ id, batch }: { id: number | string; batch: IDataObject },
): INodeExecutionData {
	const failure = rpcFailure(`${method} (call ${id})`, rpcError, { ...batch, id });
	if (!context.continueOnFail()) throw failure;
	return { json: {}, error: nodeError(context.getNode(), failure, itemPositionOf(context)) };
}

function networkName(context: ItemContext): string {
	return chosenIn(context.parameters.network);
}
