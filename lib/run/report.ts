import type {
	IBinaryKeyData,
	IExecuteSingleFunctions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { forAgent } from './toolResult';
import { isToolRun } from '../core/execution';
import { cancelled, isCancelled, ServiceFailure } from '../core/failure';
import { itemPlace, nodeError } from '../wire/errors/nodeError';
import { withErrorAside } from '../core/serviceError';
import type { Incoming } from './check';
import { withInput } from './inputFields';
import type { OperationItem } from './item';
import { traceLost } from './paidTrace';
import { closesRun, sparesPaidWork, type Running } from './runEnd';

/** The output of an item, paired with it, or its error: whatever `make` comes to, which ends the run at once where it throws at once. */
export async function reported(
	item: Incoming,
	make: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: item.index };
	const items = await answered(item, make);
	return items.map((entry) => ({ ...entry, pairedItem }));
}

async function answered(
	item: Incoming,
	make: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const { context, node, settings } = item;
	try {
		return await make();
	} catch (error) {
		const ended = endOf({ ...item, isFreeFollowUp: false }, error);
		if (!(ended instanceof ItemEnd)) return [];
		const failed = failedItem(context, ended.failure, ended.files);
		return isToolRun(node) ? forAgent(context, failed, settings.maxAgentCharacters) : failed;
	}
}

/** What an item comes out as, from what its operation made. */
export function outputOf(item: OperationItem, made: INodeExecutionData[]): INodeExecutionData[] {
	const { context, isTool, settings, included } = item;
	const items = made.map(withErrorAside);
	return isTool
		? forAgent(context, items, settings.maxAgentCharacters)
		: withInput(context, labelled(item, items), included);
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

/** What an item failed with, as n8n reports it. */
class ItemEnd {
	constructor(
		readonly failure: Error,
		/** The files of what it made and paid for before it failed. */
		readonly files?: IBinaryKeyData,
	) {}
}

/** What an item failed with, to be thrown on; it ends the run if it has to. The reason why another item ended the run stays as it is. */
export function endOf(item: Running & { node: INode }, error: unknown): unknown {
	if (error instanceof ItemEnd) return error;
	const { context, gate, node, index } = item;
	const continues = context.continueOnFail();
	// n8n reports that one, and this one is not paid for.
	if (!continues && error === gate.closed?.reason) return error;
	const cause = context.getExecutionCancelSignal()?.aborted ? stopped(error) : error;
	const failure = nodeError(node, cause, itemPlace(context));
	if (cause instanceof ServiceFailure) traceLost(context, cause);
	if (closesRun(cause, continues)) {
		const account = continues ? item.account?.id : undefined;
		gate.close(failure, index, sparesPaidWork(cause, continues, item), account);
	}
	return new ItemEnd(failure, cause instanceof ServiceFailure ? cause.facts.files : undefined);
}

/** What an item failed with that was still busy when the user stopped the execution. */
function stopped(error: unknown): unknown {
	if (isCancelled(error)) return error;
	const { charge, details } = error instanceof ServiceFailure ? error.facts : {};
	return cancelled({ charge, details }, error);
}
