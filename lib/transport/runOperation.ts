import type {
	DeclarativeRestApiSettings,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { Charges } from '../pricing/charges';
import type { Cost } from '../pricing/cost';
import type { Price } from '../pricing/price';
import { quotedPrice } from '../pricing/quotedPrice';
import { applyRules } from '../description/applyRules';
import type { WireRule } from '../description/rules';
import type { Answer } from './http/answer';
import { accountOf } from './http/account';
import { call, type CallPolicy } from './http/call';
import { credentialType } from './http/credential';
import { cancelled, isCancelled, ServiceFailure } from './errors/failure';
import { withGate, type Gate } from './run/gate';
import { itemPlace, nodeError } from './errors/nodeError';
import { closesRun, endings, requireOpen, sparesPaidWork, type ItemState } from './run/runEnd';
import type { BucketName } from './pacing/bucketName';
import { runSettings, type RunSettings } from './run/runSettings';
import { giveUp } from './files/streams';
import { forAgent } from './agent/toolResult';
import { withFacts } from './http/withFacts';

/** Adds to the request what one field alone cannot say; runs, like the rules, for every item before the first is sent. */
export type Prepare = (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => void;

/**
 * Adds files to the request, or checks it against what the service says of a model; runs when the item's turn has come,
 * so that few files are in memory at once. The gate remembers what is the same for all items of the run.
 */
export type BeforeSend = (
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	run: Pick<Gate, 'remember'>,
) => Promise<void>;

/** Turns an answer into items. */
export type Read = (this: IExecuteSingleFunctions, answer: Answer) => Promise<INodeExecutionData[]>;

/** Where one request differs from the operation that it belongs to. */
export interface RequestPolicy {
	/** Whether this one costs nothing although the operation does. */
	free?: boolean;
	/** The rate limit it counts against. */
	bucket?: BucketName;
	/** Maximum number of tries, where the caller asks again itself. */
	maxTries?: number;
}

/** Sends one request, with its retries. */
export type Send = (options: IHttpRequestOptions, policy?: RequestPolicy) => Promise<Answer>;

/** What an item that makes several requests may do with its place in the run. */
export interface Run {
	/** Waits `ms` milliseconds and lets other items be sent meanwhile; throws a ServiceFailure when the run is cancelled. */
	rest(ms: number): Promise<void>;
	/** Notes facts of paid work, so that the error of a run that ends with another item lists them. */
	keep(facts: Record<string, unknown>): void;
	/** Prices what this item has paid for since the last time, for a walk that makes several paid calls or waits after one; null when the price is not known. */
	cost(): Promise<Cost | null>;
}

/** Makes as many requests as the operation needs, and turns the answers into items. */
export type SendAll = (
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	run: Run,
) => Promise<INodeExecutionData[]>;

/** What `runOperation` has to know of an operation. */
export interface Plan {
	rules: WireRule[];
	/** The rate limit that its calls count against. */
	bucket: BucketName;
	/** Whether a call costs nothing, so that it may be sent again even if it was perhaps received. */
	free: boolean;
	/** Whether a paid call may be sent again too, because it carries an idempotency key. */
	repeatable?: boolean;
	/** Maximum number of items in flight at once, where the service allows fewer than the user. */
	concurrency?: number;
	/** What a paid call of it is charged. */
	price?: Price;
	prepare?: Prepare[];
	beforeSend?: BeforeSend[];
	sendAll: SendAll;
}

/** An item on its way through the operation. */
interface ItemRun {
	plan: Plan;
	settings: RunSettings;
	gate: Gate;
	state: ItemState;
}

/**
 * The function that n8n calls once per item for every operation.
 * It checks the item before anything of the run is sent, waits for its turn, sends, waits and retries, and pairs what comes out with the item.
 */
export function runOperation(plan: Plan) {
	return async function (
		this: IExecutePaginationFunctions,
		request: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		let settings: RunSettings;
		try {
			settings = runSettings(this);
		} catch (error) {
			return failed.call(this, error);
		}
		const limit = Math.min(settings.maxConcurrentRequests, plan.concurrency ?? Infinity);
		return await withGate(this.getExecuteData(), limit, async (gate) => {
			const itemRun: ItemRun = { plan, settings, gate, state: { followsUp: false } };
			let options: IHttpRequestOptions;
			try {
				options = checked.call(this, request, plan, settings);
			} catch (error) {
				return failed.call(this, error, itemRun);
			}
			const items = await gate.run(
				async () =>
					await take
						.call(this, options, itemRun)
						.catch((error: unknown) => failed.call(this, error, itemRun)),
			);
			const pairedItem = { item: this.getItemIndex() };
			return forAgent(this, items, settings.maxAgentCharacters).map((entry) => ({
				...entry,
				pairedItem,
			}));
		});
	};
}

/** The item with its error, where the user wants the others to continue; else throws the error. Ends the run if it has to. */
function failed(
	this: IExecuteSingleFunctions,
	error: unknown,
	itemRun?: ItemRun,
): INodeExecutionData[] {
	const continues = this.continueOnFail();
	// Another item has failed: n8n reports that one, and this one is not paid for.
	if (!continues && itemRun !== undefined && error === itemRun.gate.closed?.reason) return [];
	const cause = this.getExecutionCancelSignal()?.aborted ? stopped(error) : error;
	const failure = nodeError(this.getNode(), cause, itemPlace(this));
	const item = this.getItemIndex();
	if (itemRun !== undefined && closesRun(cause, continues)) {
		const { gate, state } = itemRun;
		gate.close(failure, item, sparesPaidWork(cause, continues, state));
	}
	if (!continues) throw failure;
	const files = cause instanceof ServiceFailure ? cause.facts.files : undefined;
	const made = files === undefined ? {} : { binary: files };
	return [{ json: {}, error: failure, ...made, pairedItem: { item } }];
}

function checked(
	this: IExecuteSingleFunctions,
	request: DeclarativeRestApiSettings.ResultOptions,
	plan: Plan,
	{ timeoutMs }: RunSettings,
): IHttpRequestOptions {
	const options = request.options as IHttpRequestOptions;
	options.timeout = timeoutMs;
	applyRules(options, plan.rules, this.getTimezone());
	for (const prepare of plan.prepare ?? []) prepare.call(this, options);
	return options;
}

/** Sends what the item needs, once its turn has come. */
async function take(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	itemRun: ItemRun,
): Promise<INodeExecutionData[]> {
	const { plan, settings, gate, state } = itemRun;
	requireOpen.call(this, gate, state);
	const account = await accountOf(this, credentialType(this));
	options.baseURL = account.baseURL;
	for (const beforeSend of plan.beforeSend ?? []) await beforeSend.call(this, options, gate);

	const cancel = this.getExecutionCancelSignal();
	const { ending, endingOfPaid } = endings.call(this, gate, cancel);
	const endingNow = () => (state.followsUp ? endingOfPaid : ending);
	const charges = new Charges({
		...{ context: this, price: plan.price, run: gate, tracks: settings.trackCost },
		quote: async (body) => await quotedPrice(this, account, options, body),
	});
	let last: Answer | undefined;
	const send: Send = async (next, policy = {}) => {
		state.followsUp = policy.free === true && !plan.free;
		const callPolicy = policyOf.call(this, itemRun, policy);
		last = await call(this, account, next, { ...callPolicy, signal: endingNow() });
		if (callPolicy.paid) charges.note(next.body, last);
		return last;
	};
	const run: Run = {
		rest: async (ms) => await gate.rest(ms, cancel, endingNow()),
		keep: (facts) => gate.keep(facts),
		cost: async () => await charges.settle(),
	};
	try {
		const items = await charges.onto(await plan.sendAll.call(this, options, send, run));
		return last === undefined ? items : withFacts.call(this, items, last, settings);
	} finally {
		await charges.settle({}, false);
		giveUp(last?.body);
	}
}

/** How one request of an item is sent. */
function policyOf(
	this: IExecuteSingleFunctions,
	{ plan, settings, gate, state }: ItemRun,
	{ bucket = plan.bucket, maxTries = settings.maxAttempts, free = false }: RequestPolicy,
): CallPolicy {
	return {
		bucket,
		maxTries,
		maxWaitMs: settings.maxWaitMs,
		repeatable: plan.free || free || plan.repeatable === true,
		paid: !plan.free && !free,
		queued: () => gate.waiting,
		before: () => requireOpen.call(this, gate, state),
		onWait: (ms, failure) => this.logger.debug(`Waiting ${ms} ms: ${failure.message}`),
	};
}

/** What an item failed with that was still busy when the user stopped the execution. */
function stopped(error: unknown): unknown {
	if (isCancelled(error)) return error;
	const { charge, details } = error instanceof ServiceFailure ? error.facts : {};
	return cancelled({ charge, details }, error);
}
