import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { reportedCost, sumOfCosts, usdWorthOf } from '../core/cost';
import { Big } from '../core/decimal';
import { isCancelledWait } from '../core/failure';
import { unreadMarksOf } from '../core/unreadMarks';
import { modelAndRequest } from '../files/outputFile';
import { bodyValuesAndFiles } from '../wire/body';
import { wantsSimplified } from '../wire/simplifiedItems';
import { logDeprecation, responseMetadata } from '../wire/responseMetadata';
import type { Step } from '../wire/send';
import { withAllowedModel } from '../privacy/privacy';
import type { CallPrice } from '../cost/callPrice';
import { chargedTokens, usageIn } from '../cost/tokens';
import { NO_CALLS, spendingOf, type OpenCalls } from '../cost/runSpending';
import type { Item, ItemStep } from './item';
import { nodeKeyOf, type Payer } from './payer';
import { maxCostOf } from './runSettings';

/**
 * Counts a call for the item against Max Calls per Run before anything of the run is sent, unless an earlier item or an earlier try of
 * the node answers it, and takes back what it does not make. Throws a ServiceFailure when there are too many.
 */
export const countCallsAhead: ItemStep = (next, item) => {
	// How many calls combined items make shows when they are sent.
	if (!item.isDry && item.batch === undefined) countFirstOfShared(item);
	return next(item).finally(() => {
		spendingOf(item.context).uncountCalls(nodeKeyOf(item), item.openCalls);
	});
};

/** The first of the items that share a request is counted for them. */
function countFirstOfShared(item: Item): void {
	const { sharedRequest, index, store } = item;
	const request = sharedRequest ?? String(index);
	const counted = item.run.shared('counted requests', () => new Set<string>());
	if (counted.has(request)) return;
	if (store?.has(String(index)) !== true)
		reserveCalls(item, item.openCalls, { waiting: 1, begun: 0 });
	counted.add(request);
}

/** Counts all paid requests of an item that makes several, so that none is paid in vain; a retry goes on with those that are left. */
export const countPaidParts: ItemStep = async (next, item) => {
	const { context, operation, settings, store, index, request } = item;
	if (settings.maxCallsPerRun > 0 && store?.hasPaidSteps(String(index)) !== true) {
		const bodies = await operation.paidBodies?.call(context, request);
		if (bodies !== undefined)
			reserveCalls(item, item.openCalls, { waiting: 0, begun: bodies.length });
	}
	return await next(item);
};

/** Counts each paid request. */
export const countPaidCalls: Step<Payer> = async (next, call) => {
	if (call.paid) countCall(call.payer);
	return await next(call);
};

/** Counts a paid request, unless it is counted. Throws a ServiceFailure when the node has made as many as it may. */
export function countCall(payer: Payer): void {
	const { context, settings, openCalls = { ...NO_CALLS } } = payer;
	if (settings.maxCallsPerRun === 0) return;
	if (openCalls.begun === 0) reserveCalls(payer, openCalls, { waiting: 0, begun: 1 });
	spendingOf(context).makeCall(nodeKeyOf(payer), openCalls);
}

function reserveCalls(payer: Payer, own: OpenCalls, calls: OpenCalls): void {
	const { context, settings } = payer;
	if (settings.maxCallsPerRun === 0) return;
	spendingOf(context).countCalls(nodeKeyOf(payer), settings.maxCallsPerRun, own, calls);
}

/** Sends a paid request only if what the execution may still spend is enough for it, and notes its answer for pricing. */
export const capCost: Step<Payer> = async (next, call) => {
	const { payer, request, paid, end, maxWaitMs } = call;
	if (!paid) return await next(call);
	const send = async (body: unknown) =>
		await next({ ...call, request: { ...request, body: body as IDataObject } });
	const wait = { signal: end, maxWaitMs };
	return await payer.charges.send(request.body, send, wait).catch((error: unknown) => {
		// A wait that was ended by the end of the run says why the run ended.
		if (isCancelledWait(error)) payer.requireOpen?.();
		throw error;
	});
};

/** Estimates an item in place of sending it, where the user wants that. */
export const estimateDryRun: ItemStep = async (next, item) =>
	item.isDry ? [await estimatedItem(item)] : await next(item);

