import type { IAllExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure } from '../core/failure';
import type { EnclaveChoices } from '../privacy/enclaveChoices';
import { accountOf, type Account } from '../wire/account';
import { credentialTypeOf } from '../wire/credential';
import type { CallContext, RunMemory, Step } from '../wire/send';
import type { ModelReader } from '../models/fetchModel';
import { Charges } from '../cost/charges';
import { quotedPrice } from '../cost/quotedPrice';
import { NO_CALLS, type OpenCalls } from '../cost/runSpending';
import { checkItem, type IncomingItem, type ItemPlan } from './checkItem';
import type { FallbackChoices, FallbackRule } from './fallback/types';
import type { MayContinue, Run } from './run';
import { priceDoubtOf, type ExtraFields } from './otherFieldValues';
import { maxCostOf, totalsLabelOf, type RunSettings } from './runSettings';
import { ItemAnswers } from './saved/itemAnswers';
import { openStore } from './saved/openStore';
import type { AnswerStore } from './saved/answerStore';

/** What the steps of one request share, for the items of action nodes and the calls of AI sub-nodes. */
export interface Item extends CallContext {
	readonly context: ModelReader & Pick<IAllExecuteFunctions, 'logger'>;
	readonly node: Pick<INode, 'name' | 'type'>;
	readonly settings: Pick<RunSettings, 'allowedPrivacy' | 'maxCallsPerRun' | 'repeatLostAnswers'>;
	/** What its paid requests were charged. */
	readonly charges: Charges;
	/** The type of its models in the model list; undefined where it has none. */
	readonly modelType?: string;
	/** What is the same for all items of the run, such as the model list. */
	readonly run: RunMemory;
	readonly fallback?: FallbackRule;
	/** What the enclave of an encrypted chat must prove; undefined for one in plain text. */
	readonly encryption?: EnclaveChoices;
	/** What the user chose under Fallback Models. */
	readonly choices?: FallbackChoices;
	/** What its requests carry beside the fields of the panel. */
	readonly extraFields?: ExtraFields;
	/** Called before a request that may have been charged is sent again. */
	onRepeat?(failure: ServiceFailure): void;
	/** Which calls are counted for it that it has not made. */
	readonly openCalls?: OpenCalls;
}

/** One promise about an item as a whole; it returns its items. */
export type ItemStep = Step<OperationItem, INodeExecutionData[], []>;

/** An item of an action node on its way through an operation. Of its own fields the two flags change, and no others. */
export interface OperationItem extends Item, IncomingItem, ItemPlan {
	readonly openCalls: OpenCalls;
	/** Whether an earlier run of the node sent it, and may have been charged. */
	isRepeat: boolean;
	/** Whether its call in flight is a free one about work that it has paid for. */
	isFreeFollowUp: boolean;
	/** The account that signs for it, once `signIn` has found it. */
	readonly account: Account;
	readonly context: IncomingItem['context'];
	readonly node: INode;
	readonly settings: RunSettings;
	readonly run: Run;
	/** What its run has paid for, and what it pays for once, however often n8n runs the node; undefined where nothing of it is kept. */
	readonly store?: AnswerStore;
	readonly answers?: ItemAnswers;
	/** Its account, which nothing needs that was paid for before. Throws a ServiceFailure for a credential that is not in order. */
	signIn(): Promise<Account>;
	requireOpen(): void;
}

/** An item that comes in, once it is checked. Throws a ServiceFailure for what cannot be sent. */
export function checkedItem(incoming: IncomingItem): OperationItem {
	const { context, node, operation, settings, run } = incoming;
	const { bucket, free = false, secretShownOnce, repeatable, fallback, price } = operation;
	const itemPlan = checkItem(incoming);
	const store = keepsAnswersOf(incoming, itemPlan)
		? run.shared('saved answers', () => openStore(context))
		: undefined;
	let account: Account | undefined;
	const item: OperationItem = {
		...{ openCalls: { ...NO_CALLS }, isRepeat: false, isFreeFollowUp: false },
		...incoming,
		...itemPlan,
		...{ bucket, free, secretShownOnce, repeatable, fallback, store },
		modelType: price?.modelType,
		maxTries: settings.maxAttempts,
		maxWaitMs: settings.maxWaitMs,
		charges: itemChargesOf(incoming, itemPlan, () => item.account),
		answers: store && itemAnswersOf(incoming, store, () => item),
		get account() {
			return account as Account;
		},
		signIn: async () => (account ??= await accountOf(context, credentialTypeOf(node), run)),
		requireOpen: () => requireRunOpen(item),
		sendUntilEnd: async (policy, send) => {
			item.isFreeFollowUp = policy.free === true && !free;
			return await run.untilEnd(mayContinueOf(item), send);
		},
		onWait: (ms, { message }) => context.logger.debug(`Waiting ${ms} ms: ${message}`),
	};
	return item;
}

/** Whether an item goes on after the run has ended: it ended it itself, or it only waits for what is paid for already. */
export function mayContinueOf(item: OperationItem): MayContinue {
	const { context, isFreeFollowUp } = item;
	return ({ account, item: closedBy, sparesPaidWork }) => {
		// What ends with one key says nothing of another one.
		if (account !== undefined && account !== item.account?.id) return true;
		// An agent can run a node several times at once: the same index is then another run, which goes on.
		if (closedBy === context.getItemIndex()) return true;
		return isFreeFollowUp && sparesPaidWork === true;
	};
}

/** Throws when another item has ended the run: nothing more of the run is sent then, no next try either. */
function requireRunOpen(item: OperationItem): void {
	const closed = item.run.closureFor(mayContinueOf(item));
	if (closed === undefined) return;
	if (!item.context.continueOnFail()) throw closed.reason;
	throw new ServiceFailure(`Not sent, because of an earlier item: ${closed.reason.message}`, {
		kind: 'refused',
	});
}

/** Whether a retry finds what an item pays for: not a call that costs nothing and can be made again, and none of an agent, whose calls are all new ones. */
function keepsAnswersOf(
	{ operation, settings }: IncomingItem,
	{ isTool, isDry }: ItemPlan,
): boolean {
	const { secretShownOnce, free } = operation;
	return (
		(secretShownOnce === true || (free !== true && settings.reusePaidAnswers)) && !isTool && !isDry
	);
}

function itemAnswersOf(
	{ context, operation, settings }: IncomingItem,
	store: AnswerStore,
	item: () => OperationItem,
): ItemAnswers {
	const { price, repeatable, secretShownOnce } = operation;
	const owner = {
		...{ context, settings, repeatable, isPaid: price !== undefined },
		// Nothing that was paid for needs the account.
		rehearses: async () =>
			await item()
				.signIn()
				.then(
					({ rehearses }) => rehearses === true,
					() => false,
				),
		seal: async () => (secretShownOnce === true ? (await item().signIn()).seal : undefined),
		onRepeat: () => {
			item().isRepeat = true;
		},
	};
	return new ItemAnswers(owner, store);
}

function itemChargesOf(
	{ context, node, operation, settings, run, options }: IncomingItem,
	{ isTool, extraFields, encryption }: ItemPlan,
	account: () => Account,
): Charges {
	return new Charges({
		...{ context, node: node.name, tool: isTool, run, price: operation.price },
		...{ tracks: settings.trackCost, label: totalsLabelOf(context, settings.costLabel), account },
		...{ maxCost: () => maxCostOf(settings, account()), encrypted: encryption !== undefined },
		quote: async (request) => {
			const body = operation.quoted?.call(context, request) ?? request;
			return await quotedPrice(context, account(), options, { request, body });
		},
		doubt: priceDoubtOf(extraFields),
	});
}
