import { exchange } from '../http/exchange';
import { pace } from '../http/pace';
import { retry } from '../http/retry';
import type { Step } from '../http/send';
import type { Item, OperationItem } from '../run/item';
import { check } from './check';
import { combine } from './combine';
import { cost } from './cost';
import { dryRun } from './dryRun';
import { encrypt } from './encrypt';
import { ending } from './ending';
import { fallback } from './fallback';
import { gate } from './gate';
import { cap, count, countAhead, countParts } from './limits';
import type { ItemStep } from './made';
import { paidOnce } from './paidOnce';
import { privacy } from './privacy';
import { ready } from './ready';
import { repeatLost } from './repeatLost';
import { report } from './report';
import { sameRequest } from './sameRequest';
import { walk } from './walk';

/**
 * What happens once for each item, the outermost first. All before `gate` happens at once for every item, so that nothing
 * is sent before each of them is checked and counted. `sameRequest` is outside of `paidOnce`, which then keeps one answer for all that
 * share it; `ready` comes after both, as it may read large files; `dryRun` and `countParts` after it, as
 * an estimate and the number of parts need them.
 */
export const ITEM: ItemStep[] = [
	report,
	check,
	countAhead,
	gate,
	sameRequest,
	paidOnce,
	ready,
	dryRun,
	countParts,
	cost,
	walk,
];

/**
 * What happens to each request that an item makes. `count` is outside of `fallback`, as it counts a call whichever model answers;
 * `privacy` is inside of it, as each model has its own, and before all that asks for a price; `cap` is inside of it too, as models differ in price, and outside of `retry`, which repeats only what was not charged. `encrypt` is
 * inside of both, as each model has a key of its own and the price is that of the text. `pace` is the last
 * before `exchange`, so that each attempt waits for its turn.
 */
export const REQUEST: Array<Step<OperationItem>> = [
	combine,
	count,
	ending,
	fallback,
	privacy,
	cap,
	encrypt,
	retry,
	pace,
	exchange,
];

/** The same for each call of an AI sub-node, which n8n neither routes nor batches; `repeatLost` is outside of `cap`, as each repeat may be charged. */
export const SUB_NODE: Array<Step<Item>> = [
	count,
	fallback,
	privacy,
	repeatLost,
	cap,
	encrypt,
	retry,
	pace,
	exchange,
];
