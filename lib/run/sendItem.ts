import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import { FALLBACK, fallbackChoices } from '../fallback/choices';
import { sendWithFallback, type Fallback } from '../fallback/sendWithFallback';
import { listModels } from '../models/fetchModel';
import { Charges } from '../pricing/charges';
import { quotedPrice } from '../pricing/quotedPrice';
import { isRecord } from '../base/record';
import { eitherEnding } from '../base/clock';
import { giveUp } from '../base/streams';
import { accountOf } from '../http/account';
import type { Answer } from '../base/answer';
import { call, type CallPolicy } from '../http/call';
import { credentialType } from '../http/credential';
import { withFacts } from './withFacts';
import type { RequestPolicy, Run, Send } from './plan';
import type { ItemRun } from './itemRun';
import { LostAnswers } from './lostAnswers';
import { PaidItem, paidWorkOf, type PaidAnswer } from './paidItem';
import { combinedSend, combineOf } from './combinedSend';
import { countCall } from './countCall';
import { estimatedItem, isDryRun } from './dryRun';
import { ownRequest } from './requestHash';
import { endings, requireOpen } from './runEnd';
import { reused, sameRequest, sharedAnswer } from './sameRequest';

/**
 * Sends what the item needs, once its turn has come. What an earlier try of the node paid for is taken from there, and what an earlier item
 * asked for as well from that item.
 */
export async function sendItem(
	this: IExecuteSingleFunctions,
	node: INode,
	options: IHttpRequestOptions,
	itemRun: ItemRun,
): Promise<INodeExecutionData[]> {
	const { gate, state } = itemRun;
	requireOpen.call(this, gate, state);
	const account = async () => await accountOf(this, credentialType(node), gate);
	const seal = itemRun.plan.once === true ? (await account()).seal : undefined;
	const { price, repeatable = false } = itemRun.plan;
	const work = paidWorkOf(this, node, itemRun);
	const isPaid = work !== undefined && price !== undefined;
	const lost = isPaid ? new LostAnswers(this, work, repeatable) : undefined;
	const paid = new PaidItem(this, work, seal, lost);
	const request = sameRequest.call(this, node, options, itemRun);
	const make = async () => await makeItems.call(this, node, options, itemRun, paid);
	const answered = async (): Promise<PaidAnswer> => {
		if (request === undefined) {
			const own = () => ownRequest(this, node, options);
			return await paid.whole(String(this.getItemIndex()), own, make);
		}
		const { id } = await account();
		const common = `${id}:${request}`;
		const makeOnce = async () => await paid.whole(request, () => common, make);
		return await sharedAnswer.call(this, gate, common, makeOnce);
	};
	const { item, items } = await answered();
	if (items.every(({ error }) => error === undefined)) paid.finish();
	return item === this.getItemIndex() ? items : reused(items);
}

async function makeItems(
	this: IExecuteSingleFunctions,
	node: INode,
	options: IHttpRequestOptions,
	itemRun: ItemRun,
	paid: PaidItem,
): Promise<INodeExecutionData[]> {
	const { plan, settings, gate, state } = itemRun;
	const combine = combineOf.call(this, itemRun);
	const isDry = isDryRun(itemRun);
	if (combine === undefined && !isDry) countCall.call(this, itemRun);
	const account = await accountOf(this, credentialType(node), gate);
	options.baseURL = account.baseURL;
	for (const beforeSend of plan.beforeSend ?? []) await beforeSend.call(this, options, gate);

	const cancel = this.getExecutionCancelSignal();
	const { ending, endingOfPaid } = endings.call(this, gate, cancel);
	const endingNow = () => (state.followsUp ? endingOfPaid : ending);
	const charges = new Charges({
		...{ context: this, price: plan.price, run: gate },
		...{ tracks: settings.trackCost, label: settings.costLabel, maxCost: settings.maxCostPerRun },
		quote: async (body) => await quotedPrice(this, account, options, body),
	});
	if (isDry) return [await estimatedItem(this, options, charges, itemRun)];
	let last: Answer | undefined;
	const send: Send = async (next, policy = {}) => {
		state.followsUp = policy.free === true && !plan.free;
		state.called = true;
		const callPolicy = policyOf.call(this, itemRun, policy);
		const signal = eitherEnding(endingNow(), policy.signal);
		const sendBody = async (body: unknown) => {
			const asked = { ...next, body } as IHttpRequestOptions;
			const request = stoppedBy(asked, policy.signal, cancel);
			const sendNow = async () => await call(this, account, request, { ...callPolicy, signal });
			return callPolicy.paid ? await charges.send(body, sendNow) : await sendNow();
		};
		const fallback = policy.keepsModel === true ? undefined : fallbackOf.call(this, itemRun);
		last =
			fallback === undefined || !isRecord(next.body)
				? await sendBody(next.body)
				: await sendWithFallback(next.body, fallback, sendBody);
		return last;
	};
	const sendCombined =
		combine && combinedSend.call(this, combine, { account, charges, send }, itemRun);
	const sendWanted: Send =
		sendCombined === undefined ? send : async (next) => (last = await sendCombined(next));
	const run: Run = {
		rest: async (ms) => await gate.rest(ms, cancel, endingNow()),
		spare: () => gate.spare(),
		get free() {
			return gate.free;
		},
		keep: (facts) => gate.keep(facts),
		beside: async (task) => await gate.run(task),
		cost: async (answer) => await charges.settle({}, { answer }),
		paid,
	};
	try {
		const items = await charges.onto(await plan.sendAll.call(this, options, sendWanted, run));
		return last === undefined ? items : withFacts.call(this, items, last, settings);
	} finally {
		await charges.settle({}, { looksUp: false });
		giveUp(last?.body);
	}
}

/** The request, ended by its own signal too, where it has one. */
function stoppedBy(request: IHttpRequestOptions, own?: AbortSignal, cancel?: AbortSignal) {
	if (own === undefined) return request;
	return { ...request, abortSignal: cancel ? AbortSignal.any([own, cancel]) : own };
}

/** The models that may answer in place of the chosen one; undefined where there are none. */
function fallbackOf(
	this: IExecuteSingleFunctions,
	{ plan: { fallback: rule }, gate }: ItemRun,
): Fallback | undefined {
	if (rule === undefined) return undefined;
	const choices = fallbackChoices(this.getNodeParameter(FALLBACK, {}), rule);
	return { rule, choices, list: async () => await listModels(this, gate, rule.type) };
}

/** How one request of an item is sent. */
function policyOf(
	this: IExecuteSingleFunctions,
	{ plan, settings, gate, state }: ItemRun,
	{ bucket = plan.bucket, maxTries = settings.maxAttempts, free = false }: RequestPolicy,
): CallPolicy {
	const once = plan.once === true && !free;
	return {
		bucket,
		maxTries,
		maxWaitMs: settings.maxWaitMs,
		repeatable: !once && (plan.free || free || plan.repeatable === true),
		once,
		paid: !plan.free && !free,
		queued: () => gate.waiting,
		before: () => requireOpen.call(this, gate, state),
		onWait: (ms, failure) => this.logger.debug(`Waiting ${ms} ms: ${failure.message}`),
	};
}
