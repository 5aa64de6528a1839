import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { ServiceFailure } from '../core/failure';
import { verdictOf } from '../wire/errors/verdict';
import type { Account } from '../wire/account';
import type { Gate, MayContinue } from './gate';

/** An item of a run, as far as the end of the run concerns it. */
export interface RunningItem {
	readonly context: IExecuteSingleFunctions;
	readonly gate: Gate;
	readonly index: number;
	/** The account that signs for it, once it is known. */
	readonly account?: Pick<Account, 'id'>;
	/** Whether its call in flight is a free one about work that it has paid for. */
	isFreeFollowUp: boolean;
}

/** Whether an item goes on after the gate was closed: it closed it itself, or it only waits for what is paid for already. */
export function mayContinueOf(item: RunningItem): MayContinue {
	const { context, isFreeFollowUp } = item;
	return ({ account, item: closedBy, sparesPaidWork }) => {
		// What ends with one key says nothing of another one.
		if (account !== undefined && account !== item.account?.id) return true;
		// An agent can run a node several times at once: the same index is then another run, which goes on.
		if (closedBy === context.getItemIndex()) return true;
		return isFreeFollowUp && sparesPaidWork === true;
	};
}

/** Throws when another item has closed the gate: nothing more of the run is sent then, no next try either. */
export function requireRunOpen(item: RunningItem): void {
	const closed = item.gate.closureFor(mayContinueOf(item));
	if (closed === undefined) return;
	if (!item.context.continueOnFail()) throw closed.reason;
	throw new ServiceFailure(`Not sent, because of an earlier item: ${closed.reason.message}`, {
		kind: 'refused',
	});
}

/** Whether jobs that were paid for before the money ran out are still brought to their end. */
export function sparesPaidWork(
	error: unknown,
	continuesOnFail: boolean,
	{ isFreeFollowUp }: Pick<RunningItem, 'isFreeFollowUp'>,
): boolean {
	return continuesOnFail && isOutOfFunds(error) && !isFreeFollowUp;
}

/** After a refused key or an empty account nothing more is sent; after any failure nothing when the run ends with it anyway. */
export function closesRun(error: unknown, continuesOnFail: boolean): boolean {
	if (!continuesOnFail) return true;
	if (!(error instanceof ServiceFailure)) return false;
	return verdictOf(error.facts).endsRun === true;
}

function isOutOfFunds(error: unknown): boolean {
	return error instanceof ServiceFailure && verdictOf(error.facts).reason === 'funds';
}
