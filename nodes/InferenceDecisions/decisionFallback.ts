import { highestInputRate, highestOutputRate } from '../../lib/cost/recordPrices';
import { tokenPriceLimits } from '../../lib/run/fallback/choices';
import type { FallbackRule } from '../../lib/run/fallback/types';

/** How a request for decisions goes to another model: as it is. */
export const DECISION_FALLBACK: FallbackRule = {
	type: 'decision',
	hasOwnLimits: false,
	// One without a price of its answers charges for what it reads alone (docs/maintainers/service.md#decisions).
	prices: tokenPriceLimits(
		(spec) => highestOutputRate(spec) ?? (highestInputRate(spec) === undefined ? undefined : 0),
	),
	fit: (body) => ({ body, changes: [] }),
};
