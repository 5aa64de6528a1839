import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { EnclaveChoices } from '../privacy/enclaveChoices';
import type { FallbackRule } from './fallback/types';
import type { WireRule } from '../fields/rules';
import type {
	BeforeSend,
	CallContext,
	BatchRule,
	Prepare,
	ReadAnswer,
	SendAll,
} from '../wire/send';
import type { PriceRule } from '../cost/operationPrices';

/** How the requests of an operation are handled, where it is not as usual. */
export interface OperationHandling extends Partial<
	Pick<CallContext, 'free' | 'secretShownOnce' | 'repeatable' | 'bucket'>
> {
	/** How many items may be on their way at once, where the service allows fewer than the user. */
	concurrency?: number;
	/** How many requests are in flight at once unless the user sets it, where that is not the usual number. */
	usualConcurrency?: number;
	/** What a call of it is charged, for one that costs money. */
	price?: PriceRule;
	/** The request for the price of a call that the service quotes. Throws where that cannot be asked for. */
	quoted?(this: IExecuteSingleFunctions, request: Record<string, unknown>): Record<string, unknown>;
	/** The bodies of the paid calls that an item makes, where they are not that of its request. */
	paidBodies?(this: IExecuteSingleFunctions, options: IHttpRequestOptions): Promise<unknown[]>;
	/** Whether its output has the fields of the input unless the user turns that off. */
	keepsInputFields?: boolean;
	/** Whether its body is laid down by a protocol, so that it has no room for other fields. */
	hasFixedBody?: boolean;
	/** Whether items that ask for the same share one paid answer by default: where a second answer would be no other. */
	reusesIdentical?: boolean;
	/** For one whose items can be sent in one request. */
	combine?: BatchRule;
	/** How its calls go to another model when the chosen one does not answer; its panel then has Fallback Models. */
	fallback?: FallbackRule;
	/** What the enclave of an encrypted chat must prove; undefined for one in plain text. */
	encryption?(
		this: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
	): EnclaveChoices | undefined;
	/** Adds to the request, and checks, what one field alone cannot say. */
	prepare?: Prepare[];
	/** Adds the files of the item to the request. */
	beforeSend?: BeforeSend[];
	/** Turns one answer into items; without it a JSON object becomes one item and an array one item an entry. */
	read?: ReadAnswer;
	/** For an operation that makes several requests; without it there is one. */
	sendAll?: SendAll;
}

/** An operation as its items are run. */
export interface RunnableOperation extends OperationHandling {
	/** What each field that is sent may hold. */
	rules: WireRule[];
	bucket: CallContext['bucket'];
}
