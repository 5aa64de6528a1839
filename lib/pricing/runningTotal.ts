import { moniesOf, type Cost, type Money } from '../base/cost';
import { Big } from '../base/decimal';
import { customDataOf, type CustomData, LONGEST } from '../base/execution';

/** The key of each total: no currency but these, as n8n keeps ten entries of an execution and the rest belong to the user. */
const KEYS: Record<Money['currency'], string> = {
	USD: 'inferenceCostUsd',
	DIEM: 'inferenceCostDiem',
};

/** Where the labels of the calls in those totals stand. */
const LABELS = 'inferenceCostLabels';

/**
 * Adds a cost to the totals that n8n keeps with the execution, where expressions, the list of executions and its filter find them.
 * Reading, adding and writing happen in one turn, so that nothing is lost between nodes. Silent where n8n keeps no such data.
 */
export function addToTotal(context: object, cost: Cost | null, label?: string): void {
	const data = cost && customDataOf(context);
	if (!data) return;
	for (const { amount, currency } of moniesOf(cost)) {
		try {
			const key = KEYS[currency];
			data.set(key, new Big(totalAt(data, key)).plus(amount).toFixed());
		} catch {
			// A total is no reason to lose an answer that is paid for.
		}
	}
	if (label !== undefined) addLabel(data, label);
}

/** Labels that no longer fit are only in the output. */
function addLabel(data: CustomData, label: string): void {
	try {
		const known = data.get(LABELS) ?? '';
		if (known === '') data.set(LABELS, label);
		if (known === '' || known.split('; ').includes(label)) return;
		const all = `${known}; ${label}`;
		if (all.length <= LONGEST) data.set(LABELS, all);
	} catch {
		// Nor is a label.
	}
}

/** What the totals of the execution say so far, USD and staked credit together; 0 where n8n keeps no such data. */
export function totalOf(context: object): number {
	const data = customDataOf(context);
	return Object.values(KEYS).reduce((sum, key) => {
		try {
			return sum + (data === undefined ? 0 : totalAt(data, key));
		} catch {
			return sum;
		}
	}, 0);
}

/** What is no total, as a Code node may have written it, counts as none. */
function totalAt(data: CustomData, key: string): number {
	const total = Number(data.get(key) ?? 0);
	return Number.isFinite(total) ? Math.max(0, total) : 0;
}
