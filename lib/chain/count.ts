import type { Step } from '../http/send';
import { spendingOf } from '../pricing/runSpending';
import type { Gate } from '../run/gate';
import type { Item } from '../run/item';
import type { ItemStep } from './made';

const asked = new WeakMap<Gate, Set<string>>();

/**
 * Counts the call of an item against Max Calls per Run before anything of the run is sent, unless an earlier item or an earlier try of
 * the node answers it, and takes it back if the item makes none. Throws a ServiceFailure when there are too many.
 */
export const countAhead: ItemStep = (item, next) => (options) => {
	// How many calls combined items make shows when they are sent.
	const counts = item.settings.maxCallsPerRun > 0 && !item.isDry && item.joint === undefined;
	if (counts) countFirst(item);
	return next(options).finally(() => {
		if (item.counted && !item.called) spendingOf(item.context).uncountCall(item.node.name);
	});
};

/** The first of the items that share a request is counted for them. */
function countFirst(item: Parameters<ItemStep>[0]): void {
	const place = item.common ?? String(item.index);
	if (item.work?.holds(place)) return;
	const places = asked.get(item.gate) ?? new Set();
	asked.set(item.gate, places);
	if (places.has(place)) return;
	countCall(item);
	places.add(place);
}

/** Counts the call of an item whose request is the first, and each request that several items make together. */
export const count: Step<Item> = (item, next) => async (options, policy) => {
	if (item.counted !== true || item.joint !== undefined) countCall(item);
	item.called = true;
	return await next(options, policy);
};

/** Counts a call of the node. Throws a ServiceFailure when it has made as many as it may. */
export function countCall(item: Item): void {
	const { context, node, settings } = item;
	if (settings.maxCallsPerRun === 0) return;
	spendingOf(context).countCall(node.name, settings.maxCallsPerRun);
	item.counted = true;
}
