import { badInput } from '../base/failure';
import { isRecord } from '../base/record';
import { shown } from '../fields/parseJson';
import { isKeptIds, type KeptIds } from './entryId';
import { keptHandOffs, type HandOff } from './handOffs';
import type { SpendCount } from './spendAlerts';
import type { OpenWindow, Position } from './window';

/** The checkpoint of the trigger, in one object so that all of it moves together. */
export interface TriggerState extends Position {
	/** Where alerts are asked for: the count up to this checkpoint, in the same object so that both move together. */
	spend?: {
		count: SpendCount;
		/** The start of the period that is still to be counted, up to `since`. */
		back?: Position;
	};
	/** Where a part of the history is read again: the ids that were emitted in it. */
	emitted?: KeptIds;
	/** Where unfinished executions are replayed: what was emitted and is not known to have succeeded. */
	handOffs?: HandOff[];
}

/**
 * The state that was kept; undefined when there is none. A count of spend that cannot be read starts again.
 * Throws a ServiceFailure for a checkpoint that cannot be read: to start elsewhere would skip or repeat entries.
 */
export function triggerState(kept: unknown): TriggerState | undefined {
	if (!isRecord(kept) || Object.keys(kept).length === 0) return undefined;
	const { since, open, spend, emitted } = kept;
	const isReadable =
		(open === undefined || isWindow(open)) && (emitted === undefined || isKeptIds(emitted));
	if (!isTime(since) || !isReadable) {
		throw badInput(
			`The trigger's checkpoint in the usage history cannot be read: ${shown(kept)}`,
			'Rename the node or add it again: it then starts where Start From says.',
		);
	}
	const handOffs = keptHandOffs(kept.handOffs);
	const checkpoint: TriggerState = {
		since,
		...(open !== undefined && { open }),
		...(emitted !== undefined && { emitted }),
		...(handOffs.length > 0 && { handOffs }),
	};
	return isSpend(spend) ? { ...checkpoint, spend } : checkpoint;
}

function isWindow(open: unknown): open is OpenWindow {
	if (!isRecord(open) || !isTime(open.until)) return false;
	const { from, cursor, skip = 0, moment } = open;
	return (
		Number.isInteger(skip) &&
		(from === undefined || isTime(from)) &&
		(cursor === undefined || typeof cursor === 'string') &&
		(moment === undefined || (isRecord(moment) && isRecord(moment.seen)))
	);
}

function isSpend(spend: unknown): spend is TriggerState['spend'] {
	if (!isRecord(spend) || !isRecord(spend.count)) return false;
	const { period, spend: sums, passed } = spend.count;
	const { back } = spend;
	const isPosition =
		isRecord(back) && isTime(back.since) && (back.open === undefined || isWindow(back.open));
	return (
		isRecord(period) &&
		isTime(period.start) &&
		isTime(period.end) &&
		[sums, passed].every((one) => isRecord(one) && Object.values(one).every(isAmount)) &&
		(back === undefined || isPosition)
	);
}

function isTime(value: unknown): value is string {
	return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isAmount(value: unknown): boolean {
	return typeof value === 'string' && value !== '' && Number.isFinite(Number(value));
}
