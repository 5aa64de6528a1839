import { isRecord } from '../record';
import { badInput } from '../transport/failure';
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

/** The state that was kept, taken over from version 1 too; undefined when there is none. Throws a ServiceFailure for one of a newer version. */
export function triggerState(kept: unknown): TriggerState | undefined {
	if (!isRecord(kept) || typeof kept.since !== 'string') return undefined;
	const { v, since } = kept;
	if (v === 2) return kept as TriggerState & Record<string, unknown>;
	if (v === 1) return { v: 2, since, ...(isRecord(kept.open) ? { open: fromV1(kept.open) } : {}) };
	throw badInput(
		`The trigger's place in the usage history was kept by a newer version of this package (${String(v)})`,
		'Install that version again, or add the trigger anew.',
	);
}

/** Version 1 counted the entries it gave from the begin of the window, and not those of the last moment, so that it starts over. */
function fromV1(open: Record<string, unknown>): OpenWindow {
	return {
		until: String(open.until),
		...(typeof open.currency === 'string' ? { currency: open.currency } : {}),
		skip: typeof open.given === 'number' ? open.given : 0,
	};
}
