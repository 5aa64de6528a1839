import type { INodeExecutionData } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { badInput } from '../../lib/core/failure';
import type { Item } from '../../lib/run/item';
import type { Prepare } from '../../lib/wire/send';
import { compareBalance } from './compareBalance';
import { readBudgetSettings, type BudgetSettings } from './budgetSettings';
import { compareKeySpend } from './compareKeySpend';
import { compareSpendWithBudget } from './budgetFromHistory';
import { readMaxPages } from './walkCharges';

/** Refuses settings that cannot be met, before anything is sent. */
export const checkBudgetSettings: Prepare = function () {
	readBudgetSettings(this, clock.now());
	readMaxPages(this);
};

/** How spend or balance stands, as one item; throws a ServiceFailure that says the figures when the user wants to stop there. */
export async function compareBudget(item: Item): Promise<INodeExecutionData[]> {
	const now = clock.now();
	const settings = readBudgetSettings(item.context, now);
	const { json, sentence } = await budgetComparison(item, settings, now);
	if (settings.stop && json.withinBudget === false) {
		throw badInput(
			sentence,
			'Raise the limit, or turn Stop When Exceeded off and branch on withinBudget.',
		);
	}
	return [{ json }];
}

async function budgetComparison(item: Item, settings: BudgetSettings, now: number) {
	switch (settings.compare) {
		case 'balance':
			return await compareBalance(item, settings);
		case 'apiKey':
			return await compareKeySpend(item, settings, now);
		default: {
			const { request, send, run, context } = item;
			const source = { request, send, run, mostPages: readMaxPages(context) };
			return await compareSpendWithBudget(source, settings, now);
		}
	}
}
