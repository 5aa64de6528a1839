import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { badInput } from '../../lib/core/failure';
import type { Prepare, Run, SendAll } from '../../lib/wire/send';
import { balanceAnswer } from './balanceAnswer';
import { budgetSettings, type BudgetSettings } from './budgetSettings';
import { keyAnswer } from './keyAnswer';
import { budgetFromHistory } from './budgetFromHistory';
import { readMostPages, type HistorySource } from './walkCharges';

/** Refuses settings that cannot be met, before anything is sent. */
export const checkSettings: Prepare = function () {
	budgetSettings(this, clock.now());
	readMostPages(this);
};

/** How spend or balance stands, as one item; throws a ServiceFailure that says the figures when the user wants to stop there. */
export const checkBudget: SendAll = async function (options, send, run) {
	const now = clock.now();
	const settings = budgetSettings(this, now);
	const { json, sentence } = await comparedWithBudget(
		this,
		{ options, send, run, mostPages: readMostPages(this) },
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

async function comparedWithBudget(
	context: IExecuteSingleFunctions,
	walk: HistorySource & { run: Run },
	settings: BudgetSettings,
	now: number,
) {
	const { options, send } = walk;
	switch (settings.compare) {
		case 'balance':
			return await balanceAnswer(options, send, settings);
		case 'apiKey':
			return await keyAnswer(context, options, send, settings, now);
		default:
			return await budgetFromHistory(walk, settings, now);
	}
}
