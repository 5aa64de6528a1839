import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Answer } from '../core/answer';
import type { ItemContext } from '../core/execution';
import type { ServiceFailure } from '../core/failure';
import type { BucketName } from './pacing/bucket';
import type { Account } from './account';

/** Remembers what is the same for all items of a run. */
export interface RunMemory {
	/** The result of `make`, made once for each name. */
	remember<T>(name: string, make: () => Promise<T>): Promise<T>;
}

/** Adds to the request what one field alone cannot say; runs, like the rules, for every item before the first is sent. */
export type Prepare = (this: ItemContext, options: IHttpRequestOptions) => void;

/**
 * Adds files to the request, or checks it against what the service says of a model; runs when the item's turn has come,
 * so that few files are in memory at once. `run` remembers what is the same for all its items.
 */
export type BeforeSend = (
	this: ItemContext,
	options: IHttpRequestOptions,
	run: RunMemory,
) => Promise<void>;

/** Turns an answer into items. */
export type ReadAnswer = (this: ItemContext, answer: Answer) => Promise<INodeExecutionData[]>;

/** The contexts of n8n that can send an authenticated request. */
export type Caller = Pick<IAllExecuteFunctions, 'getNode'> & {
	helpers: Pick<IAllExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
};

/** Who makes requests, and how the waits of these end. */
export interface Sender {
	readonly context: Caller;
	/** The account that signs for them. */
	readonly account: Account;
	/** The result of `send`, whose waits end with the run, where that is not the end of the execution. */
	untilEnd?<T>(send: (end: AbortSignal) => Promise<T>): Promise<T>;
	/** Throws when nothing more may be sent; asked before each attempt. */
	requireOpen?(): void;
	/** Called before each wait between two attempts. */
	onWait?(ms: number, failure: ServiceFailure): void;
}

/** One request on the wire. What a step changes of it, it changes in the one that it hands on: `{ ...call, request }`. */
export interface Call<Payer extends Sender = Sender> {
	readonly payer: Payer;
	readonly request: IHttpRequestOptions;
	/** Whether it costs money. */
	readonly paid: boolean;
	/** Whether this one costs nothing although its operation does. */
	readonly free?: boolean;
	/** The rate limit it counts against. */
	readonly bucket: BucketName;
	/** Maximum number of attempts, including the first. */
	readonly maxTries: number;
	/** How long the waits between the attempts may take together, in milliseconds. */
	readonly maxWaitMs: number;
	/** How long it may be held back before it is sent, in milliseconds; if unset, at least a window of the service's limits. */
	readonly patienceMs?: number;
	/** Whether it makes something whose answer comes this one time, so that it is not sent again if it may have been received. */
	readonly secretShownOnce?: boolean;
	/** Whether a paid one may be sent again too, because it carries an idempotency key. */
	readonly repeatable?: boolean;
	/** Whether an earlier run of the node sent the same, and may have been charged. */
	readonly isRepeat?: boolean;
	/** Whether it is about work that is paid for, and asks before others whether a pause is over. */
	readonly goesFirst?: boolean;
	/** Whether no other model is asked when the one in the body does not answer. */
	readonly keepsModel?: boolean;
	/** Whether another model can answer it, so that it does not wait for one that is at fault. */
	readonly leavesModel?: boolean;
	/** How many answers of it were lost with other models. */
	readonly lostAnswers?: number;
	/** Ends the request and its waits before the run ends. */
	readonly signal?: AbortSignal;
	/** Ends its waits, also where another item has ended the run; never a paid request in flight. */
	readonly end?: AbortSignal;
	/** How long it has waited between its tries so far, in milliseconds. */
	readonly waitedMs?: number;
	/** Reads the answer as a part of the attempt: one that is of no use is tried again like one that is lost. Throws a ServiceFailure. */
	readonly readBody?: (answer: Answer) => Answer | Promise<Answer>;
}

/** What is done with a call: by one step and all after it. */
export type Send<Payer extends Sender> = (call: Call<Payer>) => Promise<Answer>;

/** One promise: it may hold back, change, repeat, replace or record what `next` does with a call. */
export type Step<Base extends Sender = Sender> = <Payer extends Base>(
	next: Send<Payer>,
	call: Call<Payer>,
) => Promise<Answer>;

/** Sends one request of an item, which may differ from the others of its operation, and returns its answer. Throws a ServiceFailure. */
export type SendRequest = (
	request: IHttpRequestOptions,
	how?: Pick<
		Partial<Call>,
		'bucket' | 'free' | 'goesFirst' | 'keepsModel' | 'maxTries' | 'readBody' | 'signal'
	>,
) => Promise<Answer>;

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
	isWanted(this: ItemContext): boolean;
	sizeOf(body: IDataObject): RequestSize;
	/** What a request like this one has room for. */
	room(this: ItemContext, body: IDataObject, run: RunMemory): Promise<RequestSize>;
	join(bodies: IDataObject[]): IDataObject;
	/** The answer of each request that was joined. */
	split(answer: Answer, bodies: IDataObject[]): Answer[];
}
