import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { forAgent } from '../agent/toolResult';
import { itemPlace, nodeError } from '../errors/nodeError';
import type { OperationItem, ItemStep } from '../run/item';
import { failureOfItem, isOfAnother } from '../run/runEnd';
import { reused } from './sameRequest';

/** Turns what came of an item into its output, paired with it, or into its error. */
export const report: ItemStep = async (next, item, options) => {
	const items = await answered(item, () => next(item, options));
	const pairedItem = { item: item.index };
	const readable = item.isTool
		? forAgent(item.context, items, item.settings.maxAgentCharacters)
		: labelled(item, items);
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
