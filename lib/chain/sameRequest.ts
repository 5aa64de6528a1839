import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../base/record';
import { ServiceFailure } from '../base/failure';
import type { Asked } from '../run/paidWork';
import type { ItemStep } from './made';

/**
 * Makes what several items of the run ask for with the first of them; the others take its answer, and its failure: what was refused is
 * refused again, and what was lost may have been charged.
 */
export const sameRequest: ItemStep = async (next, item, options) => {
	const { common, gate, index } = item;
	if (common === undefined) return await next(item, options);
	const { id } = await item.account();
	let isFirst = false;
	const makeFirst = async () => {
		isFirst = true;
		return await next(item, options).catch((error: unknown) => new Failed(index, error));
	};
	const answering = gate.remember(`same:${id}:${keyOf(common)}`, makeFirst);
	const answer = isFirst ? await answering : await gate.aside(answering);
	if (!(answer instanceof Failed)) return answer;
	if (isFirst) throw answer.reason;
	// The first item ends the run with its error.
	if (!item.context.continueOnFail()) return { item: index, items: [] };
	throw answer.ofAnother();
};

/** Items that ask for the same with another file get another answer. */
export const keyOf = ({ hash, files }: Asked): string => [hash, ...files].join(' ');

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
