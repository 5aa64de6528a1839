import { z } from 'zod';

import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { shownValue } from '../fields/parseJson';
import { amountOf } from './amount';
import { isKeptIds, type KeptIds } from './emittedIds';
import { readHandOffs, type HandOff } from './handOffs';
import type { SpendState } from './spendAlerts';
import type { HistoryPosition } from './window';

/** The checkpoint of the trigger, in one object so that all of it moves together. */
export interface TriggerState extends HistoryPosition {
	/** Where alerts are asked for: the count up to this checkpoint, in the same object so that both move together. */
	spend?: {
		count: SpendState;
		/** The start of the period that is still to be counted, up to `since`. */
		back?: HistoryPosition;
	};
	/** Where a part of the history is read again: the ids that were emitted in it. */
	emitted?: KeptIds;
	/** Where unfinished executions are replayed: what was emitted and is not known to have succeeded. */
	handOffs?: HandOff[];
}

const TIME_SCHEMA = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const AMOUNT_SCHEMA = z.string().refine(isAmount);
const AMOUNT_BY_CURRENCY_SCHEMA = z.record(AMOUNT_SCHEMA);
const WINDOW_SCHEMA = z.object({
	until: TIME_SCHEMA,
	from: TIME_SCHEMA.optional(),
	cursor: z.string().optional(),
	skip: z.number().int().optional(),
	pages: z.number().optional(),
	moment: z.object({ seen: z.record(z.unknown()) }).optional(),
});
const POSITION_SCHEMA = z.object({ since: TIME_SCHEMA, open: WINDOW_SCHEMA.optional() });
const PERIOD_SCHEMA = z.object({ start: TIME_SCHEMA, end: TIME_SCHEMA });
const SPEND_SCHEMA = z.object({
	count: z.object({
		period: PERIOD_SCHEMA,
		spend: AMOUNT_BY_CURRENCY_SCHEMA,
		passed: AMOUNT_BY_CURRENCY_SCHEMA,
	}),
	back: POSITION_SCHEMA.optional(),
});

/**
 * The state that was kept; undefined when there is none. A count of spend that cannot be read starts again.
 * Throws a ServiceFailure for a checkpoint that cannot be read: to start elsewhere would skip or repeat entries.
 */
export function readTriggerState(keptState: unknown): TriggerState | undefined {
	if (!isRecord(keptState) || Object.keys(keptState).length === 0) return undefined;
	const { spend, emitted } = keptState;
	const isPosition = POSITION_SCHEMA.safeParse(keptState).success;
	if (!isPosition || (emitted !== undefined && !isKeptIds(emitted))) {
		throw badInput(
			`The trigger's checkpoint in the usage history cannot be read: ${shownValue(keptState)}`,
			'Rename the node or add it again: it then starts where Past Charges says.',
		);
	}
	const { since, open } = keptState as unknown as HistoryPosition;
	const handOffs = readHandOffs(keptState.handOffs);
	const checkpoint: TriggerState = {
		since,
		...(open !== undefined && { open }),
		...(emitted !== undefined && { emitted }),
		...(handOffs.length > 0 && { handOffs }),
	};
	const isSpend = SPEND_SCHEMA.safeParse(spend).success;
	return isSpend ? { ...checkpoint, spend: spend as TriggerState['spend'] } : checkpoint;
}

/** Whether a text of the kept state is an amount that sums can be made with. */
function isAmount(text: string): boolean {
	try {
		amountOf(text, 'spend');
		return true;
	} catch {
		return false;
	}
}
