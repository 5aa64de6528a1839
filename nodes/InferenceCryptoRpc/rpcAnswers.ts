import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { itemPlace, nodeError } from '../../lib/errors/nodeError';
import type { SendAll } from '../../lib/http/send';
import { rpcFailure, repliesOf, replyOf, type RpcReply } from '../../lib/rpc/reply';
import { callsOf, rpcFacts } from './rpcRequest';

/** Makes one call; an error of the network is the failure of the item. */
export const walkCall: SendAll = async function (options, send) {
	const answer = await send(options);
	const [call] = callsOf(options);
	const { method = '', id = null } = call ?? {};
	const facts = rpcFacts(answer, options);
	const reply = replyOf(answer);
	if ('rpcError' in reply) throw rpcFailure(method, reply.rpcError, facts);
	return [{ json: { network: network(this), method, id, ...reply, ...facts } as IDataObject }];
};

/** Makes a batch of calls; each is an item, and one that failed has `rpcError` or is an error, as the user chose. */
export const walkBatch: SendAll = async function (options, send) {
	const answer = await send(options);
	const calls = callsOf(options);
	const batch = { calls: calls.length, ...rpcFacts(answer, options) };
	const replies = repliesOf(calls, answer);
	const asErrors = this.getNodeParameter('options.onFailedCall', 'item') === 'error';
	return calls.map(({ id, method }, index) => {
		const reply = replies[index] as RpcReply;
		if (asErrors && 'rpcError' in reply) return failedCall(this, method, reply, { id, batch });
		return { json: { network: network(this), method, id, ...reply, batch } as IDataObject };
	});
};

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
