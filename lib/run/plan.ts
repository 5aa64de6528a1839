import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { WireRule } from '../fields/rules';
import type { FallbackRule } from '../fallback/types';
import type { Cost } from '../pricing/cost';
import type { Price } from '../pricing/price';
import type { Answer } from '../base/answer';
import type { BucketName } from '../pacing/bucketName';
import type { Gate } from './gate';

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
	/** Ends the request and its waits before the run ends. */
	signal?: AbortSignal;
	/** Whether no other model is asked when the one in the body does not answer. */
	keepsModel?: boolean;
}

/** Sends one request, with its retries. */
export type Send = (options: IHttpRequestOptions, policy?: RequestPolicy) => Promise<Answer>;

/** What an item has paid for in several steps, as a retry finds it again. */
export interface PaidSteps {
	/** Whether a retry finds what was paid for. */
	isKept: boolean;
	/** The earlier answer to a step, else the result of `make`; `what` names the step among those of the item. */
	step<T>(what: string, make: () => Promise<T>): Promise<T>;
	/** Forgets a step whose answer turned out to be of no use, so that a retry pays for it again. */
	forget(what: string): void;
}

/** What an item that makes several requests may do with its place in the run. */
export interface Run {
	/** Waits `ms` milliseconds and lets other items be sent meanwhile; throws a ServiceFailure when the run is cancelled. */
	rest(ms: number): Promise<void>;
	/** Takes another place in the run, for one more request at the same time, and returns the function that leaves it; undefined when none is free. */
	spare(): (() => void) | undefined;
	/** How many places are free. */
	readonly free: number;
	/** Notes facts of paid work, so that the error of a run that ends with another item lists them. */
	keep(facts: Record<string, unknown>): void;
	/** Runs a task of the item as soon as there is room for another request in flight, after the items that wait. */
	beside(task: () => Promise<void>): Promise<void>;
	/**
	 * Prices what this item has paid for since the last time, or one answer of it, for a walk that makes several paid calls or waits
	 * after one; null when the price is not known.
	 */
	cost(answer?: Answer): Promise<Cost | null>;
	/** Pays once for a step of the item, such as one part of a long text, also when n8n runs the node again. */
	paid: PaidSteps;
}

/** Makes as many requests as the operation needs, and turns the answers into items. */
export type SendAll = (
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	run: Run,
) => Promise<INodeExecutionData[]>;

/** What a request holds or has room for: entries such as texts, and their bytes. */
export interface Size {
	entries: number;
	bytes: number;
}

/** How the requests of several items become one, and its answer theirs. */
export interface Combine {
	/** The part of the body that is each item's own; a refusal of it is about one of them. */
	field: string;
	/** Whether the user wants it. */
	isWanted(this: IExecuteSingleFunctions): boolean;
	sizeOf(body: IDataObject): Size;
	/** What a request like this one has room for. */
	room(
		this: IExecuteSingleFunctions,
		body: IDataObject,
		run: Pick<Gate, 'remember'>,
	): Promise<Size>;
	join(bodies: IDataObject[]): IDataObject;
	/** The answer of each request that was joined. */
	split(answer: Answer, bodies: IDataObject[]): Answer[];
}

/** What `runOperation` has to know of an operation. */
export interface Plan {
	rules: WireRule[];
	/** The rate limit that its calls count against. */
	bucket: BucketName;
	/** Whether a call costs nothing, so that it may be sent again even if it was perhaps received. */
	free: boolean;
	/** Whether each call makes something whose answer comes this one time: it is not sent again if it may have been received, and a retry of the node finds the answer, sealed. */
	once?: boolean;
	/** Whether a paid call may be sent again too, because it carries an idempotency key. */
	repeatable?: boolean;
	/** Maximum number of items in flight at once, where the service allows fewer than the user. */
	concurrency?: number;
	/** Maximum number of requests in flight at once unless the user sets it. */
	usualConcurrency?: number;
	/** What a paid call of it is charged. */
	price?: Price;
	/** The bodies of the paid calls that an item makes, where they are not that of its request. */
	paidBodies?(this: IExecuteSingleFunctions, options: IHttpRequestOptions): Promise<unknown[]>;
	/** Whether items of a run that ask for the same share one paid answer, unless the user sets it otherwise. */
	reusesIdentical?: boolean;
	/** For one whose items can be sent in one request. */
	combine?: Combine;
	/** How its paid calls go to another model when the chosen one does not answer. */
	fallback?: FallbackRule;
	prepare?: Prepare[];
	beforeSend?: BeforeSend[];
	sendAll: SendAll;
}
