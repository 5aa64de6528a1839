import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { badInput } from '../../lib/core/failure';
import type { Prepare, ItemRun, SendAll } from '../../lib/wire/send';
import { compareBalance } from './compareBalance';
import { readBudgetSettings, type BudgetSettings } from './budgetSettings';
import { compareKeySpend } from './compareKeySpend';
import { compareSpendWithBudget } from './budgetFromHistory';
import { readMaxPages, type HistorySource } from './walkCharges';

/** Refuses settings that cannot be met, before anything is sent. */
export const checkBudgetSettings: Prepare = function () {
	readBudgetSettings(this, clock.now());
	readMaxPages(this);
};

/** How spend or balance stands, as one item; throws a ServiceFailure that says the figures when the user wants to stop there. */
export const compareBudget: SendAll = async function (options, send, run) {
	const now = clock.now();
	const settings = readBudgetSettings(this, now);
	const { json, sentence } = await budgetComparison(
		this,
		{ options, send, run, mostPages: readMaxPages(this) },
		settings,
		now,
	);
	if (settings.stop && json.withinBudget === false) {
		throw badInput(
			sentence,
			'Raise the limit, or turn Stop When Exceeded off and branch on withinBudget.',
		);
	}
	return [{ json }];
};

async function budgetComparison(
	context: IExecuteSingleFunctions,
	walk: HistorySource & { run: ItemRun },
	settings: BudgetSettings,
	now: number,
) {
	const { options, send } = walk;
	switch (settings.compare) {
		case 'balance':
			return await compareBalance(options, send, settings);
		case 'apiKey':
			return await compareKeySpend(context, options, send, settings, now);
		default:
			return await compareSpendWithBudget(walk, settings, now);
	}
}
