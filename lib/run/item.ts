import type {
	IAllExecuteFunctions,
	IBinaryKeyData,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INode,
} from 'n8n-workflow';

import type { Answer } from '../base/answer';
import type { Ending } from '../base/clock';
import { isToolRun } from '../base/execution';
import type { ServiceFailure } from '../base/failure';
import type { EnclaveChoices } from '../encryption/enclaveChoices';
import type { FallbackChoices, FallbackRule } from '../fallback/types';
import { accountOf, type Account } from '../http/account';
import { credentialType } from '../http/credential';
import type { Call, Combine, Memory, Send, Way } from '../http/send';
import type { ModelReader } from '../models/fetchModel';
import { Charges } from '../pricing/charges';
import { quotedPrice } from '../pricing/quotedPrice';
import type { Gate } from './gate';
import type { Handled } from './handling';
import { PaidItem, paidWorkOf } from './paidItem';
import type { Asked, PaidWork } from './paidWork';
import { commonRequest } from './requestHash';
import { endingOf, requireOpen } from './runEnd';
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
	/** How it is sent in one request with other items. */
	readonly joint?: Combine;
	/** Called before a request that may have been charged is sent again. */
	onRepeat?(failure: ServiceFailure): void;
	/** How many calls are counted for it that it has not made. */
	reserved?: number;
}

/** An item of an action node on its way through an operation. */
export class OperationItem implements Item {
	choices?: FallbackChoices;

	reserved = 0;

	/** Whether an earlier run of the node sent it, and may have been charged. */
	isRepeat = false;

	/** Whether its call in flight is a free one about work that it has paid for. */
	followsUp = false;

	/** The last answer that it got. */
	last?: Answer;

	/** Why it failed. */
	failure?: Error;

	/** The files of what it made and paid for before it failed. */
	files?: IBinaryKeyData;

	/** What it pays for once, however often n8n runs the node. */
	paid?: PaidItem;

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

	readonly once: Handled['once'];

	readonly repeatable: Handled['repeatable'];

	readonly modelType?: string;

	readonly fallback?: FallbackRule;

	readonly maxTries: number;

	readonly maxWaitMs: number;

	readonly charges: Charges;

	/** Sends one of its requests. */
	readonly send: Send;

	private asked?: { request?: Asked };

	private ownAccount?: Account;

	constructor(
		readonly context: IExecuteSingleFunctions,
		readonly operation: Handled,
		readonly settings: RunSettings,
		readonly gate: Gate,
		/** The request that n8n has built for it. */
		readonly options: IHttpRequestOptions,
		way: Way<OperationItem>,
	) {
		const { bucket, free = false, once, repeatable, fallback, price } = operation;
		// n8n copies the node with all its parameters each time it is asked for.
		this.node = context.getNode();
		this.index = context.getItemIndex();
		this.count = context.getExecuteData().data.main?.[0]?.length ?? 1;
		this.isTool = isToolRun(this.node);
		this.isDry = settings.dryRun && price !== undefined;
		this.memory = gate;
		this.bucket = bucket;
		this.free = free;
		this.once = once;
		this.repeatable = repeatable;
		this.modelType = price?.models;
		this.fallback = fallback;
		this.maxTries = settings.maxAttempts;
		this.maxWaitMs = settings.maxWaitMs;
		this.charges = new Charges({
			...{ context, node: this.node, run: gate, price },
			...{ tracks: settings.trackCost, label: settings.costLabel, maxCost: settings.maxCostPerRun },
			quote: async (body) => await quotedPrice(context, await this.account(), options, body),
		});
		this.send = async (request, policy) => await way(this, request, policy);
	}

	get encryption(): EnclaveChoices | undefined {
		return this.operation.encryption?.call(this.context);
	}

	queued = () => this.gate.waiting;

	onWait = (ms: number, { message }: ServiceFailure) =>
		this.context.logger.debug(`Waiting ${ms} ms: ${message}`);

	requireOpen = () => requireOpen(this);

	/** What ends its waits now. */
	ending(): Ending {
		return endingOf(this);
	}

	/** The account that signs for it. Throws a ServiceFailure for a credential that is not in order. */
	async account(): Promise<Account> {
		return (this.ownAccount ??= await accountOf(
			this.context,
			credentialType(this.node),
			this.gate,
		));
	}

	/** How it is sent in one request with other items; undefined where it is sent alone. */
	get joint(): Combine | undefined {
		const { combine } = this.operation;
		const isOn = this.count > 1 && combine?.isWanted.call(this.context) === true;
		return isOn && !this.isTool ? combine : undefined;
	}

	/** What its request has in common with items that ask for the same; undefined where each item pays separately. */
	get common(): Asked | undefined {
		if (this.asked !== undefined) return this.asked.request;
		const { settings, operation } = this;
		const wanted = settings.reuseIdentical ?? operation.reusesIdentical === true;
		const shares = wanted && operation.price !== undefined && this.count > 1 && !this.isTool;
		this.asked = { request: shares ? commonRequest(this) : undefined };
		return this.asked.request;
	}

	/** Where what it pays for is kept: what is asked for, or the item, whose files are others once they are read again. */
	get place(): string {
		const { common, index } = this;
		return common === undefined || common.files.length > 0 ? String(index) : common.hash;
	}

	/**
	 * What the run has paid for, as a retry finds it; undefined for a call that costs nothing and can be made again, for an agent, whose
	 * calls are all new ones, and where n8n keeps no data with the execution.
	 */
	get work(): PaidWork | undefined {
		const isKept = this.once === true || (!this.free && this.settings.reusePaidAnswers);
		if (!isKept || this.isTool || this.isDry) return undefined;
		return paidWorkOf(this.context, this.gate);
	}
}
