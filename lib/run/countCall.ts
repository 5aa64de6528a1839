import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { spendingOf } from '../pricing/runSpending';
import { combineOf } from './combinedSend';
import type { Gate } from './gate';
import { isDryRun } from './dryRun';
import type { ItemRun } from './itemRun';
import { paidWorkOf } from './paidItem';
import { sameRequest } from './sameRequest';

const asked = new WeakMap<Gate, Set<string>>();

/**
 * Counts the call of an item against Max Calls per Run before anything of the run is sent, unless an earlier item or an earlier try of
 * the node answers it. Throws a ServiceFailure when there are too many.
 */
export function countAhead(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	itemRun: ItemRun,
): void {
	const { settings, gate } = itemRun;
	if (settings.maxCallsPerRun === 0 || isDryRun(itemRun)) return;
	// How many calls combined items make shows when they are sent.
	if (combineOf.call(this, itemRun) !== undefined) return;
	const node = this.getNode();
	const request = sameRequest.call(this, node, options, itemRun);
	const place = request ?? String(this.getItemIndex());
	if (paidWorkOf(this, node, itemRun)?.holds(place)) return;
	const requests = asked.get(gate) ?? new Set();
	asked.set(gate, requests);
	if (requests.has(place)) return;
	countCall.call(this, itemRun);
	requests.add(place);
}

/** Counts the call of an item, unless it is counted. Throws a ServiceFailure when there are too many. */
export function countCall(
	this: IExecuteSingleFunctions,
	{ settings: { maxCallsPerRun }, state }: ItemRun,
): void {
	if (maxCallsPerRun === 0 || state.counted) return;
	spendingOf(this).countCall(this.getNode().name, maxCallsPerRun);
	state.counted = true;
}

/** Takes back what was counted for an item that made no call. */
export function uncountCall(this: IExecuteSingleFunctions, { state }: ItemRun): void {
	if (state.counted && !state.called) spendingOf(this).uncountCall(this.getNode().name);
}
