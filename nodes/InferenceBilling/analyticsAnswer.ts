import { z } from 'zod';

import { having, listOf, perhaps } from '../../lib/http/readAs';

const AMOUNT = perhaps(z.number());
const totals = { totalUsd: AMOUNT, totalDiem: AMOUNT, totalUnits: AMOUNT };
const rows = listOf(having({}));

/** What the service added up itself (docs/service.md#billing): lists per day, model and API key. */
export const ANALYTICS = having({
	lookback: perhaps(z.string()),
	byDate: listOf(having({ date: z.string(), USD: AMOUNT, DIEM: AMOUNT })),
	byModel: listOf(
		having({
			modelName: perhaps(z.string()),
			unitType: perhaps(z.string()),
			modelType: perhaps(z.string()),
			breakdown: perhaps(
				listOf(having({ type: perhaps(z.string()), usd: AMOUNT, diem: AMOUNT, units: AMOUNT })),
			),
			...totals,
		}),
	),
	byModelDaily: rows,
	topModels: perhaps(z.array(z.unknown())),
	byKey: listOf(
		having({ apiKeyId: perhaps(z.string()), description: perhaps(z.string()), ...totals }),
	),
	byKeyDaily: rows,
	topKeyNames: perhaps(z.array(z.unknown())),
});
