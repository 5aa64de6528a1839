import type { ItemContext } from '../../lib/core/execution';
import { emptyInput } from '../../lib/core/failure';
import type { Prepare } from '../../lib/wire/send';

/** Maximum number of results to return: Infinity with Return All. Throws a ServiceFailure when an expression leaves Limit empty. */
export function readWantedCount(context: ItemContext): number {
	const { returnAll, limit = 50 } = context.parameters;
	if (returnAll === true) return Number.POSITIVE_INFINITY;
	if (limit === null) throw emptyInput('Limit');
	return Number(limit);
}

/** Refuses an empty Limit, before anything is sent. */
export const checkLimit: Prepare = function () {
	readWantedCount(this);
};
