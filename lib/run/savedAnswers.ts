import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure } from '../core/failure';
import { reportedCost, usdWorthOf } from '../core/cost';
import { isRecord } from '../core/record';
import { storedFileIds } from '../files/storedFile';
import type { Item, ItemStep } from './item';
import { isKeptAnswer, itemsOfKeptAnswer } from './makeRequests';
import { retryKey } from './saved/keys';

type MakeItems = () => Promise<INodeExecutionData[]>;

/** Takes the answer of an item from another one that asks for the same, or from an earlier try of the node; else keeps what it pays for. */
export const reuseSavedAnswers: ItemStep = async (next, item) => {
	const { answers, store } = item;
	const makeOnce = async () => {
		if (answers === undefined) return await next(item);
		const account = await item.signIn().catch((error: unknown) => {
			// Nothing else that was paid for needs the account.
			if (item.operation.secretShownOnce === true) throw error;
			return undefined;
		});
		return await answers.itemsOnce(String(item.index), await retryKey(item), account, {
			async make(isRepeat) {
				item.isRepeat = isRepeat;
				return await next(item);
			},
			toKeep: (items) => item.keptAnswer ?? items,
			itemsOf: async (kept) =>
				isKeptAnswer(kept) ? await itemsOfKeptAnswer(item, kept) : (kept as INodeExecutionData[]),
		});
	};
	const items = await sharedItems(item, makeOnce);
	if (items.every(({ error }) => error === undefined)) {
		store?.noteItemAnswered(String(item.index), item.count);
		if (item.operation.price !== undefined) notePaidItem(item, items);
	}
	return items;
};

/** What an item has paid for, for the error of a run that ends with another item. */
function notePaidItem({ index, run }: Item, items: INodeExecutionData[]): void {
	const [{ json } = { json: {} as IDataObject }] = items;
	const isOwn = json.reused !== true;
	// Another item of the run has paid for it.
	if (!isOwn && json.paidInExecution === undefined) return;
	run.noteItem('paid');
	const files = storedFileIds(items);
	const cost = reportedCost(json.cost);
	run.recordPaidWork(
		{
			item: index + 1,
			...(json.requestId == null ? {} : { requestId: json.requestId }),
			...(json.model == null ? {} : { model: json.model }),
			...(files.length > 0 && { files }),
		},
		cost === null || !isOwn ? 0 : usdWorthOf(cost),
	);
}

/**
 * What several items of the run ask for is made with the first of them; the others take its answer, and its failure: what was refused is
 * refused again, and what was lost may have been charged.
 */
async function sharedItems(item: Item, make: MakeItems): Promise<INodeExecutionData[]> {
	const { sharedRequest: request, run, index } = item;
	if (request === undefined) return await make();
	const { id } = await item.signIn();
	let isFirst = false;
	const makeFirst = async () => {
		isFirst = true;
		return await make().catch((error: unknown) => new SharedFailure(index, error));
	};
	const answering = run.remember(`same:${id}:${request}`, makeFirst);
	const answer = isFirst ? await answering : await run.runWithoutSlot(answering);
	if (!(answer instanceof SharedFailure)) return isFirst ? answer : reusedItems(answer);
	if (isFirst) throw answer.reason;
	// The first item ends the run with its error.
	if (!item.context.continueOnFail()) return [];
	throw answer.forOtherItem();
}

/** Why the first item with a request failed. */
class SharedFailure {
	constructor(
		private readonly item: number,
		readonly reason: unknown,
	) {}

	/** The same reason for an item that shares the request. */
	forOtherItem(): unknown {
		const { item, reason } = this;
		if (!(reason instanceof ServiceFailure)) return reason;
		return reason.withMessage(`Same request as item ${item + 1}, which failed: ${reason.message}`);
	}
}

/** The items of an answer that another item has paid for. */
function reusedItems(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((item) => {
		const json = structuredClone(item.json);
		const free = Object.fromEntries(
			['cost', 'estimate']
				.filter((name) => name in json)
				.map((name) => [name, zeroCost(json[name])]),
		);
		return { ...item, json: { ...json, ...free, reused: true } };
	});
}

/** A cost of the same form, of nothing. */
function zeroCost(cost: unknown): IDataObject {
	if (!isRecord(cost)) return { amount: 0, currency: 'USD' };
	if (typeof cost.currency === 'string') return { amount: 0, currency: cost.currency };
	return Object.fromEntries(Object.keys(cost).map((currency) => [currency, 0]));
}
