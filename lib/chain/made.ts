import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Step } from '../http/send';
import type { OperationItem } from '../run/item';
import type { PaidAnswer } from '../run/paidItem';

/** Makes what an item asks for. */
export type Make = (options: IHttpRequestOptions) => Promise<PaidAnswer>;

/** One promise about an item as a whole. */
export type ItemStep = Step<OperationItem, Make>;
