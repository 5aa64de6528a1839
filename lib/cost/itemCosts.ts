import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { reportedCost, withCostSecond, type Cost } from '../core/cost';
import { isRecord } from '../core/record';

interface CostsShown {
	/** Whether its calls were priced for these items; where they were not, those that wait for a cost get it. */
	isOpen: boolean;
	/** Whether the items are placeholders, whose costs are estimates. */
	isRehearsed: boolean;
	whyUnknown(): string;
}

/** The items with the cost of all, or why it is not known: one bears it, so that a sum over the items is right. What they say of a cost stays. */
export function itemsWithCosts(
	items: INodeExecutionData[],
	cost: Cost | null,
	{ isOpen, isRehearsed, whyUnknown }: CostsShown,
): INodeExecutionData[] {
	const first = items.findIndex((item) => item.error === undefined && item.json.cost === null);
	const bearer = Math.max(0, isOpen ? 0 : first);
	const priced = items.map((item, index) => {
		const isUnknown = item.json.cost === null;
		if (item.error !== undefined || !(isOpen || isUnknown)) return item;
		const reported = reportedCost(item.json.cost);
		// A placeholder in our own form does not say that it is estimated.
		const isPlaceholder = isRehearsed && isRecord(item.json.cost) && !('usd' in item.json.cost);
		if (reported !== null && reported.atLeast !== true && !isPlaceholder) return item;
		const own = index === bearer || cost === null ? cost : { amount: 0, currency: cost.currency };
		const costUnknown = own === null ? { costUnknown: whyUnknown() } : {};
		return { ...item, json: { ...item.json, cost: own as IDataObject | null, ...costUnknown } };
	});
	return priced.map((item) => {
		const json = withCostSecond(item.json);
		return json === item.json ? item : { ...item, json };
	});
}
