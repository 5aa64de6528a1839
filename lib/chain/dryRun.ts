import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { moniesOf, sumOfCosts } from '../base/cost';
import { requestOf } from '../http/body';
import { spendingOf } from '../pricing/runSpending';
import type { OperationItem, ItemStep } from '../run/item';
import { withAllowedModel } from './privacy';

/** Estimates an item in place of sending it, where the user wants that. */
export const dryRun: ItemStep = async (next, item, options) =>
	item.isDry
		? { item: item.index, items: [await estimatedItem(item, options)] }
		: await next(item, options);

/** What an item would be charged if it was sent, what that is based on, and whether it would be sent at all. */
async function estimatedItem(
	item: OperationItem,
	options: IHttpRequestOptions,
): Promise<INodeExecutionData> {
	const { context, charges, operation, settings } = item;
	const { maxCostPerRun } = settings;
	const bodies = (await operation.paidBodies?.call(context, options)) ?? [options.body];
	for (const body of bodies)
		await withAllowedModel(item, { ...options, body } as IHttpRequestOptions);
	const cost = sumOfCosts(
		await Promise.all(bodies.map(async (one) => await charges.estimate(one))),
	);
	const { request, files } = requestOf(bodies[0] ?? options.body);
	const model = request.model ?? request.modelId ?? null;
	const basis = cost === null ? undefined : operation.price?.basis?.(request, files);
	const usd = cost && moniesOf(cost).reduce((sum, { amount }) => sum + amount, 0);
	const json = {
		dryRun: true,
		estimate: cost && { amount: cost.amount, currency: cost.currency },
		accuracy: basis?.accuracy ?? 'unknown',
		basedOn: basis?.from ?? null,
		model,
		...(maxCostPerRun > 0 && {
			withinMaxCost: usd !== null && spendingOf(context).plan(usd, maxCostPerRun),
		}),
	};
	return { json: json as IDataObject };
}
