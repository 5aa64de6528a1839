import { accept } from '../fields/accept';
import { isRecord } from '../base/record';

/** The parameter that holds these settings, in every node that makes paid calls. */
export const COST_TRACKING = 'options.costTracking';

/** Longest label, so that several fit into the custom data of an execution. */
const LABEL_LENGTH = 100;

/** What the user set under Cost Tracking. */
export interface CostTracking {
	/** Whether prices are looked up and added to the totals of the execution. */
	trackCost: boolean;
	/** Whom the calls are for; undefined where nothing names them. */
	costLabel: string | undefined;
}

/** The settings in the options that were set; the label is the name of the workflow unless the user chose one. Throws a ServiceFailure for a label that is no text, or too long. */
export function costTracking(options: unknown, workflow: string | undefined): CostTracking {
	const set = isRecord(options) ? options : {};
	const rule = { label: 'Cost Label', kind: 'text', maxLength: LABEL_LENGTH } as const;
	const chosen = accept(rule, set.costLabel, 'UTC');
	const label = typeof chosen === 'string' ? chosen.trim() : '';
	const usual = workflow?.trim().slice(0, LABEL_LENGTH);
	return { trackCost: set.trackCost !== false, costLabel: label || usual || undefined };
}
