import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { badInput, type ServiceFailure } from '../../lib/core/failure';
import type { HistorySpan } from '../../lib/billing/handOffs';
import { ServiceTime } from '../../lib/billing/serviceTime';
import { triggerState, type TriggerState } from '../../lib/billing/triggerState';
import { handOver } from './handOver';
import { newestItems } from './newestItems';
import { pollAlerts } from './pollAlerts';
import { pollEntries } from './pollEntries';
import { pollError } from './pollError';
import { pollSettings, type PollSettings } from './pollSettings';
import { UsageReader } from './usageReader';

/** A poll that has read more than this without an item to give keeps its checkpoint by an empty run. */
const PAGES_TO_REPEAT = 10;

/** No poll that still comes to an end takes so long; one that does not must not hold up all that follow. */
const LONGEST_RUN_MS = 300_000;

/** The polls in progress, and when they began (Unix ms). */
const running = new Map<string, { began: number }>();

/** What is known of the service's time, by trigger. */
export const serviceTimes = new Map<string, ServiceTime>();

/** Added to the settle delay: stamps may be whole seconds, and the machines of the service differ a little. */
export const STAMP_MARGIN_MS = 2_000;
const SECOND = 1_000;
/** Read again at each poll where the service does not tell its time, so that a clock that is ahead by an hour loses nothing. */
const LOOK_BACK_WITHOUT_TIME_MS = 90 * 60_000;

/** One poll: what the window that has passed since the last one came to, or null when that is nothing. State is written once, last. */
export async function pollUsage(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const key = `${context.getWorkflow().id}:${context.getNode().id}`;
	const own = { began: clock.now() };
	const isCurrent = () => running.get(key) === own;
	const manual = context.getMode() === 'manual';
	if (!manual) {
		const other = running.get(key);
		if (other && Math.abs(own.began - other.began) < LONGEST_RUN_MS) return null;
		running.set(key, own);
	}
	try {
		const settings = pollSettings(context);
		if (manual) return [asItems(await newestItems(context, settings))];
		return await scheduledPoll(context, settings, key, isCurrent);
	} catch (error) {
		throw pollError(context.getNode(), error);
	} finally {
		if (isCurrent()) running.delete(key);
	}
}

/**
 * n8n may drop the state of a poll without items: the next poll starts from the same checkpoint, which must neither take so long
 * that it never comes further, nor end in the same window for ever. After many pages, when it could not finish, or when it went on
 * with a window that was left in the middle, it starts an empty run with which its checkpoint is saved.
 */
async function scheduledPoll(
	context: IPollFunctions,
	settings: PollSettings,
	key: string,
	isCurrent: () => boolean,
): Promise<INodeExecutionData[][] | null> {
	const data = context.getWorkflowStaticData('node');
	const reader = readerFor(context, settings, key);
	const begun = triggerState(data.usage);
	const kept = begun ?? { since: settings.start ?? (await reader.timeNow()) };
	const { poll, lookBackMs } = await pollInTime(reader, kept, settings);
	const { items, state, key: emission, givenUp = [], silent = [] } = poll;
	const isLong = reader.pages > PAGES_TO_REPEAT && !isLookBack(kept, state, lookBackMs);
	const save = items.length > 0 || isLong || givenUp.length > 0;
	if (!save && reader.failure !== undefined) throw reader.failure;
	// Another poll has taken over from this one, and emits what this one would emit.
	if (!isCurrent()) return null;
	data.usage = state;
	if (silent.length > 0) {
		const { name } = context.getNode();
		context.logger.warn(
			`"${name}": n8n did not report how the execution ended that got the entries of ${timesOf(silent)}. They count as not processed`,
		);
	}
	if (givenUp.length > 0) context.__emitError(pollError(context.getNode(), lost(givenUp)));
	if (emission !== undefined && items.length > 0) {
		handOver(context, asItems(items), emission);
		return null;
	}
	const between = inTheMiddle(kept) || inTheMiddle(state) || reader.ended;
	return save || between ? [asItems(items)] : null;
}

function readerFor(context: IPollFunctions, settings: PollSettings, key: string): UsageReader {
	const time = serviceTimes.get(key) ?? new ServiceTime();
	serviceTimes.set(key, time);
	const { pageSize, readPage, mostPages } = settings;
	return new UsageReader(context, pageSize, readPage, time, mostPages);
}

/**
 * A poll up to a moment that has passed by the service's clock. Where its first answer shows that the clock of n8n was ahead, or that the
 * service does not send its time, the poll is made again from the same checkpoint: the entries still to be recorded would be skipped.
 */
async function pollInTime(reader: UsageReader, kept: TriggerState, settings: PollSettings) {
	const poll = settings.alerts ? pollAlerts : pollEntries;
	const attempt = async (now: number) => {
		const isBlind = reader.time.isMissing;
		const lookBackMs = isBlind ? lookBackWithoutTime(settings) : settings.lookBackMs;
		const until = now - STAMP_MARGIN_MS - settings.settleMs;
		const made = await poll(reader, kept, until, { ...settings, lookBackMs });
		return { now, isBlind, lookBackMs, poll: made };
	};
	// A moment counts as passed when both clocks say so: where that of n8n is behind, entries only come later.
	const now = () => Math.min(clock.now(), reader.time.earliest() ?? Infinity);
	const first = await attempt(now());
	const isAhead = first.now > (reader.began ?? Infinity) + SECOND;
	return isAhead || reader.time.isMissing !== first.isBlind ? await attempt(now()) : first;
}

function lookBackWithoutTime({ alerts, lookBackMs }: PollSettings): number {
	return alerts ? 0 : Math.max(lookBackMs, LOOK_BACK_WITHOUT_TIME_MS);
}

/** Whether a poll read little more than what every poll reads again. */
function isLookBack(kept: TriggerState, state: TriggerState, lookBackMs: number) {
	const advance = Date.parse(state.since) - Date.parse(kept.since);
	return lookBackMs > 0 && advance <= lookBackMs && !inTheMiddle(state);
}

function inTheMiddle({ open, spend }: TriggerState): boolean {
	return open !== undefined || spend?.back !== undefined;
}

function asItems(items: IDataObject[]): INodeExecutionData[] {
	return items.map((json) => ({ json }));
}

/** The failure that names the entries that are not emitted again. */
function lost(spans: readonly HistorySpan[]): ServiceFailure {
	return badInput(
		`The entries of these times were not processed after ten attempts, and are not emitted again: ${timesOf(spans)}`,
		'Find out why their executions failed, then get them with Inference Billing > Usage > Get Many.',
	);
}

function timesOf(spans: readonly HistorySpan[]): string {
	return spans.map(({ from, to }) => `${from} to ${to}`).join(', ');
}
