import type {
	IAllExecuteFunctions,
	IBinaryKeyData,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Answer } from '../core/answer';
import type { Ending } from '../core/clock';
import { isToolRun } from '../core/execution';
import type { ServiceFailure } from '../core/failure';
import type { EnclaveChoices } from '../privacy/enclaveChoices';
import type { FallbackChoices, FallbackRule } from './fallback/types';
import { accountOf, type Account } from '../wire/account';
import { credentialType } from '../wire/credential';
import type { Call, Combine, Memory, PaidSteps, Policy, Step } from '../wire/send';
import type { ModelReader } from '../models/fetchModel';
import { Charges } from '../cost/charges';
import { quotedPrice } from '../cost/quotedPrice';
import type { Gate } from './gate';
import type { Handled } from './handling';
import type { ExtraFields, OtherFields } from './otherFields';
import type { Asked, PaidWork } from './paidWork';
import { endingOf } from './runEnd';
import type { RunSettings } from './runSettings';

/** What the steps of one request share, for the items of action nodes and the calls of AI sub-nodes. */
export interface Item extends Call {
	readonly context: ModelReader & Pick<IAllExecuteFunctions, 'logger'>;
	readonly node: Pick<INode, 'name' | 'type'>;
	readonly settings: Pick<RunSettings, 'allowedPrivacy' | 'maxCallsPerRun' | 'repeatLostAnswers'>;
	/** What its paid requests were charged. */
	readonly charges: Charges;
	/** The type of its models in the model list; undefined where it has none. */
	readonly modelType?: string;
	/** What is the same for all items of the run, such as the model list. */
	readonly memory: Memory;
	readonly fallback?: FallbackRule;
	/** What the enclave of an encrypted chat must prove; undefined for one in plain text. */
	readonly encryption?: EnclaveChoices;
	/** What the user chose under Fallback Models. */
	choices?: FallbackChoices;
	/** What its requests carry beside the fields of the panel. */
	readonly extraFields?: ExtraFields;
	/** Called before a request that may have been charged is sent again. */
	onRepeat?(failure: ServiceFailure): void;
	/** How many calls are counted for it that it has not made. */
	reserved?: number;
}

/** The items that came of an item, and the index of the item that paid for them. */
export interface ItemAnswer {
	item: number;
	items: INodeExecutionData[];
}

/** One promise about an item as a whole. */
export type ItemStep = Step<OperationItem, ItemAnswer, []>;

/** An item of an action node on its way through an operation. The steps before its first request say how it is sent. */
export class OperationItem implements Item {
	/** How it is sent in one request with other items; undefined where it is sent alone. */
	batch?: Combine;

	/** What its request has in common with items that ask for the same; undefined where each item pays separately. */
	sharedRequest?: Asked;

	/** What the run has paid for, as a retry finds it; undefined where nothing of the item is kept. */
	work?: PaidWork;

	/** Where it is kept: under what is asked for, or under the item. */
	storageKey = '';

	/** What it pays for once, however often n8n runs the node. */
	paid: PaidSteps = NOT_KEPT;

	encryption?: EnclaveChoices;

	choices?: FallbackChoices;

	extraFields?: ExtraFields;

	/** Which part of its input its output has. */
	included: Pick<OtherFields, 'includeInput' | 'includeBinary'> = {};

	/** The account that signs for it, once `signIn` has found it. */
	account!: Account;

	requireOpen?: () => void;

	reserved = 0;

	/** Whether an earlier run of the node sent it, and may have been charged. */
	isRepeat = false;

	/** Whether its call in flight is a free one about work that it has paid for. */
	isFreeFollowUp = false;

	/** The last answer that it got. */
	last?: Answer;

	/** Why it failed. */
	failure?: Error;

	/** The files of what it made and paid for before it failed. */
	files?: IBinaryKeyData;

	readonly node: INode;

	/** Its index among the items of the run. */
	readonly index: number;

	/** How many items the run has. */
	readonly count: number;

	/** Whether an agent runs the node as a tool. */
	readonly isTool: boolean;

	/** Whether it is only estimated. */
	readonly isDry: boolean;

	readonly memory: Memory;

	readonly bucket: Handled['bucket'];

	readonly free: boolean;

	readonly secretShownOnce: Handled['secretShownOnce'];

	readonly repeatable: Handled['repeatable'];

	readonly modelType?: string;

	readonly fallback?: FallbackRule;

	readonly maxTries: number;

	readonly maxWaitMs: number;

	readonly charges: Charges;

	constructor(
		readonly context: IExecuteSingleFunctions,
		readonly operation: Handled,
		readonly settings: RunSettings,
		readonly gate: Gate,
		/** The request that n8n has built for it. */
		readonly options: IHttpRequestOptions,
	) {
		const { bucket, free = false, secretShownOnce: once, repeatable, fallback, price } = operation;
		// n8n copies the node with all its parameters each time it is asked for.
		this.node = context.getNode();
		this.index = context.getItemIndex();
		this.count = context.getExecuteData().data.main?.[0]?.length ?? 1;
		this.isTool = isToolRun(this.node);
		this.isDry = settings.dryRun && price !== undefined;
		this.memory = gate;
		this.bucket = bucket;
		this.free = free;
		this.secretShownOnce = once;
		this.repeatable = repeatable;
		this.modelType = price?.models;
		this.fallback = fallback;
		this.maxTries = settings.maxAttempts;
		this.maxWaitMs = settings.maxWaitMs;
		this.charges = new Charges({
			...{ context, node: this.node.name, tool: this.isTool, run: gate, price },
			...{ tracks: settings.trackCost, label: settings.costLabel, maxCost: settings.maxCostPerRun },
			quote: async (request) => {
				const body = operation.quoted?.call(context, request) ?? request;
				return await quotedPrice(context, this.account, options, { request, body });
			},
		});
	}

	/** Its account, which nothing needs that was paid for before. Throws a ServiceFailure for a credential that is not in order. */
	async signIn(): Promise<Account> {
		return (this.account ??= await accountOf(this.context, credentialType(this.node), this.gate));
	}

	/** What ends the waits of a request: the end of the run, unless it is a free one about work that is paid for. */
	endingOf = ({ free }: Policy): Ending => {
		this.isFreeFollowUp = free === true && !this.free;
		return endingOf(this);
	};

	onWait = (ms: number, { message }: ServiceFailure) =>
		this.context.logger.debug(`Waiting ${ms} ms: ${message}`);
}

/** Keeps nothing of an item. */
const NOT_KEPT: PaidSteps = {
	isKept: false,
	step: async (_, make) => await make(),
	forget: () => undefined,
	end: () => undefined,
};
