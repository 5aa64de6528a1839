import type { Plan } from './plan';
import type { Gate } from './gate';
import type { ItemState } from './runEnd';
import type { RunSettings } from './runSettings';

/** An item on its way through the operation. */
export interface ItemRun {
	plan: Plan;
	settings: RunSettings;
	gate: Gate;
	state: ItemState;
}
