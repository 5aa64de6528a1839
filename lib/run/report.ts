import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { forAgent } from './toolResult';
import { cancelled, isCancelled, ServiceFailure } from '../core/failure';
import { itemPlace, nodeError } from '../wire/errors/nodeError';
import { withErrorAside } from '../core/serviceError';
import { withInput } from './inputFields';
import type { OperationItem, ItemStep } from './item';
import { traceLost } from './paidTrace';
import { closesRun, sparesPaidWork } from './runEnd';
import { reused } from './sameRequest';

/** Turns what came of an item into its output, paired with it, or into its error. */
export const report: ItemStep = async (next, item, options) => {
	const items = (await answered(item, () => next(item, options))).map(withErrorAside);
	const pairedItem = { item: item.index };
	const readable = item.isTool
		? forAgent(item.context, items, item.settings.maxAgentCharacters)
		: withInput(item.context, labelled(item, items), item.included);
	return { item: item.index, items: readable.map((entry) => ({ ...entry, pairedItem })) };
};

async function answered(
	item: OperationItem,
	make: () => ReturnType<ItemStep>,
): Promise<INodeExecutionData[]> {
	try {
		const made = await make();
		if (made.items.every(({ error }) => error === undefined)) {
			item.work?.finish(String(item.index), item.count);
		}
		return made.item === item.index ? made.items : reused(made.items);
	} catch (error) {
		if (isOfAnother(item, error)) return [];
		const failure = failureOfItem(item, error);
		return failedItem(item.context, failure, item.files);
	}
}

/** The item with its error, where the user wants the others to continue; else throws the error. */
export function failedItem(
	context: IExecuteSingleFunctions,
	error: unknown,
	files?: INodeExecutionData['binary'],
): INodeExecutionData[] {
	const failure = nodeError(context.getNode(), error, itemPlace(context));
	if (!context.continueOnFail()) throw failure;
	const made = files === undefined ? {} : { binary: files };
	return [{ json: {}, error: failure, ...made, pairedItem: { item: context.getItemIndex() } }];
}

/** The items of a paid call with its label; those that failed stay as they are. */
function labelled(
	{ operation, settings: { costLabel } }: OperationItem,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (operation.price === undefined || costLabel === undefined) return items;
	return items.map((item) =>
		item.error === undefined ? { ...item, json: { ...item.json, costLabel } } : item,
	);
}

/** What an item failed with, as the error that n8n reports; it ends the run if it has to. */
export function failureOfItem(item: OperationItem, error: unknown): unknown {
	const { context, gate } = item;
	const continues = context.continueOnFail();
	if (item.failure !== undefined || isOfAnother(item, error)) return item.failure ?? error;
	const cause = context.getExecutionCancelSignal()?.aborted ? stopped(error) : error;
	const failure = nodeError(item.node, cause, itemPlace(context));
	item.failure = failure;
	if (cause instanceof ServiceFailure) {
		item.files = cause.facts.files;
		traceLost(context, cause);
	}
	if (closesRun(cause, continues)) {
		gate.close(failure, item.index, sparesPaidWork(cause, continues, item));
	}
	return failure;
}

/** Whether an item only ended because another one did: n8n reports that one, and this one is not paid for. */
function isOfAnother({ context, gate, failure }: OperationItem, error: unknown): boolean {
	return failure === undefined && !context.continueOnFail() && error === gate.closed?.reason;
}

/** What an item failed with that was still busy when the user stopped the execution. */
function stopped(error: unknown): unknown {
	if (isCancelled(error)) return error;
	const { charge, details } = error instanceof ServiceFailure ? error.facts : {};
	return cancelled({ charge, details }, error);
}
