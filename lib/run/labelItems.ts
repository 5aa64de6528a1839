import type { INodeExecutionData } from 'n8n-workflow';

import type { ItemRun } from './itemRun';

/** The items of a paid call with its label; those that failed stay as they are. */
export function labelItems(
	items: INodeExecutionData[],
	{ plan, settings: { costLabel } }: Pick<ItemRun, 'plan' | 'settings'>,
): INodeExecutionData[] {
	if (plan.price === undefined || costLabel === undefined) return items;
	return items.map((item) =>
		item.error === undefined ? { ...item, json: { ...item.json, costLabel } } : item,
	);
}
