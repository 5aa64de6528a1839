import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IDataObject,
} from 'n8n-workflow';

import { itemContext } from '../core/execution';
import { FALLBACK, fallbackChoices } from './fallback/choices';
import { applyRules } from '../fields/accept';
import { readRecords } from '../wire/readAs';
import type { Run, Send } from '../wire/send';
import { chained } from '../wire/steps';
import { withGate } from './gate';
import type { Handled } from './handling';
import { OperationItem, type ItemStep } from './item';
import { runSettings, type RunSettings } from './runSettings';
import { jointOf } from './combine';
import { paidOnce, paidWorkOf } from './paidOnce';
import { checkOtherFields, withExtraFields } from './otherFields';
import { failureOfItem, failedItem, report } from './report';
import { endingOf, requireOpen } from './runEnd';
import { sameRequest, sharedRequest } from './sameRequest';
import { sendForItem } from './requests';
import { cost, dryRun, countAhead, countParts } from './spending';

/** Refuses what cannot be sent, with a sentence about the parameter, and decides how the item is sent: at once, so that no item is sent before. */
const check: ItemStep = (next, item, options) => {
	const { context, operation, settings } = item;
	options.timeout = settings.timeoutMs;
	const warnings = applyRules(options, operation.rules, context.getTimezone());
	for (const warning of warnings) context.logger.warn(`"${item.node.name}": ${warning}`);
	const models = operation.fallback && context.getNodeParameter(FALLBACK, null);
	if (operation.fallback && models !== null) {
		item.choices = fallbackChoices(models, operation.fallback);
	}
	for (const prepare of operation.prepare ?? []) prepare.call(context, options);
	checkOtherFields(item, options);
	item.encryption = operation.encryption?.call(context, options);
	item.batch = jointOf(item);
	item.sharedRequest = sharedRequest(item);
	item.work = paidWorkOf(item);
	const { sharedRequest: common } = item;
	// The files of an item are others once they are read again.
	item.storageKey =
		common === undefined || common.files.length > 0 ? String(item.index) : common.hash;
	return next(item, options);
};

/** Waits for a place in the run, and ends the run while it has the place if what the item failed with ends it. */
const gate: ItemStep = async (next, item, options) =>
	await item.gate.run(async () => {
		try {
			item.requireOpen = () => requireOpen(item);
			item.requireOpen();
			return await next(item, options);
		} catch (error) {
			throw failureOfItem(item, error);
		}
	});

/** Adds files to the request, and checks it against the model, once the turn of the item has come. */
const ready: ItemStep = async (next, item, options) => {
	const { baseURL, namePrefix } = await item.signIn();
	options.baseURL = baseURL;
	options.body = withExtraFields(options.body, item.extraFields, namePrefix);
	for (const beforeSend of item.operation.beforeSend ?? []) {
		await beforeSend.call(item.context, options, item.gate);
	}
	return await next(item, options);
};

/** The last step: makes the requests of the operation, and its output. */
const walk: ItemStep = async (_, item, options) => {
	const { context, gate, charges, paid } = item;
	const sendOne: Send = async (request, policy) => {
		const isPaid = !item.free && policy?.free !== true;
		return (item.last = await sendForItem(item, request, { ...policy, paid: isPaid }));
	};
	const run: Run = {
		remember: async (name, make) => await gate.remember(name, make),
		sleepWithoutSlot: async (ms) =>
			await gate.sleepWithoutSlot(ms, context.getExecutionCancelSignal(), endingOf(item)),
		tryAcquireSlot: () => gate.tryAcquireSlot(),
		get free() {
			return gate.free;
		},
		recordPaidWork: (facts) => gate.recordPaidWork(facts),
		runInExtraSlot: async (task) => await gate.run(task),
		cost: async (answer, json) => await charges.setCost(json as IDataObject, { answer }),
		refund: (cost, model) => charges.refund(cost, model),
		paid,
	};
	const { sendAll, read = readRecords } = item.operation;
	const items =
		sendAll === undefined
			? await read.call(context, await sendOne(options))
			: await sendAll.call(context, options, sendOne, run);
	return { item: item.index, items };
};

/**
 * What happens once for each item, the outermost first. All before `gate` happens at once for every item, so that nothing
 * is sent before each of them is checked and counted. `sameRequest` is outside of `paidOnce`, which then keeps one answer for all that
 * share it; `ready` comes after both, as it may read large files; `dryRun` and `countParts` after it, as
 * an estimate and the number of parts need them.
 */
const ITEM: ItemStep[] = [
	report,
	check,
	countAhead,
	gate,
	sameRequest,
	paidOnce,
	ready,
	dryRun,
	countParts,
	cost,
	walk,
];

const handle = chained(ITEM);

/** The function that n8n calls once per item for every operation: the item goes through the steps of the chain. */
export function runOperation(operation: Handled) {
	return async function (
		this: IExecutePaginationFunctions,
		request: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const context = itemContext(this);
		let settings: RunSettings;
		try {
			settings = runSettings(context, { maxConcurrentRequests: operation.usualConcurrency });
		} catch (error) {
			return failedItem(context, error);
		}
		const limit = Math.min(settings.maxConcurrentRequests, operation.concurrency ?? Infinity);
		return await withGate(context.getExecuteData(), limit, async (gate) => {
			const options = request.options as IHttpRequestOptions;
			const item = new OperationItem(context, operation, settings, gate, options);
			return (await handle(item, options)).items;
		});
	};
}