/** What an item would be charged if it was sent, what that is based on, and whether it would be sent at all. */
async function estimatedItem(item: Item): Promise<INodeExecutionData> {
	const { context, charges, operation, settings, request: built } = item;
	const maxCostPerRun = maxCostOf(settings, item.account);
	const bodies = (await operation.paidBodies?.call(context, built)) ?? [built.body];
	for (const body of bodies) await withAllowedModel(item, { ...built, body } as typeof built);
	const estimates = await Promise.all(
		bodies.map(async (one) => await charges.prices.of(bodyValuesAndFiles(one))),
	);
	const cost = sumOfCosts(estimates.map(({ probable }) => probable));
	const assumptions = cost === null ? [] : (estimates[0]?.assumptions ?? []);
	const { request, files } = bodyValuesAndFiles(bodies[0] ?? built.body);
	const model = request.model ?? request.modelId ?? null;
	const isCertain = charges.prices.doubt === undefined;
	const isPriced = cost !== null && isCertain;
	const basis = isPriced ? operation.price?.basis?.(request, files) : undefined;
	const usd = cost && usdWorthOf(cost);
	const hint = await operation.paidHint?.call(context);
	const json = {
		dryRun: true,
		estimate: cost && {
			amount: cost.amount,
			currency: cost.currency,
			...(isCertain ? {} : { atLeast: true }),
		},
		...(isPriced && basis?.accuracy === 'estimate' && { estimateRange: rangeOf(estimates) }),
		accuracy: basis?.accuracy ?? 'unknown',
		basedOn: basis?.from ?? null,
		...(isCertain ? {} : { estimateNote: charges.prices.doubt }),
		...(isCertain &&
			assumptions.length > 0 && { estimateNote: `Assumes ${assumptions.join(', ')}` }),
		model,
		...(hint !== undefined && { hint }),
		...(maxCostPerRun > 0 && {
			withinMaxCost: usd !== null && isCertain && spendingOf(context).planCall(usd, maxCostPerRun),
		}),
	};
	return { json: json as IDataObject };
}

/** The least and the most of some calls, in USD; no most where nothing bounds one of them. */
function rangeOf(prices: CallPrice[]): IDataObject {
	const sumOf = (amounts: number[]) => amounts.reduce((sum, usd) => sum.plus(usd), new Big(0));
	const most = prices.map(({ mostUsd }) => mostUsd);
	return {
		least: Number(sumOf(prices.map(({ leastUsd }) => leastUsd))),
		most: most.every(Number.isFinite) ? Number(sumOf(most)) : null,
	};
}

/** The items with what the headers of their answer tell: always the model and ID of a paid call, which numbers could not be read, that a model will be withdrawn or another one answered, the rest when the user wants it. */
export function withAnswerFacts(
	item: Item,
	items: INodeExecutionData[],
	mark: IDataObject,
): INodeExecutionData[] {
	const { context, node, operation, lastAnswer: answer, includeResponseMetadata } = item;
	if (answer === undefined) return items.map((entry) => withFacts(entry, mark));
	const deprecation = logDeprecation(context, node.name, answer);
	const facts: IDataObject = {
		...unreadMarksOf(answer.body),
		...(deprecation === undefined ? {} : { modelDeprecation: deprecation }),
		...(answer.fallback === undefined ? {} : { fallback: answer.fallback }),
		...(includeResponseMetadata === true ? { responseMetadata: responseMetadata(answer) } : {}),
		...mark,
	};
	const isNamed =
		operation.price !== undefined && operation.free !== true && wantsSimplified(context);
	const call = isNamed ? modelAndRequest(answer) : {};
	return items.map((entry) =>
		withFacts(entry, { ...missingFacts(entry, call), ...facts, ...cutNote(entry.json) }),
	);
}

/** The same item where there are none: a list may have a hundred thousand. */
function withFacts(item: INodeExecutionData, facts: IDataObject): INodeExecutionData {
	return Object.keys(facts).length === 0 ? item : { ...item, json: { ...item.json, ...facts } };
}

/** What a person does about an answer that the cap has cut. */
function cutNote(json: IDataObject): IDataObject {
	if (json.cutBy !== 'maxCostPerRun') return {};
	const charged = reportedCost(json.cost);
	const { answer } = chargedTokens(usageIn(json)) ?? {};
	const length = answer === undefined ? '' : ` after ${answer} tokens`;
	const paid = charged === null ? '' : ` ${usdWorthOf(charged)} USD was charged.`;
	return { cutNote: `Cut${length}: Max Cost per Run left no more.${paid} Raise the limit.` };
}

/** Those of the facts that an item does not have, where it names its call by none of these either. */
function missingFacts({ json, error }: INodeExecutionData, call: IDataObject): IDataObject {
	if (error !== undefined) return {};
	const names =
		'id' in json || 'requestIds' in json || 'queueId' in json ? ['model'] : Object.keys(call);
	return Object.fromEntries(
		names
			.filter((name) => call[name] != null && json[name] == null)
			.map((name) => [name, call[name]]),
	) as IDataObject;
}
