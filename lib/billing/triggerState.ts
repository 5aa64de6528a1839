import { z } from 'zod';

import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { shown } from '../fields/parseJson';
import { amountOf } from './amount';
import { isKeptIds, type KeptIds } from './emittedIds';
import { keptHandOffs, type HandOff } from './handOffs';
import type { SpendCount } from './spendAlerts';
import type { Position } from './window';

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

const TIME = z.string().refine((text) => !Number.isNaN(Date.parse(text)));
const AMOUNT = z.string().refine(isAmount);
const AMOUNTS = z.record(AMOUNT);
const WINDOW = z.object({
	until: TIME,
	from: TIME.optional(),
	cursor: z.string().optional(),
	skip: z.number().int().optional(),
	pages: z.number().optional(),
	moment: z.object({ seen: z.record(z.unknown()) }).optional(),
});
const POSITION = z.object({ since: TIME, open: WINDOW.optional() });
const PERIOD = z.object({ start: TIME, end: TIME });
const SPEND = z.object({
	count: z.object({ period: PERIOD, spend: AMOUNTS, passed: AMOUNTS }),
	back: POSITION.optional(),
});

/**
 * The state that was kept; undefined when there is none. A count of spend that cannot be read starts again.
 * Throws a ServiceFailure for a checkpoint that cannot be read: to start elsewhere would skip or repeat entries.
 */
export function triggerState(kept: unknown): TriggerState | undefined {
	if (!isRecord(kept) || Object.keys(kept).length === 0) return undefined;
	const { spend, emitted } = kept;
	const isPosition = POSITION.safeParse(kept).success;
	if (!isPosition || (emitted !== undefined && !isKeptIds(emitted))) {
		throw badInput(
			`The trigger's checkpoint in the usage history cannot be read: ${shown(kept)}`,
			'Rename the node or add it again: it then starts where Start From says.',
		);
	}
	const { since, open } = kept as unknown as Position;
	const handOffs = keptHandOffs(kept.handOffs);
	const checkpoint: TriggerState = {
		since,
		...(open !== undefined && { open }),
		...(emitted !== undefined && { emitted }),
		...(handOffs.length > 0 && { handOffs }),
	};
	const isSpend = SPEND.safeParse(spend).success;
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
