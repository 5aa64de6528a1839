import type { Step } from '../http/send';
import type { OperationItem } from '../run/item';
import type { PaidAnswer } from '../run/paidItem';

/** One promise about an item as a whole. */
export type ItemStep = Step<OperationItem, PaidAnswer>;
