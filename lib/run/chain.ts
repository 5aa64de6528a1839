import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	IDataObject,
} from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { notePlaceholder, rehearsalMark } from '../core/rehearsal';
import { cancelBody } from '../core/streams';
import { readRecords } from '../wire/readAs';
import type { ItemRun, SavedAnswers, SendRequest } from '../wire/send';
import { chainSteps } from '../wire/steps';
import { withRun } from './run';
import type { RunnableOperation } from './handling';
import { checkedItem, mayContinueOf, type ItemStep, type OperationItem } from './item';
import { withExtraFields } from './otherFieldValues';
import { endItem, failedItem, outputOf, pairedOutput } from './itemOutput';
import { sendForItem } from './requests';
import { runSettings, type RunSettings } from './runSettings';
import { ParameterReads } from './saved/parameterReads';
import { reuseSavedAnswers } from './savedAnswers';
import { estimateDryRun, countCallsAhead, countPaidParts, withAnswerFacts } from './spending';

/** Waits for a place in the run, and ends the run while it has the place if what the item failed with ends it. */
const waitForSlot: ItemStep = async (next, item, options) =>
	await item.run.runInSlot(async () => {
		try {
			// Which account it is closed for has to be known.
			if (item.run.firstClosure !== undefined) await item.signIn();
			item.requireOpen();
			return await next(item, options);
		} catch (error) {
			throw endItem(item, error);
		}
	});

/** Adds files to the request, and checks it against the model, once the turn of the item has come. */
const prepareRequest: ItemStep = async (next, item, options) => {
	const { baseURL, namePrefix, rehearses } = await item.signIn();
	if (rehearses === true && item.operation.price !== undefined) notePlaceholder(item.context);
	options.baseURL = baseURL;
	options.body = withExtraFields(options.body, item.extraFields, namePrefix);
	for (const beforeSend of item.operation.beforeSend ?? []) {
		await beforeSend.call(item.context, options, item.run);
	}
	return await next(item, options);
};

/** The last step: makes the requests of the operation and its output, with what they were charged. */
const makeRequests: ItemStep = async (_, item, options) => {
	const { context, charges, free } = item;
	let lastAnswer: Answer | undefined;
	const sendOne: SendRequest = async (request, policy) => {
		const paid = !free && policy?.free !== true;
		return (lastAnswer = await sendForItem(item, request, { ...policy, paid }));
	};
	const { sendAll, read = readRecords } = item.operation;
	try {
		const items =
			sendAll === undefined
				? await read.call(context, await sendOne(options))
				: await sendAll.call(context, options, sendOne, itemRunOf(item));
		const priced = withAnswerFacts(item, lastAnswer, await charges.withCosts(items));
		return priced.map((one) => ({ ...one, json: { ...one.json, ...rehearsalMark(context) } }));
	} finally {
		await charges.setCost({}, { looksUp: false });
		cancelBody(lastAnswer?.body);
	}
};

/** What an item that makes several requests may do with its place in the run. */
function itemRunOf(item: OperationItem): ItemRun {
	const { run, charges, answers, settings } = item;
	return {
		silenceMs: settings.silenceMs,
		remember: async (name, make) => await run.remember(name, make),
		sleepWithoutSlot: async (ms) => await run.sleepWithoutSlot(ms, mayContinueOf(item)),
		tryAcquireSlot: () => run.tryAcquireSlot(),
		get free() {
			return run.free;
		},
		recordPaidWork: (facts) => run.recordPaidWork(facts),
		runInExtraSlot: async (task) => await run.runInSlot(task),
		cost: async (answer, json) => await charges.setCost(json as IDataObject, { answer }),
		refund: (cost, model) => charges.refund(cost, model),
		savedAnswers: answers ?? NO_SAVED_ANSWERS,
	};
}

/** Keeps nothing of an item. */
const NO_SAVED_ANSWERS: SavedAnswers = {
	keepsAnswers: false,
	once: async (_, make) => await make(),
	forget: () => undefined,
	noteFruitless: () => undefined,
};

/**
 * What happens once for each item that is checked, the outermost first. All before `waitForSlot` happens at once for every item, so that nothing
 * is sent before each of them is checked and counted. `prepareRequest` comes after `reuseSavedAnswers`, as it may read large files; `estimateDryRun` and
 * `countPaidParts` after it, as an estimate and the number of parts need them.
 */
const ITEM_STEPS: ItemStep[] = [
	countCallsAhead,
	waitForSlot,
	reuseSavedAnswers,
	prepareRequest,
	estimateDryRun,
	countPaidParts,
	makeRequests,
];

const handleItem = chainSteps(ITEM_STEPS);

/** The function that n8n calls once per item for every operation: the item goes through the steps of the chain. */
export function runOperation(operation: RunnableOperation) {
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
		const cancel = context.getExecutionCancelSignal();
		return await withRun(
			context.getExecuteData(),
			limit,
			async (run) => {
				const options = request.options as IHttpRequestOptions;
				const [node, index] = [context.getNode(), context.getItemIndex()];
				const incoming = { context, node, reads, operation, settings, run, index, options };
				// An item that cannot be sent throws here and now, before another one is sent.
				const make = () => {
					const item = checkedItem(incoming);
					return handleItem(item, options).then((made) => outputOf(item, made));
				};
				return await pairedOutput(incoming, make);
			},
			cancel,
		);
	};
}
