import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Charges } from '../pricing/charges';
import { moniesOf, sumOfCosts } from '../pricing/cost';
import { requestOf } from '../pricing/price';
import { spendingOf } from '../pricing/runSpending';
import type { ItemRun } from './itemRun';

/** Whether an item is only estimated. */
export function isDryRun({ plan, settings }: Pick<ItemRun, 'plan' | 'settings'>): boolean {
	return settings.dryRun && plan.price !== undefined;
}

/** What an item would be charged if it was sent, what that is based on, and whether it would be sent at all. */
export async function estimatedItem(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	charges: Charges,
	{ plan, settings: { maxCostPerRun } }: ItemRun,
): Promise<INodeExecutionData> {
	const bodies = (await plan.paidBodies?.call(context, options)) ?? [options.body];
	const cost = sumOfCosts(
		await Promise.all(bodies.map(async (one) => await charges.estimate(one))),
	);
	const { request, files } = requestOf(bodies[0] ?? options.body);
	const model = request.model ?? request.modelId ?? null;
	const basis = cost === null ? undefined : plan.price?.basis?.(request, files);
	const usd = cost === null ? 0 : moniesOf(cost).reduce((sum, { amount }) => sum + amount, 0);
	const json = {
		dryRun: true,
		estimate: cost && { amount: cost.amount, currency: cost.currency },
		accuracy: basis?.accuracy ?? 'unknown',
		basedOn: basis?.from ?? null,
		model,
		...(maxCostPerRun > 0 && {
			withinMaxCost: spendingOf(context).plan(usd, maxCostPerRun),
		}),
	};
	return { json: json as IDataObject };
}
