import { shown } from '../description/parseJson';
import { isRecord } from '../record';
import { badInput } from '../transport/errors/failure';
import type { SpendCount } from './spendAlerts';
import type { OpenWindow, Position } from './window';

/** Where the trigger stands, in one object so that all of it moves together. */
export interface TriggerState extends Position {
	v: 2;
	/** Where alerts are asked for: the count up to this place, in the same object so that both move together. */
	spend?: {
		count: SpendCount;
		/** The begin of the period that is still to be counted, up to `since`. */
		back?: Position;
	};
}

/**
 * The state that was kept; undefined when there is none. A count of spend that cannot be read is made anew.
 * Throws a ServiceFailure for a state of another version, and for a place that cannot be read: to begin elsewhere would skip or repeat.
 */
export function triggerState(kept: unknown): TriggerState | undefined {
	if (!isRecord(kept) || Object.keys(kept).length === 0) return undefined;
	const { v, since, open, spend } = kept;
	if (v !== 2 && v !== undefined) {
		throw badInput(
			`The trigger's place in the usage history was kept by another version of this package (${shown(v)})`,
			'Install that version again, or add the trigger again.',
		);
	}
	if (v === undefined || !isTime(since) || !(open === undefined || isWindow(open))) {
		throw badInput(
			`The trigger's place in the usage history cannot be read: ${shown(kept)}`,
			'Rename the node or add it anew: it then begins where Start From says.',
		);
	}
	const place: TriggerState = { v, since, ...(open === undefined ? {} : { open }) };
	return isSpend(spend) ? { ...place, spend } : place;
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
