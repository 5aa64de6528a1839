import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { readNumber, readSwitch } from '../../lib/fields/readParameter';
import type { Prepare } from '../../lib/wire/send';

const LIMIT_RULE = { label: 'Limit', integer: true, min: 1, required: true };

/** Maximum number of results to return: Infinity with Return All. Throws a ServiceFailure when Limit is not a whole number of at least 1. */
export function readWantedCount(context: IExecuteSingleFunctions): number {
	if (readSwitch(context, 'returnAll', false, 'Return All')) return Number.POSITIVE_INFINITY;
	return readNumber(context, 'limit', 50, LIMIT_RULE);
}

/** Refuses a Limit that is not a whole number of at least 1, before anything is sent. */
export const checkLimit: Prepare = function () {
	readWantedCount(this);
};
