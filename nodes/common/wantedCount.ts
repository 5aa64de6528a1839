import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/transport/errors/failure';

/** How many results are wanted at the most: Infinity with Return All. Throws a ServiceFailure when Limit cannot be one. */
export function wantedCount(context: IExecuteSingleFunctions): number {
	if (context.getNodeParameter('returnAll', false) === true) return Number.POSITIVE_INFINITY;
	const given = context.getNodeParameter('limit', 50);
	const limit = Number(given);
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw badInput(`Limit must be a whole number of at least 1, but ${String(given)} was given`);
}
