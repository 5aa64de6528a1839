import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../lib/core/record';
import type { Prepare } from '../../lib/wire/send';
import { batchOf, callOf, idOf, requireExact, type RpcCall } from '../../lib/wire/rpcCall';
import { givenKey, idempotencyKey } from '../../lib/wire/idempotencyKey';
import { header, requestId, type Answer } from '../../lib/core/answer';
import { clock } from '../../lib/core/clock';
import { jsonArray } from '../../lib/fields/parseJson';

const KEY_HEADER = 'Idempotency-Key';

/** Makes the one JSON-RPC request of the panel whole. */
export const addCall: Prepare = function (options) {
	requireExact(this.getNodeParameter('params', '[]'), 'Params');
	const { id, ...call } = isRecord(options.body) ? options.body : {};
	const whole = { ...callOf(call, 'Call'), id: idOf(id, 'Call') ?? 1 };
	options.body = whole as unknown as IDataObject;
};

/** Puts the batch of the panel into the request, each call with an ID. */
export const addBatch: Prepare = function (options) {
	const rows =
		this.getNodeParameter('input', 'calls') === 'json'
			? rowsOf(this.getNodeParameter('callsJson', '[]'))
			: (this.getNodeParameter('calls.call', []) as unknown[]);
	options.body = batchOf(rows) as unknown as IDataObject[];
};

function rowsOf(json: unknown): unknown[] {
	const label = 'Calls (JSON)';
	requireExact(json, label);
	return jsonArray(json, label);
}

/** The calls that a request carries. */
export function callsOf({ body }: IHttpRequestOptions): RpcCall[] {
	return [body].flat() as unknown as RpcCall[];
}

/** Adds the idempotency key to the request: the user's, or one of this execution, run, node and item. */
export const addKey: Prepare = function (options) {
	const given = String(this.getNodeParameter('options.idempotencyKey', '') ?? '').trim();
	const key =
		given === ''
			? idempotencyKey({
					// Without an execution ID, only the time distinguishes executions.
					executionId: this.getExecutionId() || String(clock.now()),
					runIndex: Number(this.evaluateExpression('{{ $runIndex }}', this.getItemIndex())) || 0,
					itemIndex: this.getItemIndex(),
					others: [
						this.getInstanceId(),
						this.getWorkflow().id ?? '',
						this.getNode().id,
						options.url,
						options.body,
					],
				})
			: givenKey(given);
	options.headers = { ...options.headers, [KEY_HEADER]: key };
};

/** What the answer says of the call: its price, and whether it is one that was given before. */
export function rpcFacts(answer: Answer, options: IHttpRequestOptions): IDataObject {
	const number = (name: string) => {
		const text = header(answer, name) ?? '';
		return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
	};
	return {
		credits: number('x-service-rpc-credits'),
		requestId: header(answer, 'x-request-id') ?? requestId(answer.headers) ?? null,
		replayed: header(answer, 'idempotent-replayed') === 'true',
		idempotencyKey: String(options.headers?.[KEY_HEADER] ?? ''),
	};
}
