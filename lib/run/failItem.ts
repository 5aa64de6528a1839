import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancelled, isCancelled, ServiceFailure } from '../base/failure';
import { itemPlace, nodeError } from '../errors/nodeError';
import type { ItemRun } from './itemRun';
import { closesRun, sparesPaidWork } from './runEnd';

/** The item with its error, where the user wants the others to continue; else throws the error. Ends the run if it has to. */
export function failItem(
	this: IExecuteSingleFunctions,
	error: unknown,
	itemRun?: ItemRun,
): INodeExecutionData[] {
	const continues = this.continueOnFail();
	// Another item has failed: n8n reports that one, and this one is not paid for.
	if (!continues && itemRun !== undefined && error === itemRun.gate.closed?.reason) return [];
	const cause = this.getExecutionCancelSignal()?.aborted ? stopped(error) : error;
	const failure = nodeError(this.getNode(), cause, itemPlace(this));
	const item = this.getItemIndex();
	if (itemRun !== undefined && closesRun(cause, continues)) {
		const { gate, state } = itemRun;
		gate.close(failure, item, sparesPaidWork(cause, continues, state));
	}
	if (!continues) throw failure;
	const files = cause instanceof ServiceFailure ? cause.facts.files : undefined;
	const made = files === undefined ? {} : { binary: files };
	return [{ json: {}, error: failure, ...made, pairedItem: { item } }];
}

/** What an item failed with that was still busy when the user stopped the execution. */
function stopped(error: unknown): unknown {
	if (isCancelled(error)) return error;
	const { charge, details } = error instanceof ServiceFailure ? error.facts : {};
	return cancelled({ charge, details }, error);
}
