import { randomUUID } from 'node:crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { rowsIn } from '../../lib/core/execution';
import { isRecord } from '../../lib/core/record';
import type { Prepare } from '../../lib/wire/send';
import {
	rpcBatchOf,
	rpcCallOf,
	rpcIdOf,
	requireExactNumbers,
	type RpcCall,
} from '../../lib/wire/rpcCall';
import { checkedIdempotencyKey, idempotencyKey } from '../../lib/wire/idempotencyKey';
import { header, requestIdOf, type Answer } from '../../lib/core/answer';
import { jsonArray } from '../../lib/fields/parseJson';

const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** Makes the one JSON-RPC request of the panel whole. */
export const addCall: Prepare = function (options) {
	requireExactNumbers(this.parameters.params ?? '[]', 'Method Parameters');
	const { id, ...call } = isRecord(options.body) ? options.body : {};
	const whole = { ...rpcCallOf(call, 'Call'), id: rpcIdOf(id, 'Call') ?? 1 };
	options.body = whole as unknown as IDataObject;
};

export const addBatch: Prepare = function (options) {
	const rows =
		this.parameters.input === 'json'
			? parseCallRows(this.parameters.callsJson ?? '[]')
			: rowsIn(this.parameters.calls, 'call');
	options.body = rpcBatchOf(rows) as unknown as IDataObject[];
};

function parseCallRows(json: unknown): unknown[] {
	const label = 'Calls (JSON)';
	requireExactNumbers(json, label);
	return jsonArray(json, label);
}

export function rpcCallsOf({ body }: IHttpRequestOptions): RpcCall[] {
	return [body].flat() as unknown as RpcCall[];
}

/** Adds the idempotency key to the request: the user's, or one of this execution, run, node and item. */
export const addIdempotencyKey: Prepare = function (options) {
	const enteredKey = String(this.parameters.options.idempotencyKey ?? '').trim();
	const key =
		enteredKey === ''
			? idempotencyKey({
					// Without an execution ID, each call is one of its own.
					executionId: this.getExecutionId() || randomUUID(),
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
			: checkedIdempotencyKey(enteredKey);
	options.headers = { ...options.headers, [IDEMPOTENCY_HEADER]: key };
};

/** What the answer says of the call: its price, and whether it is one that was given before. */
export function rpcFacts(answer: Answer, options: IHttpRequestOptions): IDataObject {
	const number = (name: string) => {
		const text = header(answer, name) ?? '';
		return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
	};
	return {
		credits: number('x-service-rpc-credits'),
		requestId: header(answer, 'x-request-id') ?? requestIdOf(answer.headers) ?? null,
		replayed: header(answer, 'idempotent-replayed') === 'true',
		idempotencyKey: String(options.headers?.[IDEMPOTENCY_HEADER] ?? ''),
	};
}
