import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../lib/transport/clock';
import { triggerState, type TriggerState } from '../../lib/usage/triggerState';
import { newestItems } from './newestItems';
import { pollAlerts } from './pollAlerts';
import { pollEntries } from './pollEntries';
import { pollError } from './pollError';
import { pollSettings, type PollSettings } from './pollSettings';
import { UsageReader } from './usageReader';

/** A poll that has read more than this without an item to give keeps its place by an empty run. */
const PAGES_TO_REPEAT = 10;

const running = new Set<string>();

/** What a poll came to: the items to give, and the state to keep with them. */
export interface Poll {
	items: IDataObject[];
	state: TriggerState;
}

/** One poll: what the window that has passed since the last one came to, or null when that is nothing. State is written once, last. */
export async function pollUsage(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const manual = context.getMode() === 'manual';
	if (!manual && running.has(key)) return null;
	if (!manual) running.add(key);
	try {
		const settings = pollSettings(context);
		if (manual) return [asItems(await newestItems(context, settings))];
		return await scheduledPoll(context, settings);
	} catch (error) {
		throw pollError(context.getNode(), error);
	} finally {
		if (!manual) running.delete(key);
	}
}

/**
 * n8n may forget what a poll without items has kept: such a poll is made again from the same place, which must neither take so long
 * that it never comes further, nor end in the same window for ever. After many pages, when it could not finish, or when it went on
 * with a window that was left in the middle, it starts an empty run with which its place is saved.
 */
async function scheduledPoll(
	context: IPollFunctions,
	settings: PollSettings,
): Promise<INodeExecutionData[][] | null> {
	const data = context.getWorkflowStaticData('node');
	const kept = triggerState(data.usage) ?? firstState(settings);
	const reader = new UsageReader(context, settings.pageSize);
	const until = clock.now() - settings.settleMs;
	const poll = settings.alerts ? pollAlerts : pollEntries;
	const { items, state } = await poll(reader, kept, until, settings);
	const save = items.length > 0 || reader.pages > PAGES_TO_REPEAT;
	if (!save && reader.failure !== undefined) throw reader.failure;
	data.usage = state;
	const between = inTheMiddle(kept) || inTheMiddle(state) || reader.ended;
	return save || between ? [asItems(items)] : null;
}

function inTheMiddle({ open, spend }: TriggerState): boolean {
	return open !== undefined || spend?.back !== undefined;
}

function firstState({ start }: PollSettings): TriggerState {
	return { v: 2, since: start ?? new Date(clock.now()).toISOString() };
}

function asItems(items: IDataObject[]): INodeExecutionData[] {
	return items.map((json) => ({ json }));
}
