import { emptyCount, SpendWatch, type SpendAlert } from '../../lib/billing/spendAlerts';
import type { TriggerState } from '../../lib/billing/triggerState';
import { beginWalk, positionAfter, type HistoryPosition } from '../../lib/billing/window';
import type { PollResult } from './pollEntries';
import type { PollSettings } from './pollSettings';
import type { UsageReader } from './usageReader';

/**
 * The thresholds that the spend has passed up to `until` (Unix ms). The count of the period is kept with the checkpoint. Where
 * there is none for these settings, the start of the period is counted first, up to that checkpoint, so that a period is always counted whole.
 */
export async function pollAlerts(
	reader: UsageReader,
	keptState: TriggerState,
	until: number,
	pollSettings: PollSettings,
): Promise<PollResult> {
	const settings = pollSettings.alerts;
	if (settings === undefined) throw new TypeError('A threshold is missing');
	const items: SpendAlert[] = [];
	const walkOn = createCountedWalk(reader, pollSettings, items);
	let position: HistoryPosition = { since: keptState.since, open: keptState.open };
	const keptSpend = keptState.spend?.count.of === settings.of ? keptState.spend : undefined;

	if (keptSpend === undefined && position.open !== undefined) {
		// A window that another setting started is finished first; it counts towards the start of the period.
		position = await walkOn(position, until);
		if (position.open !== undefined) return { items: [], state: { ...position } };
	}
	const { since } = position;
	const count = keptSpend?.count ?? emptyCount(since, settings);
	const spendWatch = new SpendWatch(count, settings);
	let back: HistoryPosition | undefined = keptSpend
		? keptSpend.back
		: { since: new Date(count.period.start).toISOString() };
	if (keptSpend !== undefined) items.push(...spendWatch.alertsPassedAlready(since));
	if (back !== undefined) {
		back = await walkOn(back, Date.parse(since), spendWatch);
		if (back.open === undefined && Date.parse(back.since) >= Date.parse(since)) back = undefined;
	}
	if (back === undefined) position = await walkOn(position, until, spendWatch);
	const spend = { count: spendWatch.countToKeep(), ...(back === undefined ? {} : { back }) };
	return { items: items.map((alert) => ({ ...alert })), state: { ...position, spend } };
}

/** Walks on from a position up to `end`, counts what it reads and adds the alerts to `items`; returns the position it reached. */
function createCountedWalk(
	reader: UsageReader,
	{ currency, wanted, maxEntries }: PollSettings,
	items: SpendAlert[],
) {
	return async (from: HistoryPosition, end: number, spendWatch?: SpendWatch) => {
		const begun =
			reader.pageCount > 0 && reader.mustStop ? undefined : beginWalk(from, end, currency);
		if (begun === undefined) return from;
		const walk = await reader.walk(begun, (fresh) => {
			for (const entry of fresh) if (wanted(entry)) items.push(...(spendWatch?.add(entry) ?? []));
			return items.length < maxEntries;
		});
		return positionAfter(walk);
	};
}
