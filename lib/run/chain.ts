import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IDataObject,
} from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { giveUp } from '../core/streams';
import { readRecords } from '../wire/readAs';
import type { Run, SavedAnswers, Send } from '../wire/send';
import { chained } from '../wire/steps';
import { withGate } from './gate';
import type { Handled } from './handling';
import { checkedItem, type ItemStep, type OperationItem } from './item';
import { withExtraFields } from './otherFields';
import { endOf, failedItem, outputOf, reported } from './report';
import { sendForItem } from './requests';
import { endingOf } from './runEnd';
import { runSettings, type RunSettings } from './runSettings';
import { ParameterReads } from './saved/reads';
import { savedAnswers } from './savedAnswers';
import { dryRun, countAhead, countParts, withFacts } from './spending';

/** Waits for a place in the run, and ends the run while it has the place if what the item failed with ends it. */
const gate: ItemStep = async (next, item, options) =>
	await item.gate.run(async () => {
		try {
			// Which account it is closed for has to be known.
			if (item.gate.closed !== undefined) await item.signIn();
			item.requireOpen();
			return await next(item, options);
		} catch (error) {
			throw endOf(item, error);
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

/** The last step: makes the requests of the operation and its output, with what they were charged. */
const walk: ItemStep = async (_, item, options) => {
	const { context, charges, free } = item;
	let last: Answer | undefined;
	const sendOne: Send = async (request, policy) => {
		const paid = !free && policy?.free !== true;
		return (last = await sendForItem(item, request, { ...policy, paid }));
	};
	const { sendAll, read = readRecords } = item.operation;
	try {
		const items =
			sendAll === undefined
				? await read.call(context, await sendOne(options))
				: await sendAll.call(context, options, sendOne, runOf(item));
		return withFacts(item, last, await charges.onto(items));
	} finally {
		await charges.setCost({}, { looksUp: false });
		giveUp(last?.body);
	}
};

/** What an item that makes several requests may do with its place in the run. */
function runOf(item: OperationItem): Run {
	const { context, gate, charges, answers } = item;
	return {
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
		savedAnswers: answers ?? NOT_SAVED,
	};
}

/** Keeps nothing of an item. */
const NOT_SAVED: SavedAnswers = {
	isKept: false,
	once: async (_, make) => await make(),
	forget: () => undefined,
	end: () => undefined,
};

/**
 * What happens once for each item that is checked, the outermost first. All before `gate` happens at once for every item, so that nothing
 * is sent before each of them is checked and counted. `ready` comes after `savedAnswers`, as it may read large files; `dryRun` and
 * `countParts` after it, as an estimate and the number of parts need them.
 */
const ITEM: ItemStep[] = [countAhead, gate, savedAnswers, ready, dryRun, countParts, walk];

const handle = chained(ITEM);

/** The function that n8n calls once per item for every operation: the item goes through the steps of the chain. */
export function runOperation(operation: Handled) {
	return async function (
		this: IExecutePaginationFunctions,
		request: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const reads = new ParameterReads();
		const context = reads.contextOf(this);
		let settings: RunSettings;
		try {
			settings = runSettings(context, { maxConcurrentRequests: operation.usualConcurrency });
		} catch (error) {
			return failedItem(context, error);
		}
		const limit = Math.min(settings.maxConcurrentRequests, operation.concurrency ?? Infinity);
		return await withGate(context.getExecuteData(), limit, async (gate) => {
			const options = request.options as IHttpRequestOptions;
			const [node, index] = [context.getNode(), context.getItemIndex()];
			const incoming = { context, node, reads, operation, settings, gate, index, options };
			// An item that cannot be sent throws here and now, before another one is sent.
			const make = () => {
				const item = checkedItem(incoming);
				return handle(item, options).then((made) => outputOf(item, made));
			};
			return await reported(incoming, make);
		});
	};
}
