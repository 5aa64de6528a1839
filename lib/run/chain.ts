import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IDataObject,
	IExecuteSingleFunctions,
} from 'n8n-workflow';

import { eitherEnding } from '../core/clock';
import { itemContext } from '../core/execution';
import { isRecord } from '../core/record';
import { sendEncrypted } from '../privacy/sendEncrypted';
import { FALLBACK, fallbackChoices } from './fallback/choices';
import { applyRules } from '../fields/accept';
import { sendSigned } from '../wire/exchange';
import { readRecords } from '../wire/readAs';
import { pace, retry } from '../wire/retry';
import { chained, type Run, type Send, type Step } from '../wire/send';
import { privacy } from '../privacy/privacy';
import { withGate } from './gate';
import type { Handled } from './handling';
import { OperationItem, type Item, type ItemStep } from './item';
import { runSettings, type RunSettings } from './runSettings';
import { combine, jointOf } from './combine';
import { fallback } from './fallback';
import { paidOnce, paidWorkOf } from './paidOnce';
import { repeatLost } from './repeatLost';
import { endingOf, failureOfItem, requireOpen, failedItem, report } from './report';
import { sameRequest, sharedRequest } from './sameRequest';
import { cost, dryRun, cap, count, countAhead, countParts } from './spending';

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
	options.baseURL = (await item.signIn()).baseURL;
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
		return (item.last = await send(item, request, { ...policy, paid: isPaid }));
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

/** Sends a chat encrypted to the enclave of its model, once that is verified, where the user demands it; its answer comes back decrypted. */
const encrypt: Step<Item> = async (next, item, options, policy) => {
	const { encryption: choices, memory } = item;
	if (choices === undefined) return await next(item, options, policy);
	const context = item.context as unknown as IExecuteSingleFunctions;
	// What comes is read once it is decrypted.
	const { readBody = (answer) => answer, ...sealedPolicy } = policy;
	const answer = await sendEncrypted(
		isRecord(options.body) ? options.body : {},
		{ context, memory, choices },
		async (body, headers) => {
			const sealed = {
				headers: { ...options.headers, ...headers, Accept: 'text/event-stream, application/json' },
				body: body as IDataObject,
				encoding: 'stream' as const,
			};
			return await next(item, { ...options, ...sealed }, sealedPolicy);
		},
	);
	return await readBody(answer);
};

/** Ends a request and its waits with the run; a free one about work that is paid for may go on. */
const ending: Step<OperationItem> = async (next, item, options, policy) => {
	const { signal } = policy;
	const cancel = item.context.getExecutionCancelSignal();
	item.isFreeFollowUp = policy.free === true && !item.free;
	// Its own signal ends the request too, where it has one.
	const abortSignal = cancel && signal ? AbortSignal.any([signal, cancel]) : signal;
	const request = signal === undefined ? options : { ...options, abortSignal };
	return await next(item, request, { ...policy, ending: eitherEnding(endingOf(item), signal) });
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

/**
 * What happens to each request that an item makes. `count` is outside of `fallback`, as it counts a call whichever model answers.
 * `privacy` is inside of it, as each model has its own, and before all that asks for a price. `cap` is inside of `fallback` too, as models
 * differ in price, and outside of `retry`, which repeats only what was not charged. `encrypt` is inside of both, as each model has a key of
 * its own and the price is that of the text. `pace` is the last before `exchange`, so that each attempt waits for its turn.
 */
const REQUEST: Array<Step<OperationItem>> = [
	combine,
	count,
	ending,
	fallback,
	privacy,
	cap,
	encrypt,
	retry,
	pace,
	sendSigned,
];

/** The same for each call of an AI sub-node, which n8n neither routes nor batches; `repeatLost` is outside of `cap`, as each repeat may be charged. */
export const SUB_NODE: Array<Step<Item>> = [
	count,
	fallback,
	privacy,
	repeatLost,
	cap,
	encrypt,
	retry,
	pace,
	sendSigned,
];

const handle = chained(ITEM);

const send = chained(REQUEST);

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
