import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { clock } from '../../lib/transport/clock';
import { badInput } from '../../lib/transport/errors/failure';
import type { Run, Send } from '../../lib/transport/plan';
import { balanceAnswer } from './balanceAnswer';
import { budgetSettings } from './budgetSettings';
import { spendAnswer } from './spendAnswer';

/** Refuses settings that cannot be met, before anything is sent. */
export function checkSettings(this: IExecuteSingleFunctions): void {
	budgetSettings(this, clock.now());
}

/** How spend or balance stands, as one item; throws a ServiceFailure that says the figures when the user wants to stop there. */
export async function checkBudget(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	run: Run,
): Promise<INodeExecutionData[]> {
	const now = clock.now();
	const settings = budgetSettings(this, now);
	const { json, sentence } =
		settings.compare === 'balance'
			? await balanceAnswer(options, send, settings)
			: await spendAnswer({ options, send, run }, settings, now);
	if (settings.stop && json.withinBudget === false) {
		throw badInput(
			sentence,
			'Raise the limit, or turn Stop When Exceeded off and branch on withinBudget.',
		);
	}
	return [{ json }];
}
