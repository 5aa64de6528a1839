import type {
	IDataObject,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { Answer } from '../core/answer';
import type { Cost } from '../core/cost';
import { isToolRun, type ItemContext } from '../core/execution';
import { ServiceFailure } from '../core/failure';
import type { Charges } from '../cost/charges';
import { quotedPrice } from '../cost/quotedPrice';
import { NO_CALLS, type OpenCalls } from '../cost/runSpending';
import type { PanelValues } from '../fields/readPanel';
import { setPanelValues } from '../fields/routing';
import type { WireRule } from '../fields/rules';
import type { EnclaveChoices } from '../privacy/enclaveChoices';
import { accountOf, type Account } from '../wire/account';
import { credentialTypeOf } from '../wire/credential';
import type { BucketName } from '../wire/pacing/bucket';
import type { BatchRule, Send, SendRequest, Sender } from '../wire/send';
import type { Wrapping } from '../wire/steps';
import { fallbackChoices } from './fallback/choices';
import type { FallbackChoices, FallbackRule } from './fallback/types';
import type { IncludedInput } from './inputFields';
import type { OperationHandling } from './operationHandling';
import { checkedOtherFields, type ExtraFields } from './otherFieldValues';
import { chargesOf, type Payer } from './payer';
import type { MayContinue, Run, RunClosure } from './run';
import type { RunSettings } from './runSettings';
import type { AnswerStore } from './saved/answerStore';
import { ItemAnswers, NO_SAVED_ANSWERS, type SavedAnswers } from './saved/itemAnswers';
import { sharedRequestOf } from './saved/keys';
import { openStore } from './saved/openStore';

/** An operation as its items are run. */
export interface RunnableOperation extends OperationHandling<Item> {
	/** Those of its panel. */
	fields: INodeProperties[];
	/** What each field that is sent may hold. */
	rules: WireRule[];
	bucket: BucketName;
}

/** An item of an action node on its way through an operation: a payer with an input. How it is sent is known once it is checked. */
export class Item implements Payer {
	/** Its index among the items of the run, and how many there are. */
	readonly index: number;

	readonly count: number;

	/** Whether an agent runs the node as a tool. */
	readonly isTool: boolean;

	readonly openCalls: OpenCalls = { ...NO_CALLS };

	/** Whether an earlier run of the node sent it, and may have been charged. */
	isRepeat = false;

	/** Whether its call in flight is a free one about work that it has paid for. */
	isFreeFollowUp = false;

	/** What came of its last request. */
	lastAnswer?: Answer;

	/** What an operation that makes several requests has of their answers, for a retry. */
	raw?: unknown;

	/** What a retry makes its items of, in place of these. */
	keptAnswer?: unknown;

	/** Whether it is only estimated. */
	isDry = false;

	charges!: Charges;

	choices?: FallbackChoices;

	extraFields?: ExtraFields;

	encryption?: EnclaveChoices;

	/** Whether its output has what the headers of its answer tell. */
	includeResponseMetadata?: boolean;

	/** Which part of its input its output has. */
	included!: IncludedInput;

	/** How it is sent in one request with other items; undefined where it is sent alone. */
	batch?: BatchRule;

	/** What its request has in common with items that ask for the same; undefined where each item pays separately. */
	sharedRequest?: string;

	/** What its run has paid for, and what it pays for once, however often n8n runs the node; undefined where nothing of it is kept. */
	store?: AnswerStore;

	answers?: ItemAnswers;

	/** The account that signs for it, once `signIn` has found it. */
	account!: Account;

	constructor(
		readonly context: ItemContext,
		readonly operation: RunnableOperation,
		/** The request that n8n has built for it; `prepare` and `beforeSend` add to it. */
		readonly request: IHttpRequestOptions,
		readonly settings: RunSettings,
		readonly run: Run,
		readonly node: INode,
		private readonly sendCall: Send<Item>,
	) {
		this.index = context.getItemIndex();
		this.count = context.getExecuteData().data.main?.[0]?.length ?? 1;
		this.isTool = isToolRun(node);
	}

	/** Refuses what cannot be sent, with a sentence about the parameter, and decides how the item is sent: at once, so that no item is sent before. */
	check({ warnings, ...panel }: PanelValues): void {
		const { context, operation, settings, request, run } = this;
		request.timeout = settings.timeoutMs;
		setPanelValues(request, panel);
		for (const warning of warnings) context.logger.warn(`"${this.node.name}": ${warning}`);
		const { fallback: models } = context.parameters.options;
		if (operation.fallback && models !== undefined)
			this.choices = fallbackChoices(models, operation.fallback);
		for (const prepare of operation.prepare ?? []) prepare.call(context, request);
		const others = checkedOtherFields(context, operation, this.isTool, request);
		const { extra, includeResponseMetadata, ...included } = others;
		this.extraFields = extra;
		this.includeResponseMetadata = includeResponseMetadata;
		this.included = included;
		this.encryption = operation.encryption?.call(context, request);
		this.isDry = settings.dryRun && operation.price !== undefined;
		this.decideSharing();
		this.charges = chargesOf(this, operation.price, async (asked) => {
			const body = operation.quoted?.call(context, asked) ?? asked;
			return await quotedPrice(context, this.account, request, { request: asked, body });
		});
		if (!this.keepsAnswers) return;
		this.store = run.shared('saved answers', () => openStore(context));
		if (this.store !== undefined)
			this.answers = new ItemAnswers(context, this.store, operation, settings);
	}

	private decideSharing(): void {
		const { context, operation, settings, run } = this;
		if (this.count === 1 || this.isTool) return;
		if (operation.combine?.isWanted.call(context)) this.batch = operation.combine;
		const wantsShared = operation.reusesIdentical === true || settings.reuseIdentical;
		if (!wantsShared || operation.price === undefined) return;
		const filesOfRun = run.shared('files of items', () => new Map<string, number>());
		this.sharedRequest = sharedRequestOf(this, filesOfRun);
	}

	/** Whether a retry finds what it pays for: not a call that costs nothing and can be made again, and none of an agent, whose calls are all new ones. */
	private get keepsAnswers(): boolean {
		const { secretShownOnce, free } = this.operation;
		const isKept = secretShownOnce === true || (free !== true && this.settings.reusePaidAnswers);
		return isKept && !this.isTool && !this.isDry;
	}

	get fallback(): FallbackRule | undefined {
		return this.operation.fallback;
	}

	get modelType(): string | undefined {
		return this.operation.price?.modelType;
	}

	/** Its account, which nothing needs that was paid for before. Throws a ServiceFailure for a credential that is not in order. */
	async signIn(): Promise<Account> {
		const { context, node, run } = this;
		return (this.account ??= await accountOf(context, credentialTypeOf(node), run));
	}

	/** Sends one request of it. Throws a ServiceFailure. */
	readonly send: SendRequest = async (request, how = {}) => {
		const { free = false, bucket, secretShownOnce, repeatable } = this.operation;
		const { maxAttempts: maxTries, maxWaitMs } = this.settings;
		this.isFreeFollowUp = how.free === true && !free;
		this.lastAnswer = await this.sendCall({
			...{ payer: this, request, paid: !free && how.free !== true },
			...{ bucket, secretShownOnce, repeatable, maxTries, maxWaitMs, isRepeat: this.isRepeat },
			...how,
		});
		return this.lastAnswer;
	};

	/**
	 * Prices what it has paid for since the last time, or one answer of it, for a walk that makes several paid calls or waits after one; null
	 * when the price is not known. `json` is what that answer says of its price.
	 */
	async cost(answer?: Answer, json?: Record<string, unknown>): Promise<Cost | null> {
		return await this.charges.setCost(json as IDataObject | undefined, { answer });
	}

	/** Pays once for a step of it, such as one part of a long text, also when n8n runs the node again. */
	get savedAnswers(): SavedAnswers {
		return this.answers ?? NO_SAVED_ANSWERS;
	}

	/** Waits `ms` milliseconds and lets other items be sent meanwhile; throws a ServiceFailure when the run is cancelled. */
	async sleepWithoutSlot(ms: number): Promise<void> {
		await this.run.sleepWithoutSlot(ms, this.mayContinue);
	}

	readonly untilEnd: NonNullable<Sender['untilEnd']> = async (send) =>
		await this.run.untilEnd(this.mayContinue, send);

	onWait(ms: number, { message }: ServiceFailure): void {
		this.context.logger.debug(`Waiting ${ms} ms: ${message}`);
	}

	/** Why nothing more of it is sent; undefined while it goes on. */
	get closure(): RunClosure | undefined {
		return this.run.closureFor(this.mayContinue);
	}

	/** Throws when another item has ended the run: nothing more of it is sent then, no next try either. */
	requireOpen(): void {
		const { closure } = this;
		if (closure === undefined) return;
		if (!this.context.continueOnFail()) throw closure.reason;
		throw new ServiceFailure(
			`Skipped after an earlier item was refused: ${closure.reason.message}`,
			{ kind: 'refused', cure: 'Correct what that item reports, then run the node again.' },
		);
	}

	/** Whether it goes on after the run has ended, as things are now: it ended it itself, or it only waits for what is paid for already. */
	private get mayContinue(): MayContinue {
		const { index, isFreeFollowUp } = this;
		return ({ account, item: endedBy, sparesPaidWork }) => {
			// What ends with one key says nothing of another one.
			if (account !== undefined && account !== this.account?.id) return true;
			// An agent can run a node several times at once: the same index is then another run, which goes on.
			if (endedBy === index) return true;
			return isFreeFollowUp && sparesPaidWork === true;
		};
	}
}

/** One promise about an item as a whole. */
export type ItemStep = Wrapping<Item, INodeExecutionData[]>;
