import type { IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import type { PriceRule } from '../cost/operationPrices';
import type { EnclaveChoices } from '../privacy/enclaveChoices';
import type { BucketName } from '../wire/pacing/bucket';
import type { BatchRule, BeforeSend, Prepare, ReadAnswer } from '../wire/send';
import type { FallbackRule } from './fallback/types';

/** How the requests of an operation are handled, where it is not as usual; `Sent` is an item of it. */
export interface OperationHandling<Sent = unknown> {
	/** The rate limit that its requests count against; by default one of its address. */
	bucket?: BucketName;
	/** Whether its calls cost nothing, so that one may be sent again even if it was perhaps received. */
	free?: boolean;
	/** Whether each makes something whose answer comes this one time, so that it is not sent again if it may have been received. */
	secretShownOnce?: boolean;
	/** Whether a paid one may be sent again too, because it carries an idempotency key. */
	repeatable?: boolean;
	/** How many items may be on their way at once, where the service allows fewer than the user. */
	concurrency?: number;
	/** What a call of it is charged, for one that costs money. */
	price?: PriceRule;
	/** The request for the price of a call that the service quotes. Throws where that cannot be asked for. */
	quoted?(this: ItemContext, request: Record<string, unknown>): Record<string, unknown>;
	/** The bodies of the paid calls that an item makes, where they are not that of its request. */
	paidBodies?(this: ItemContext, options: IHttpRequestOptions): Promise<unknown[]>;
	/** What a dry run says of the input beside its price. */
	paidHint?(this: ItemContext): Promise<string | undefined>;
	/** Whether its output has the fields of the input unless the user turns that off. */
	keepsInputFields?: boolean;
	/** Whether its body is laid down by a protocol, so that it has no room for other fields. */
	hasFixedBody?: boolean;
	/** Whether items that ask for the same always share one paid answer: where a second one would be the same. */
	reusesIdentical?: boolean;
	/** For one whose items can be sent in one request. */
	combine?: BatchRule;
	/** How its calls go to another model when the chosen one does not answer; its panel then has Fallback Models. */
	fallback?: FallbackRule;
	/** What the enclave of an encrypted chat must prove; undefined for one in plain text. */
	encryption?(this: ItemContext, options: IHttpRequestOptions): EnclaveChoices | undefined;
	/** Adds to the request, and checks, what one field alone cannot say. */
	prepare?: Prepare[];
	/** Adds the files of the item to the request. */
	beforeSend?: BeforeSend[];
	/** Turns one answer into items; without it a JSON object becomes one item and an array one item an entry. */
	read?: ReadAnswer;
	/** For an operation that makes several requests, and its items of their answers; without it there is one. */
	make?(item: Sent): Promise<INodeExecutionData[]>;
	/** Makes the items of what `make` left as `raw`, as the user wants them now; undefined where that needs another request. */
	remake?(item: Sent, raw: unknown): Promise<INodeExecutionData[] | undefined>;
}
