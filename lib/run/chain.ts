import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isToolRun, itemContext, type ItemContext } from '../core/execution';
import { notePlaceholder } from '../core/rehearsal';
import { readPanel, type PanelSource } from '../fields/readPanel';
import { appliedAfter } from '../fields/rules';
import { chainSteps } from '../wire/steps';
import { Item, type ItemStep, type RunnableOperation } from './item';
import { endItem, outputOf, pairedOutput } from './itemOutput';
import { makeRequests } from './makeRequests';
import { withExtraFields } from './otherFieldValues';
import { sendForItem } from './requests';
import { withRun } from './run';
import { runSettings } from './runSettings';
import { reuseSavedAnswers } from './savedAnswers';
import { estimateDryRun, countCallsAhead, countPaidParts } from './spending';

/** Waits for a place in the run, and ends the run while it has the place if what the item failed with ends it. */
const waitForSlot: ItemStep = async (next, item) =>
	await item.run.runInSlot(async () => {
		try {
			// Which account it is closed for has to be known.
			if (item.run.firstClosure !== undefined) await item.signIn();
			if (item.closure !== undefined) item.run.noteItem('unsent');
			item.requireOpen();
			return await next(item);
		} catch (error) {
			throw endItem(item, error);
		}
	});

/** Adds files to the request, and checks it against the model, once the turn of the item has come. */
const prepareRequest: ItemStep = async (next, item) => {
	const { context, operation, request, run } = item;
	const { baseURL, namePrefix, rehearses } = await item.signIn();
	if (rehearses === true && operation.price !== undefined) notePlaceholder(context);
	request.baseURL = baseURL;
	request.body = withExtraFields(request.body, item.extraFields, namePrefix);
	for (const beforeSend of operation.beforeSend ?? []) await beforeSend.call(context, request, run);
	return await next(item);
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

/** What n8n adds to the panel of every node that it routes: its limit of time holds beside ours. */
const REQUEST_OPTIONS = appliedAfter({
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	default: {},
	options: [{ displayName: 'Timeout', name: 'timeout', type: 'hidden', default: 0 }],
});

/** What an item was given and how it is run; or the usual settings and why it cannot be sent, which ends its run like any other. */
function readItem(context: ItemContext, { fields }: RunnableOperation, source: PanelSource) {
	try {
		const panel = readPanel([...fields, REQUEST_OPTIONS], source);
		context.parameters = panel.parameters;
		return { panel, settings: runSettings(panel.parameters) };
	} catch (problem) {
		return { problem, settings: runSettings({ options: {} }) };
	}
}

/** The function that n8n calls once per item for every operation: the item goes through the steps of the chain. */
export function runOperation(operation: RunnableOperation) {
	return async function (
		this: IExecutePaginationFunctions,
		request: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const context = itemContext(this);
		const node = context.getNode();
		const { panel, problem, settings } = readItem(context, operation, {
			written: node.parameters,
			// No parameter of this package has a `validateType`.
			evaluate: (path) => context.getNodeParameter(path, undefined, { skipValidation: true }),
			isTool: isToolRun(node),
			zone: context.getTimezone(),
		});
		const limit = Math.min(settings.maxConcurrentRequests, operation.concurrency ?? Infinity);
		const cancel = context.getExecutionCancelSignal();
		return await withRun(
			context.getExecuteData(),
			limit,
			async (run) => {
				const options = request.options as IHttpRequestOptions;
				const item = new Item(context, operation, options, settings, run, node, sendForItem);
				return await pairedOutput(item, () => {
					// An item that cannot be sent throws here and now, before another one is sent.
					if (panel === undefined) throw problem;
					item.check(panel);
					return handleItem(item).then((made) => outputOf(item, made));
				});
			},
			cancel,
		);
	};
}
