import type { IDataObject, INodeExecutionData, IPollFunctions, INode } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { badInput, ServiceFailure, type FailureFacts } from '../../lib/core/failure';
import type { HistorySpan } from '../../lib/billing/handOffs';
import { ServiceTime } from '../../lib/core/serviceTime';
import { wrongPagesFailure } from '../../lib/billing/pages/cursorPages';
import { readTriggerState, type TriggerState } from '../../lib/billing/triggerState';
import { startExecution } from './handOver';
import { readNewestItems } from './newestItems';
import { pollAlerts } from './pollAlerts';
import { pollEntries } from './pollEntries';
import { readPollSettings, type PollSettings } from './pollSettings';
import { UsageReader } from './usageReader';
import { nodeError } from '../../lib/wire/errors/nodeError';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { retryDelay } from '../../lib/wire/errors/retryDelay';

/** A poll that has read more than this without an item to give keeps its checkpoint by an empty run. */
const PAGES_BEFORE_EMPTY_RUN = 10;

/** No poll that still comes to an end takes so long; one that does not must not hold up all that follow. */
const MAX_POLL_MS = 300_000;

/** The polls in progress, and when they began (Unix ms). */
const runningPolls = new Map<string, { began: number }>();

/** What is known of the service's time, by trigger. */
export const SERVICE_TIME_BY_TRIGGER = new Map<string, ServiceTime>();

/** Added to the settle delay: stamps may be whole seconds, and the machines of the service differ a little. */
export const STAMP_MARGIN_MS = 2_000;
const SECOND_MS = 1_000;
/** Read again at each poll where the service does not tell its time, so that a clock that is ahead by an hour loses nothing. */
const LOOK_BACK_WITHOUT_TIME_MS = 90 * 60_000;

