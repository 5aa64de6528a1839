import type { IBinaryKeyData, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { itemsForAgent } from './toolResult';
import { withRehearsalNote } from '../core/rehearsal';
import { cancelledFailure, isCancelled, ServiceFailure } from '../core/failure';
import { itemPositionOf, nodeError } from '../wire/errors/nodeError';
import { withErrorAsServiceError } from '../core/errorField';
import { STORE_FAILED } from '../files/fileFailure';
import { withFileNames } from '../files/outputNames';
import { withInput } from './inputFields';
import type { Item } from './item';
import { tracePossibleCharge } from './paidTrace';
import type { OtherItems } from './run';
import { holdIfOfEditor } from './saved/openStore';
import { verdictOf } from '../wire/errors/verdict';

/** The output of an item, paired with it, or its error: whatever `make` comes to, which ends the run at once where it throws at once. */
export async function pairedOutput(
	item: Item,
	make: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: item.index };
	const items = await itemsOrError(item, make);
	return items.map((entry) => ({ ...entry, pairedItem }));
}

async function itemsOrError(
	item: Item,
	make: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const { context, isTool, settings } = item;
	try {
		return await make();
	} catch (error) {
		const ended = endItem(item, error);
		if (!(ended instanceof ItemFailure)) return [];
		const failed = failedItem(context, ended.failure, ended.files);
		return isTool ? itemsForAgent(context, failed, settings.maxAgentCharacters) : failed;
	}
}

/** What an item comes out as, from what its operation made. */
export function outputOf(item: Item, made: INodeExecutionData[]): INodeExecutionData[] {
	const { context, isTool, settings, included } = item;
	const items = made.map((one) => withFileNames(context, withErrorAsServiceError(one)));
	const output = isTool
		? itemsForAgent(context, items, settings.maxAgentCharacters)
		: withInput(context, withCostLabel(item, items), included);
	return output.map((one) => {
		const json = withRehearsalNote(context, one.json);
		return json === one.json ? one : { ...one, json };
	});
}

/** The item with its error, where the user wants the others to continue; else throws the error. */
export function failedItem(
	context: ItemContext,
	error: unknown,
	files?: INodeExecutionData['binary'],
): INodeExecutionData[] {
	const failure = nodeError(context.getNode(), error, itemPositionOf(context));
	if (!context.continueOnFail()) throw failure;
	const made = files === undefined ? {} : withFileNames(context, { json: {}, binary: files });
	return [{ json: {}, ...made, error: failure, pairedItem: { item: context.getItemIndex() } }];
}

/** The items of a paid call with its label; those that failed stay as they are. */
function withCostLabel(
	{ operation, settings: { costLabel } }: Item,
	items: INodeExecutionData[],
): INodeExecutionData[] {
	if (operation.price === undefined || costLabel === undefined) return items;
	return items.map((item) =>
		item.error === undefined ? { ...item, json: { ...item.json, costLabel } } : item,
	);
}

/** What an item failed with, as n8n reports it. */
class ItemFailure {
	constructor(
		readonly failure: Error,
		/** The files of what it made and paid for before it failed. */
		readonly files?: IBinaryKeyData,
	) {}
}

/** What an item failed with, to be thrown on; it ends the run if it has to. The reason why another item ended the run stays as it is. */
export function endItem(item: Item, error: unknown): unknown {
	if (error instanceof ItemFailure) return error;
	const { context, run, node, index } = item;
	const continues = context.continueOnFail();
	// n8n reports that one, and this one is not paid for.
	if (!continues && error === run.firstClosure?.reason) return error;
	const cause = context.getExecutionCancelSignal()?.aborted ? stoppedItemFailure(error) : error;
	const failure = nodeError(node, cause, itemPositionOf(context));
	if (cause instanceof ServiceFailure) tracePossibleCharge(context, cause);
	if (!continues && item.store !== undefined) holdIfOfEditor(context, item.store);
	if (closesRun(cause, continues)) {
		const account = continues && !isStoreFailure(cause) ? item.account?.id : undefined;
		// Jobs that were paid for before the money ran out are still brought to their end.
		const spares = isOutOfFunds(cause) || isStoreFailure(cause);
		const sparesPaidWork = continues && spares && !item.isFreeFollowUp;
		const outcome = (others: OtherItems) => outcomeInWords(item, cause, others);
		run.closeFor({ reason: failure, item: index, sparesPaidWork, account, outcome });
	}
	return new ItemFailure(failure, cause instanceof ServiceFailure ? cause.facts.files : undefined);
}

/** What became of the other items of a run that has ended. */
function outcomeInWords(
	{ context, answers }: Item,
	cause: unknown,
	{ paid, unsent }: OtherItems,
): string {
	if (isStoreFailure(cause) && unsent > 0)
		return `Nothing more was sent; ${unsent === 1 ? '1 item remains' : `${unsent} items remain`}.`;
	if (paid === 0 || answers === undefined) return '';
	const items = paid === 1 ? '1 other item was' : `${paid} other items were`;
	return context.getMode() === 'manual'
		? `${items} paid for, and ${paid === 1 ? 'is' : 'are'} reused when you run this again within an hour.`
		: `${items} paid for, and ${paid === 1 ? 'is' : 'are'} reused by Retry.`;
}

/** What an item failed with that was still busy when the user stopped the execution. */
function stoppedItemFailure(error: unknown): unknown {
	if (isCancelled(error)) return error;
	const { charge, details } = error instanceof ServiceFailure ? error.facts : {};
	return cancelledFailure({ charge, details }, error);
}

/** After a refused key or an empty account nothing more is sent; after any failure nothing when the run ends with it anyway. */
function closesRun(error: unknown, continuesOnFail: boolean): boolean {
	if (!continuesOnFail) return true;
	if (!(error instanceof ServiceFailure)) return false;
	return isStoreFailure(error) || verdictOf(error.facts).endsRun === true;
}

function isStoreFailure(error: unknown): boolean {
	return error instanceof ServiceFailure && error.facts.code === STORE_FAILED;
}

function isOutOfFunds(error: unknown): boolean {
	return error instanceof ServiceFailure && verdictOf(error.facts).reason === 'funds';
}
