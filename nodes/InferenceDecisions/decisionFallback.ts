import { highestInputRate, highestOutputRate } from '../../lib/cost/recordPrices';
import type { FallbackRule } from '../../lib/run/fallback/types';

/** How a request for decisions goes to another model: as it is. */
export const DECISION_FALLBACK: FallbackRule = {
	type: 'decision',
	hasOwnLimits: false,
	prices: [
		{
			name: 'maxInputPrice',
			label: 'Max Input Price (USD per 1M Tokens)',
			price: highestInputRate,
		},
		{
			name: 'maxOutputPrice',
			label: 'Max Output Price (USD per 1M Tokens)',
			// One without a price of its answers charges for what it reads alone (docs/maintainers/service.md#decisions).
			price: (spec) =>
				highestOutputRate(spec) ?? (highestInputRate(spec) === undefined ? undefined : 0),
		},
	],
	fit: (body) => ({ body, changes: [] }),
};