/** One poll: what the window that has passed since the last one came to, or null when that is nothing. State is written once, last. */
export async function pollUsage(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	// By name, as n8n keeps the state: two triggers may have one ID.
	const key = `${context.getWorkflow().id}:${context.getNode().name}`;
	const thisPoll = { began: clock.now() };
	const isCurrent = () => runningPolls.get(key) === thisPoll;
	const manual = context.getMode() === 'manual';
	if (!manual) {
		const runningPoll = runningPolls.get(key);
		if (runningPoll && Math.abs(thisPoll.began - runningPoll.began) < MAX_POLL_MS) return null;
		runningPolls.set(key, thisPoll);
	}
	try {
		const settings = readPollSettings(context);
		if (manual) return [toItems(await readNewestItems(context, settings))];
		return await scheduledPoll(context, settings, key, isCurrent);
	} catch (error) {
		throw pollError(context.getNode(), error);
	} finally {
		if (isCurrent()) runningPolls.delete(key);
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
	const reader = createReader(context, settings, key);
	const begun = readTriggerState(data.usage);
	const kept = begun ?? { since: settings.start ?? (await reader.readTimeNow()) };
	const { poll, lookBackMs } = await pollUpToPassedMoment(reader, kept, settings);
	const { items, state, key: emission, givenUp = [], silent = [] } = poll;
	const isLong =
		reader.pageCount > PAGES_BEFORE_EMPTY_RUN && !isOnlyLookBack(kept, state, lookBackMs);
	const mustSave = items.length > 0 || isLong || givenUp.length > 0;
	if (!mustSave && reader.failure !== undefined) throw reader.failure;
	// Another poll has taken over from this one, and emits what this one would emit.
	if (!isCurrent()) return null;
	data.usage = state;
	if (silent.length > 0) {
		const { name } = context.getNode();
		context.logger.warn(
			`"${name}": n8n did not report how the execution ended that got the entries of ${spansText(silent)}. They count as not processed`,
		);
	}
	if (givenUp.length > 0)
		context.__emitError(pollError(context.getNode(), spansGivenUpFailure(givenUp)));
	// A throw would lose the place that the walk has come to, and stop an activation.
	if (items.length === 0 && reader.newEntryCount === 0 && isMidWindowState(state))
		context.__emitError(pollError(context.getNode(), noNewEntryFailure(reader)));
	if (emission !== undefined && items.length > 0) {
		startExecution(context, toItems(items), emission);
		return null;
	}
	const between = isMidWindowState(kept) || isMidWindowState(state) || reader.mustStop;
	return mustSave || between ? [toItems(items)] : null;
}

function createReader(context: IPollFunctions, settings: PollSettings, key: string): UsageReader {
	const time = SERVICE_TIME_BY_TRIGGER.get(key) ?? new ServiceTime();
	SERVICE_TIME_BY_TRIGGER.set(key, time);
	const { pageSize, readPage, mostPages } = settings;
	return new UsageReader(context, pageSize, readPage, time, mostPages);
}

/**
 * A poll up to a moment that has passed by the service's clock. Where its first answer shows that the clock of n8n was ahead, or that the
 * service does not send its time, the poll is made again from the same checkpoint: the entries still to be recorded would be skipped.
 */
async function pollUpToPassedMoment(
	reader: UsageReader,
	kept: TriggerState,
	settings: PollSettings,
) {
	const poll = settings.alerts ? pollAlerts : pollEntries;
	const pollAt = async (now: number) => {
		const isBlind = reader.knownServiceTime.isDateMissing;
		const lookBackMs = isBlind ? lookBackWithoutTime(settings) : settings.lookBackMs;
		const until = now - STAMP_MARGIN_MS - settings.settleMs;
		const made = await poll(reader, kept, until, { ...settings, lookBackMs });
		return { now, isBlind, lookBackMs, poll: made };
	};
	// A moment counts as passed when both clocks say so: where that of n8n is behind, entries only come later.
	const now = () => Math.min(clock.now(), reader.knownServiceTime.earliestNow() ?? Infinity);
	const first = await pollAt(now());
	const isAhead = first.now > (reader.firstAnswerTime ?? Infinity) + SECOND_MS;
	return isAhead || reader.knownServiceTime.isDateMissing !== first.isBlind
		? await pollAt(now())
		: first;
}

function lookBackWithoutTime({ alerts, lookBackMs }: PollSettings): number {
	return alerts ? 0 : Math.max(lookBackMs, LOOK_BACK_WITHOUT_TIME_MS);
}

/** Whether a poll read little more than what every poll reads again. */
function isOnlyLookBack(kept: TriggerState, state: TriggerState, lookBackMs: number) {
	const advance = Date.parse(state.since) - Date.parse(kept.since);
	return lookBackMs > 0 && advance <= lookBackMs && !isMidWindowState(state);
}

function isMidWindowState({ open, spend }: TriggerState): boolean {
	return open !== undefined || spend?.back !== undefined;
}

function noNewEntryFailure({
	failure = wrongPagesFailure('The service returned nothing before the poll timed out'),
}: UsageReader): ServiceFailure {
	return failure.withMessage(`The trigger found no new entry: ${failure.message}`, {
		cure: 'The next check continues from this position. If this error repeats, get the entries with Inference Billing > Usage > Get Many, and contact the support of the service.',
	});
}

function toItems(items: IDataObject[]): INodeExecutionData[] {
	return items.map((json) => ({ json }));
}

function spansGivenUpFailure(spans: readonly HistorySpan[]): ServiceFailure {
	return badInput(
		`The entries of these times were not processed after ten attempts, and are not emitted again: ${spansText(spans)}`,
		'Find out why their executions failed, then get them with Inference Billing > Usage > Get Many.',
	);
}

function spansText(spans: readonly HistorySpan[]): string {
	return spans.map(({ from, to }) => `${from} to ${to}`).join(', ');
}

/** The failure as n8n's error, with the cause by which n8n decides how long the trigger rests (n8n 2.41 and later). */
function pollError(node: INode, error: unknown) {
	const shown = nodeError(node, error);
	if (!(error instanceof ServiceFailure)) return shown;
	const cause = n8nCauseOf(error.facts);
	const failure = CAUSES_WITH_RETRY_TIME.has(cause)
		? { cause, retryAfterMs: retryDelayMsOf(error.facts) }
		: { cause };
	return Object.assign(shown, { failure });
}

const CAUSES_WITH_RETRY_TIME = new Set([
	'rate-limited',
	'quota-exhausted',
	'temporarily-unavailable',
]);

const CAUSE_OF_REASON = {
	limit: 'rate-limited',
	trouble: 'temporarily-unavailable',
	key: 'credential-invalid',
	access: 'credential-invalid',
	funds: 'quota-exhausted',
	request: 'configuration-invalid',
};

function n8nCauseOf(facts: FailureFacts): string {
	if (facts.kind === 'input') return 'configuration-invalid';
	const { reason = 'trouble' } = verdictOf(facts);
	return CAUSE_OF_REASON[reason];
}

function retryDelayMsOf(failure: FailureFacts): number | undefined {
	return retryDelay({ failure, attempt: 1, random: 0, repeatable: true });
}
