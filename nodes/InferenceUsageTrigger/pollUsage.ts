import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../lib/transport/clock';
import { nodeError } from '../../lib/transport/nodeError';
import { isRefusedCursor } from '../../lib/transport/pages';
import { getJson } from '../../lib/transport/request';
import { API_KEY_CREDENTIAL } from '../../lib/transport/credential';
import { usagePage } from '../../lib/usage/entry';
import type { IdentifiedEntry } from '../../lib/usage/entryId';
import { triggerState, type TriggerState } from '../../lib/usage/triggerState';
import {
	beginWalk,
	nextQuery,
	positionAfter,
	restarted,
	withPage,
	type Walk,
} from '../../lib/usage/window';
import { newestEntries } from './newestEntries';
import { pollSettings, type PollSettings } from './pollSettings';

const RETRY_WAIT_MS = 15_000;
const LONGEST_POLL_MS = 45_000;
const DEFAULT_BUDGET_MS = 240_000;

const running = new Set<string>();

/** One poll: the entries of the window that has passed since the last one, or null when there are none. State is written once, last. */
export async function pollUsage(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const manual = context.getMode() === 'manual';
	if (!manual && running.has(key)) return null;
	if (!manual) running.add(key);
	try {
		const settings = pollSettings(context);
		if (manual) return [items(await newestEntries(context, settings))];
		return await scheduledPoll(context, settings);
	} catch (error) {
		throw nodeError(context.getNode(), error);
	} finally {
		if (!manual) running.delete(key);
	}
}

async function scheduledPoll(
	context: IPollFunctions,
	settings: PollSettings,
): Promise<INodeExecutionData[][] | null> {
	const data = context.getWorkflowStaticData('node');
	const state = triggerState(data.usage) ?? firstState(settings);
	const begun = beginWalk(state, clock.now() - settings.settleMs, settings.currency);
	if (begun === undefined) {
		data.usage = state;
		return null;
	}
	const { walk, entries } = await walkWindow(context, begun, settings);
	data.usage = { ...state, open: undefined, ...positionAfter(walk) };
	return entries.length === 0 ? null : [items(entries)];
}

function firstState({ start }: PollSettings): TriggerState {
	return { v: 2, since: start ?? new Date(clock.now()).toISOString() };
}

/** Reads at least one page, then more until the window, the room for entries or the time is used up. */
async function walkWindow(
	context: IPollFunctions,
	begun: Walk,
	settings: PollSettings,
): Promise<{ walk: Walk; entries: IdentifiedEntry[] }> {
	const budget = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const deadline = clock.now() + Math.min(LONGEST_POLL_MS, budget * 0.8);
	let walk = begun;
	const entries: IdentifiedEntry[] = [];
	let mayRestart = true;
	do {
		const qs = { ...nextQuery(walk, settings.pageSize) };
		const request = { url: '/billing/usage-history', qs };
		const [outcome] = await Promise.allSettled([
			getJson(context, API_KEY_CREDENTIAL, request, RETRY_WAIT_MS),
		]);
		if (outcome.status === 'fulfilled') {
			const read = withPage(walk, usagePage(outcome.value.body));
			walk = read.walk;
			entries.push(...read.fresh);
			continue;
		}
		const begunByCursor = walk.window.cursor !== undefined;
		if (!begunByCursor || !mayRestart || !isRefusedCursor(outcome.reason)) throw outcome.reason;
		mayRestart = false;
		walk = restarted(walk);
	} while (
		!walk.finished &&
		(walk.window.skip > 0 || (entries.length < settings.maxEntries && clock.now() < deadline))
	);
	return { walk, entries };
}

function items(entries: IdentifiedEntry[]): INodeExecutionData[] {
	return entries.map((entry) => ({ json: entry as IDataObject }));
}
