import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import type { Answer } from '../../lib/base/answer';
import { having, perhaps, readAs } from '../../lib/http/readAs';

const BALANCE = having({
	data: having({
		walletAddress: perhaps(z.string()),
		balanceUsd: z.number(),
		canConsume: perhaps(z.boolean()),
		minimumTopUpUsd: perhaps(z.number()),
		suggestedTopUpUsd: perhaps(z.number()),
		diemBalanceUsd: perhaps(z.number()),
	}),
});

/** One item with the balance of the wallet. */
export async function readBalance(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	return [{ json: readAs(answer, BALANCE).data as IDataObject }];
}
