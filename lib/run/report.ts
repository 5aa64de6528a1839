import type {
	IExecuteSingleFunctions,
	INodeExecutionData,
	IBinaryKeyData,
	INode,
} from 'n8n-workflow';

import { forAgent } from './toolResult';
import type { Ending } from '../core/clock';
import { cancelled, isCancelled, ServiceFailure } from '../core/failure';
import { itemPlace, nodeError } from '../wire/errors/nodeError';
import { verdictOf } from '../wire/errors/verdict';
import { withErrorAside } from '../core/serviceError';
import type { Closure, Gate } from './gate';
import { withInput } from './inputFields';
import type { OperationItem, ItemStep } from './item';
import { traceLost } from './paidTrace';
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

/** An item of a run, as far as the end of the run concerns it. */
interface Running {
	readonly context: IExecuteSingleFunctions;
	readonly node: INode;
	readonly gate: Gate;
	readonly index: number;
	/** Whether its call in flight is a free one about work that it has paid for. */
	isFreeFollowUp: boolean;
	failure?: Error;
	files?: IBinaryKeyData;
}

/** Whether an item goes on after the gate was closed: it closed it itself, or it only waits for what is paid for already. */
function goesOn({ context }: Running, closure: Closure, isFreeFollowUp: boolean): boolean {
	// An agent can run a node several times at once: the same index is then another run, which goes on.
	if (closure.item === context.getItemIndex()) return true;
	return isFreeFollowUp && closure.sparesPaidWork === true;
}

/** Throws when another item has closed the gate: nothing more of the run is sent then, no next try either. */
export function requireOpen(item: Running): void {
	const { closed } = item.gate;
	if (closed === undefined || goesOn(item, closed, item.isFreeFollowUp)) return;
	if (!item.context.continueOnFail()) throw closed.reason;
	throw new ServiceFailure(`Not sent, because of an earlier item: ${closed.reason.message}`, {
		kind: 'refused',
	});
}

/** What ends the waits of an item: the end of the run, for a paid call or for a free one about what it has paid for. */
export function endingOf(item: Running): Ending {
	const { gate, context, isFreeFollowUp } = item;
	const cancel = context.getExecutionCancelSignal();
	return gate.ending((closure) => goesOn(item, closure, isFreeFollowUp), cancel);
}

/** Whether jobs that were paid for before the money ran out are still brought to their end. */
function sparesPaidWork(
	error: unknown,
	continues: boolean,
	{ isFreeFollowUp }: Pick<Running, 'isFreeFollowUp'>,
): boolean {
	return continues && isUnpaid(error) && !isFreeFollowUp;
}

/** After a refused key or an empty account nothing more is sent; after any failure nothing when the run ends with it anyway. */
function closesRun(error: unknown, continues: boolean): boolean {
	if (!continues) return true;
	if (!(error instanceof ServiceFailure)) return false;
	return verdictOf(error.facts).endsRun === true;
}

function isUnpaid(error: unknown): boolean {
	return error instanceof ServiceFailure && verdictOf(error.facts).reason === 'funds';
}

/** What an item failed with, as the error that n8n reports; it ends the run if it has to. */
export function failureOfItem(item: Running, error: unknown): unknown {
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
function isOfAnother({ context, gate, failure }: Running, error: unknown): boolean {
	return failure === undefined && !context.continueOnFail() && error === gate.closed?.reason;
}

/** What an item failed with that was still busy when the user stopped the execution. */
function stopped(error: unknown): unknown {
	if (isCancelled(error)) return error;
	const { charge, details } = error instanceof ServiceFailure ? error.facts : {};
	return cancelled({ charge, details }, error);
}
