import type {
	IAllExecuteFunctions,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Answer } from '../core/answer';
import type { Cost } from '../core/cost';
import type { ServiceFailure } from '../core/failure';
import type { BucketName } from './pacing/bucket';
import type { Account } from './account';

/** Remembers what is the same for all items of a run. */
export interface RunMemory {
	/** The result of `make`, made once for each name. */
	remember<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/** Adds to the request what one field alone cannot say; runs, like the rules, for every item before the first is sent. */
export type Prepare = (this: IExecuteSingleFunctions, options: IHttpRequestOptions) => void;

/**
 * Adds files to the request, or checks it against what the service says of a model; runs when the item's turn has come,
 * so that few files are in memory at once. `run` remembers what is the same for all its items.
 */
export type BeforeSend = (
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	run: RunMemory,
) => Promise<void>;

/** Turns an answer into items. */
export type ReadAnswer = (
	this: IExecuteSingleFunctions,
	answer: Answer,
) => Promise<INodeExecutionData[]>;

/** Where one request differs from the operation that it belongs to. */
export interface RequestPolicy {
	/** Whether this one costs nothing although the operation does. */
	free?: boolean;
	/** The rate limit it counts against. */
	bucket?: BucketName;
	/** Whether it is about work that is paid for, and asks before others whether a pause is over. */
	goesFirst?: boolean;
	/** Maximum number of tries, where the caller asks again itself. */
	maxTries?: number;
	/** Ends the request and its waits before the run ends. */
	signal?: AbortSignal;
	/** Whether no other model is asked when the one in the body does not answer. */
	keepsModel?: boolean;
	/** Reads the answer as a part of the attempt: one that is of no use is tried again like one that is lost. Throws a ServiceFailure. */
	readBody?(answer: Answer): Answer | Promise<Answer>;
}

/** The same, as the steps pass it on. */
export interface StepPolicy extends RequestPolicy {
	/** Whether this one costs money. */
	paid: boolean;
	/** How long it has waited between its tries so far, in milliseconds. */
	waitedMs?: number;
	/** Ends its waits, also where another item has ended the run; never a paid request in flight. */
	end?: AbortSignal;
}

/** Sends one request and returns its answer. Throws a ServiceFailure. */
export type SendRequest = (options: IHttpRequestOptions, policy?: RequestPolicy) => Promise<Answer>;

/** The contexts of n8n that can send an authenticated request. */
export type Caller = Pick<IAllExecuteFunctions, 'getNode'> & {
	helpers: Pick<IAllExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
};

/** Who sends requests, and what holds for all of them. */
export interface CallContext {
	context: Caller;
	/** The account that signs for them. */
	account: Account;
	/** The rate limit that they count against. */
	bucket: BucketName;
	/** Whether they cost nothing, so that one may be sent again even if it was perhaps received. */
	free: boolean;
	/** Whether each makes something whose answer comes this one time, so that it is not sent again if it may have been received. */
	secretShownOnce?: boolean;
	/** Whether an earlier run of the node sent the same, and may have been charged. */
	isRepeat?: boolean;
	/** Whether a paid one may be sent again too, because it carries an idempotency key. */
	repeatable?: boolean;
	/** Maximum number of attempts, including the first. */
	maxTries: number;
	/** How long the waits between the attempts may take together, in milliseconds. */
	maxWaitMs: number;
	/** How long one may be held back before it is sent, in milliseconds; if unset, at least a window of the service's limits. */
	patienceMs?: number;
	/** The result of `send`, whose waits end with the run, where that is not the end of the execution. */
	sendUntilEnd?<T>(policy: StepPolicy, send: (end: AbortSignal) => Promise<T>): Promise<T>;
	/** Runs before each attempt and throws when nothing more may be sent. */
	requireOpen?(): void;
	/** Called before each wait between two attempts. */
	onWait?(ms: number, failure: ServiceFailure): void;
}

/**
 * Who pays again for a step that came to nothing: no retry, the Retry button, or the Retry button where the user turned on
 * Send Again After a Lost Answer. Retry On Fail, which is no decision, never does; a new run always does.
 */
export type PayAgain = 'never' | 'onRetry' | 'ifAllowed';

/** What an item has paid for in several steps, as a retry finds it again. */
export interface SavedAnswers {
	/** Whether a retry finds what was paid for. */
	keepsAnswers: boolean;
	/** The earlier answer to a step, else the result of `make`; `what` names the step among those of the item. */
	once<T>(what: string, make: () => Promise<T>): Promise<T>;
	/** Forgets a step whose answer turned out to be of no use, so that a retry makes it again. */
	forget(what: string): void;
	/** Notes that what a step paid for came to nothing: a retry fails with the same failure, unless it may pay again. */
	noteFruitless(what: string, failure: ServiceFailure, mayPayAgain: PayAgain): void;
}

/** What an item that makes several requests may do with its place in the run. */
export interface ItemRun extends RunMemory {
	/** Waits `ms` milliseconds and lets other items be sent meanwhile; throws a ServiceFailure when the run is cancelled. */
	sleepWithoutSlot(ms: number): Promise<void>;
	/** Takes another place in the run, for one more request at the same time, and returns the function that leaves it; undefined when none is free. */
	tryAcquireSlot(): (() => void) | undefined;
	/** How long a streamed answer may go on without adding anything, in milliseconds. */
	readonly silenceMs: number;
	/** How many places are free. */
	readonly free: number;
	/** Notes facts of paid work, so that the error of a run that ends with another item lists them. */
	recordPaidWork(facts: Record<string, unknown>): void;
	/** Runs a task of the item as soon as there is room for another request in flight, after the items that wait. */
	runInExtraSlot(task: () => Promise<void>): Promise<void>;
	/**
	 * Prices what this item has paid for since the last time, or one answer of it, for a walk that makes several paid calls or waits
	 * after one; null when the price is not known. `json` is what that answer says of its price.
	 */
	cost(answer?: Answer, json?: Record<string, unknown>): Promise<Cost | null>;
	/** Takes back from the totals of the execution what the service has given back for work of a model. */
	refund(cost: Cost | null, model: string): void;
	/** Pays once for a step of the item, such as one part of a long text, also when n8n runs the node again. */
	savedAnswers: SavedAnswers;
}

/** Makes as many requests as the operation needs, and turns the answers into items. */
export type SendAll = (
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: SendRequest,
	run: ItemRun,
) => Promise<INodeExecutionData[]>;

/** What a request holds or has room for: entries such as texts, and their bytes. */
export interface RequestSize {
	entries: number;
	bytes: number;
}

/** How the requests of several items become one, and its answer theirs. */
export interface BatchRule {
	/** The part of the body that is each item's own; a refusal of it is about one of them. */
	field: string;
	/** Whether the user wants it. */
	isWanted(this: IExecuteSingleFunctions): boolean;
	sizeOf(body: IDataObject): RequestSize;
	/** What a request like this one has room for. */
	room(this: IExecuteSingleFunctions, body: IDataObject, run: RunMemory): Promise<RequestSize>;
	join(bodies: IDataObject[]): IDataObject;
	/** The answer of each request that was joined. */
	split(answer: Answer, bodies: IDataObject[]): Answer[];
}

/** What is done with a request for an item: by one step and all after it. */
export type StepHandler<Item, Made = Answer, More extends unknown[] = [policy: StepPolicy]> = (
	item: Item,
	options: IHttpRequestOptions,
	...more: More
) => Promise<Made>;

/** One promise: it may hold back, change, repeat, replace or record what `next` does for an item. */
export type Step<Base, Made = Answer, More extends unknown[] = [policy: StepPolicy]> = <
	Item extends Base,
>(
	next: StepHandler<Item, Made, More>,
	...request: Parameters<StepHandler<Item, Made, More>>
) => Promise<Made>;
