import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { isRecord } from '../base/record';
import { isToolRun } from '../agent/toolRun';
import { ServiceFailure } from '../base/failure';
import type { Gate } from './gate';
import type { ItemRun } from './itemRun';
import type { PaidAnswer } from './paidItem';
import { commonRequest } from './requestHash';

/** What the request of an item has in common with items that ask for the same; undefined where each item pays separately. */
export function sameRequest(
	this: IExecuteSingleFunctions,
	node: INode,
	options: IHttpRequestOptions,
	{ plan, settings }: ItemRun,
): string | undefined {
	const shares = settings.reuseIdentical ?? plan.reusesIdentical === true;
	const items = this.getExecuteData().data.main?.[0]?.length ?? 1;
	if (!shares || plan.price === undefined || items < 2 || isToolRun(node)) return undefined;
	return commonRequest(this, node, options);
}

/**
 * What the first item of the run with that request makes; the others take its answer, and its failure: what was refused is refused again,
 * and what was lost may have been charged.
 */
export async function sharedAnswer(
	this: IExecuteSingleFunctions,
	gate: Gate,
	request: string,
	make: () => Promise<PaidAnswer>,
): Promise<PaidAnswer> {
	let isFirst = false;
	const index = this.getItemIndex();
	const makeFirst = async () => {
		isFirst = true;
		const first = await make().catch((error: unknown) => new Failed(index, error));
		return first;
	};
	const answering = gate.remember(`same:${request}`, makeFirst);
	const answer = isFirst ? await answering : await gate.aside(answering);
	if (!(answer instanceof Failed)) return answer;
	if (isFirst) throw answer.reason;
	// The first item ends the run with its error.
	if (!this.continueOnFail()) return { item: index, items: [] };
	throw answer.ofAnother();
}

/** Why the first item with a request failed. */
class Failed {
	constructor(
		private readonly item: number,
		readonly reason: unknown,
	) {}

	/** The same reason for an item that shares the request. */
	ofAnother(): unknown {
		const { item, reason } = this;
		if (!(reason instanceof ServiceFailure)) return reason;
		return reason.as(`Same request as item ${item + 1}, which failed: ${reason.message}`);
	}
}

/** The items of an answer that another item has paid for. */
export function reused(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((item) => {
		const json = structuredClone(item.json);
		const free = Object.fromEntries(
			['cost', 'estimate']
				.filter((name) => name in json)
				.map((name) => [name, nothing(json[name])]),
		);
		return { ...item, json: { ...json, ...free, reused: true } };
	});
}

/** A cost of the same form, of nothing. */
function nothing(cost: unknown): IDataObject {
	if (!isRecord(cost)) return { amount: 0, currency: 'USD' };
	if (typeof cost.currency === 'string') return { amount: 0, currency: cost.currency };
	return Object.fromEntries(Object.keys(cost).map((currency) => [currency, 0]));
}
