import { Big } from '../base/decimal';
import { isRecord } from '../base/record';
import { moniesOf, type Cost } from './cost';

interface CustomData {
	get(key: string): string;
	set(key: string, value: string): void;
}

/** The key of the running total of a currency: `inferenceCostUsd`, `inferenceCostDiem`. */
export function totalKey(currency: string): string {
	const word = currency.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
	return `inferenceCost${word.charAt(0).toUpperCase()}${word.slice(1)}`.slice(0, 50);
}

/** Where the labels of the calls in those totals stand. */
const LABELS = 'inferenceCostLabels';

/** n8n complains of longer texts. */
const LONGEST = 255;

/**
 * Adds a cost to the totals that n8n keeps with the execution, where expressions, the list of executions and its filter find them.
 * Reading, adding and writing happen in one turn, so that nothing is lost between nodes. Silent where n8n keeps no such data.
 */
export function addToTotal(context: object, cost: Cost | null, label?: string): void {
	const data = cost && customDataOf(context);
	if (!data) return;
	for (const { amount, currency } of moniesOf(cost)) {
		try {
			const key = totalKey(currency);
			const before = Number(data.get(key) ?? 0);
			const sum = new Big(Number.isFinite(before) ? before : 0).plus(amount);
			data.set(key, sum.toFixed());
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
	const sums = ['USD', 'DIEM'].map((currency) => {
		try {
			return Number(data?.get(totalKey(currency)) ?? 0);
		} catch {
			return 0;
		}
	});
	return sums.reduce((sum, one) => sum + (Number.isFinite(one) ? one : 0), 0);
}

/** n8n 2.x passes it to every node of an execution, and throws where there is none (n8n Agents). */
function customDataOf(context: object): CustomData | undefined {
	try {
		const data: unknown =
			'customData' in context ? context.customData : customDataOfExpressions(context);
		if (isRecord(data) && typeof data.get === 'function' && typeof data.set === 'function') {
			return data as unknown as CustomData;
		}
	} catch {
		return undefined;
	}
	return undefined;
}

/** n8n 1.x offers it to expressions only, as `$execution.customData`. */
function customDataOfExpressions(context: object): unknown {
	if (!('getWorkflowDataProxy' in context)) return undefined;
	const { getWorkflowDataProxy: proxyOf } = context;
	const proxy: unknown = typeof proxyOf === 'function' ? proxyOf.call(context, 0) : undefined;
	const execution = isRecord(proxy) ? proxy.$execution : undefined;
	return isRecord(execution) ? execution.customData : undefined;
}
