import type { IDataObject, ISupplyDataFunctions } from 'n8n-workflow';

import { Charges } from '../pricing/charges';
import type { Cost } from '../pricing/cost';
import { COST_TRACKING, costTracking } from '../run/costTracking';
import type { Price } from '../pricing/price';
import { spendingOf } from '../pricing/runSpending';
import type { Answer } from '../base/answer';
import { Gate } from '../run/gate';
import { checkedSettings, RUN_SETTINGS } from '../run/runSettings';

/** What the calls of a sub-node are charged. */
export interface SubNodeCharges {
	/** Whom its calls are for. */
	label: string | undefined;
	/** What is the same for all its calls, such as the model list. */
	memory: Pick<Gate, 'remember'>;
	/** Counts a call, whichever model answers it. Throws a ServiceFailure when the node has made as many as it may. */
	count(): void;
	/** Sends one paid request, if what the execution may spend is enough for it. Throws a ServiceFailure otherwise. */
	send(body: Record<string, unknown>, call: () => Promise<Answer>): Promise<Answer>;
	/** Prices an answer read as `json` and adds it to the totals of the execution; null when the price is unknown. */
	settle(answer: Answer, json: Record<string, unknown>): Promise<Cost | null>;
}

/** The charges of a sub-node whose calls have that price. The model list is fetched once, and only where it is needed. */
export function subNodeCharges(
	context: ISupplyDataFunctions,
	itemIndex: number,
	price: Price,
): SubNodeCharges {
	const settings = checkedSettings(context.getNodeParameter(RUN_SETTINGS, itemIndex, {}));
	const { maxCostPerRun: maxCost, maxCallsPerRun } = settings;
	const tracking = context.getNodeParameter(COST_TRACKING, itemIndex, {});
	const { trackCost: tracks, costLabel: label } = costTracking(
		tracking,
		context.getWorkflow().name,
	);
	const run = new Gate(1);
	const quote = async () => undefined;
	const open = new WeakMap<Answer, Charges>();
	return {
		label,
		memory: run,
		count() {
			if (maxCallsPerRun > 0) spendingOf(context).countCall(context.getNode().name, maxCallsPerRun);
		},
		async send(body, call) {
			const charges = new Charges({ context, price, run, tracks, label, maxCost, quote });
			const answer = await charges.send(body, call);
			open.set(answer, charges);
			return answer;
		},
		async settle(answer, json) {
			return (await open.get(answer)?.settle(json as IDataObject)) ?? null;
		},
	};
}
