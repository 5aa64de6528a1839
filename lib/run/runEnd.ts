import type { IExecuteSingleFunctions } from 'n8n-workflow';

import type { Ending } from '../base/clock';
import { isCancelled, ServiceFailure } from '../base/failure';
import type { Closure, Gate } from './gate';

/** How far an item has come. */
export interface ItemState {
	/** Whether its call in flight is a free one about work that it has paid for. */
	followsUp: boolean;
	/** Whether it is counted as a call of the run. */
	counted?: boolean;
	/** Whether it has made a call. */
	called?: boolean;
}

/** Whether an item goes on after the gate was closed: it closed it itself, or it only waits for what is paid for already. */
function goesOn(
	this: IExecuteSingleFunctions,
	closure: Closure,
	{ followsUp }: ItemState,
): boolean {
	// An agent can run a node several times at once: the same index is then another run, which goes on.
	if (closure.item === this.getItemIndex()) return true;
	return followsUp && closure.sparesPaidWork === true;
}

/** Throws when another item has closed the gate: nothing more of the run is sent then, no next try either. */
export function requireOpen(
	this: IExecuteSingleFunctions,
	{ closed }: Gate,
	state: ItemState,
): void {
	if (closed === undefined || goesOn.call(this, closed, state)) return;
	if (!this.continueOnFail()) throw closed.reason;
	throw new ServiceFailure(`Not sent, because of an earlier item: ${closed.reason.message}`, {
		kind: 'refused',
	});
}

/** What ends the waits of an item: the end of the run, for its paid calls and for the free ones about what it has paid for. */
export function endings(
	this: IExecuteSingleFunctions,
	gate: Gate,
	cancel: Ending | undefined,
): Record<'ending' | 'endingOfPaid', Ending> {
	const ending = (followsUp: boolean) =>
		gate.ending((closure) => goesOn.call(this, closure, { followsUp }), cancel);
	return { ending: ending(false), endingOfPaid: ending(true) };
}

/** Whether jobs that were paid for before the money ran out are still brought to their end. */
export function sparesPaidWork(
	error: unknown,
	continues: boolean,
	{ followsUp }: ItemState,
): boolean {
	return continues && isUnpaid(error) && !followsUp;
}

/** After a refused key or an empty account nothing more is sent; after any failure nothing when the run ends with it anyway. */
export function closesRun(error: unknown, continues: boolean): boolean {
	if (!continues) return true;
	if (!(error instanceof ServiceFailure)) return false;
	const { status, code } = error.facts;
	return isCancelled(error) || isUnpaid(error) || (status === 401 && code !== 'PRO_ONLY_MODEL');
}

function isUnpaid(error: unknown): boolean {
	return error instanceof ServiceFailure && error.facts.status === 402;
}
