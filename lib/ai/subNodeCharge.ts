import type { IDataObject, ISupplyDataFunctions } from 'n8n-workflow';

import { Charges } from '../pricing/charges';
import type { Cost } from '../pricing/cost';
import type { Price } from '../pricing/price';
import type { Answer } from '../transport/http/answer';
import { Gate } from '../transport/run/gate';
import { checkedSettings, RUN_SETTINGS } from '../transport/run/runSettings';

/** Prices one paid answer, of which `json` was read, and adds it to the totals of the execution; null when nothing says the price. */
export type SubNodeCharge = (
	price: Price,
	body: Record<string, unknown>,
	answer: Answer,
	json: Record<string, unknown>,
) => Promise<Cost | null>;

/** What the calls of a sub-node are charged. The model list is fetched once, and only where an answer does not say what it cost. */
export function subNodeCharge(context: ISupplyDataFunctions, itemIndex: number): SubNodeCharge {
	const { trackCost: tracks } = checkedSettings(
		context.getNodeParameter(RUN_SETTINGS, itemIndex, {}),
	);
	const run = new Gate(1);
	return async (price, body, answer, json) => {
		const charges = new Charges({ context, price, run, tracks, quote: async () => undefined });
		charges.note(body, answer);
		return await charges.settle(json as IDataObject);
	};
}
