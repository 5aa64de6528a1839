import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { accept } from '../../lib/description/accept';
import type { WireRule } from '../../lib/description/rules';

const LIMIT: WireRule = {
	label: 'Limit',
	kind: 'number',
	integer: true,
	min: 1,
	required: true,
	list: false,
	where: 'query',
	path: '',
};

/** Maximum number of results to return: Infinity with Return All. Throws a ServiceFailure when Limit is not a whole number of at least 1. */
export function wantedCount(context: IExecuteSingleFunctions): number {
	if (context.getNodeParameter('returnAll', false) === true) return Number.POSITIVE_INFINITY;
	return Number(accept(LIMIT, context.getNodeParameter('limit', 50), context.getTimezone()));
}

/** Refuses a Limit that is not a whole number of at least 1, before anything is sent. */
export function checkLimit(this: IExecuteSingleFunctions): void {
	wantedCount(this);
}
