import { newCount, SpendWatch, type SpendAlert } from '../../lib/billing/spendAlerts';
import type { TriggerState } from '../../lib/billing/triggerState';
import { beginWalk, positionAfter, type Position } from '../../lib/billing/window';
import type { Poll } from './pollEntries';
import type { PollSettings } from './pollSettings';
import type { UsageReader } from './usageReader';

/**
 * The thresholds that the spend has passed up to `until` (Unix ms). The count of the period is kept with the checkpoint. Where
 * there is none for these settings, the start of the period is counted first, up to that checkpoint, so that a period is always counted whole.
 */
export async function pollAlerts(
	reader: UsageReader,
	kept: TriggerState,
	until: number,
	pollSettings: PollSettings,
): Promise<Poll> {
	const settings = pollSettings.alerts;
	if (settings === undefined) throw new TypeError('A threshold is missing');
	const items: SpendAlert[] = [];
	const onwards = countedWalk(reader, pollSettings, items);
	let position: Position = { since: kept.since, open: kept.open };
	const known = kept.spend?.count.of === settings.of ? kept.spend : undefined;

	if (known === undefined && position.open !== undefined) {
		// A window that another setting started is finished first; it counts towards the start of the period.
		position = await onwards(position, until);
		if (position.open !== undefined) return { items: [], state: { ...position } };
	}
	const { since } = position;
	const count = known?.count ?? newCount(since, settings);
	const counter = new SpendWatch(count, settings);
	let back: Position | undefined = known
		? known.back
		: { since: new Date(count.period.start).toISOString() };
	if (known !== undefined) items.push(...counter.passedAt(since));
	if (back !== undefined) {
		back = await onwards(back, Date.parse(since), counter);
		if (back.open === undefined && Date.parse(back.since) >= Date.parse(since)) back = undefined;
	}
	if (back === undefined) position = await onwards(position, until, counter);
	const spend = { count: counter.count(), ...(back === undefined ? {} : { back }) };
	return { items: items.map((alert) => ({ ...alert })), state: { ...position, spend } };
}

/** Walks on from a position up to `end`, counts what it reads and adds the alerts to `items`; returns the position it reached. */
function countedWalk(
	reader: UsageReader,
	{ currency, wanted, maxEntries }: PollSettings,
	items: SpendAlert[],
) {
	return async (from: Position, end: number, counted?: SpendWatch) => {
		const begun = reader.pages > 0 && reader.ended ? undefined : beginWalk(from, end, currency);
		if (begun === undefined) return from;
		const walk = await reader.walk(begun, (fresh) => {
			for (const entry of fresh) if (wanted(entry)) items.push(...(counted?.add(entry) ?? []));
			return items.length < maxEntries;
		});
		return positionAfter(walk);
	};
}
