import { z } from 'zod';

import { amountsByCurrency, type Cost, type Money } from '../core/cost';
import { Big } from '../core/decimal';
import { customDataOf, type CustomData, MAX_CUSTOM_DATA_LENGTH } from '../core/execution';

export interface SpendingKey {
	node: string;
	tool: boolean;
	/** The model that ran, else the one that was asked for; null where the service chose. */
	model: string | null;
	costLabel: string | null;
	/** Whether its calls were rehearsed, and are charged nothing. */
	rehearsal?: boolean;
}

const DECIMAL = z.string().regex(/^\d{1,30}(\.\d{1,400})?$/);
const COUNT = z.number().int().nonnegative();

/** What the calls of one node to one model for one label were charged, as n8n keeps it with the execution. */
export const SPENDING_ROW_SCHEMA = z.object({
	node: z.string(),
	tool: z.boolean(),
	model: z.string().nullable(),
	costLabel: z.string().nullable(),
	rehearsal: z.boolean().optional(),
	calls: COUNT,
	/** Calls in flight, and those whose charge nothing says, or not all of it. */
	unknown: COUNT,
	estimated: z.boolean(),
	usd: DECIMAL,
	diem: DECIMAL,
	/** Of calls that were rehearsed: the least and the most that they cost, how many nothing bounds, and how many are like none that was answered. */
	range: z
		.object({ leastUsd: DECIMAL, mostUsd: DECIMAL, unbounded: COUNT, unseen: COUNT })
		.optional(),
});
export type SpendingRow = z.output<typeof SPENDING_ROW_SCHEMA>;

/** What a rehearsal knows of a price. */
export interface RehearsedPrice {
	leastUsd: number;
	mostUsd: number;
	isSeen: boolean;
}

/** A call on its way: what it was charged is unknown until it is settled. */
export interface OpenCall {
	settle(cost: Cost | null, model?: string, rehearsed?: RehearsedPrice): void;
	/** Takes it back: nothing was charged. */
	withdraw(): void;
}

/** More labels than these share one entry, so that what n8n stores with the execution stays small. */
const MAX_ROWS = 2_000;
const OTHER_LABELS = '(other labels)';

/** The paid calls of one execution by node, model and label; `rows` is written at once. */
export class SpendingTable {
	constructor(private readonly rows: SpendingRow[]) {}

	/** Counts a call as unknown from the moment it is sent, so that a stop or an answer that cannot be read leaves it marked. */
	openCall(key: SpendingKey): OpenCall {
		const row = this.rowOf(key);
		row.calls += 1;
		row.unknown += 1;
		let isOpen = true;
		const withdraw = () => {
			if (!isOpen) return;
			isOpen = false;
			row.calls -= 1;
			row.unknown -= 1;
			if (row.calls === 0) this.rows.splice(this.rows.indexOf(row), 1);
		};
		const settle = (cost: Cost | null, model = key.model, rehearsed?: RehearsedPrice) => {
			if (!isOpen || (cost === null && model === key.model)) return;
			withdraw();
			const ran = this.rowOf({ ...key, model });
			ran.calls += 1;
			if (cost === null || cost.atLeast === true) ran.unknown += 1;
			if (cost !== null) addToRow(ran, cost);
			if (cost !== null && rehearsed !== undefined) addToRange(ran, rehearsed);
		};
		return { settle, withdraw };
	}

	/** Takes a charge that was given back out of the entry that has it. */
	refund(key: SpendingKey, cost: Cost): void {
		const row = this.findRow(key) ?? this.findRow({ ...key, costLabel: OTHER_LABELS });
		if (row !== undefined) addToRow(row, asRefund(cost));
	}

	/** The sums by some of node, tool, model and label; one row of zeros where nothing was called. */
	sumsBy(names: ReadonlyArray<keyof SpendingKey>): SpendingRow[] {
		const rows = new Map<string, SpendingRow>();
		for (const part of [...this.rows, ...(this.rows.length === 0 ? [EMPTY_ROW] : [])]) {
			// What was rehearsed is not added to what was charged.
			const key = JSON.stringify([...names, 'rehearsal' as const].map((name) => part[name]));
			const sum = rows.get(key);
			rows.set(key, sum === undefined ? part : sumOfRows(sum, part));
		}
		return [...rows.values()];
	}

	private rowOf(key: SpendingKey): SpendingRow {
		const known = this.findRow(key);
		if (known !== undefined) return known;
		const isFull = this.rows.length >= MAX_ROWS;
		const other = { ...key, costLabel: isFull ? OTHER_LABELS : key.costLabel };
		const row = this.findRow(other) ?? { ...EMPTY_ROW, ...other };
		if (!this.rows.includes(row)) this.rows.push(row);
		return row;
	}

	private findRow({
		node,
		tool,
		model,
		costLabel,
		rehearsal,
	}: SpendingKey): SpendingRow | undefined {
		return this.rows.find(
			(one) =>
				one.node === node &&
				one.tool === tool &&
				one.model === model &&
				one.rehearsal === rehearsal &&
				one.costLabel === costLabel,
		);
	}
}

const EMPTY_ROW: SpendingRow = {
	...{ node: '', tool: false, model: null, costLabel: null },
	...{ calls: 0, unknown: 0, estimated: false, usd: '0', diem: '0' },
};

function addToRow(part: SpendingRow, cost: Cost): void {
	part.estimated ||= cost.estimated === true;
	for (const { amount, currency } of amountsByCurrency(cost)) {
		const key = currency === 'USD' ? 'usd' : 'diem';
		part[key] = zeroIfNegative(new Big(part[key]).plus(amount)).toFixed();
	}
}

const NO_RANGE = { leastUsd: '0', mostUsd: '0', unbounded: 0, unseen: 0 };

function addToRange(row: SpendingRow, { leastUsd, mostUsd, isSeen }: RehearsedPrice): void {
	const isBounded = Number.isFinite(mostUsd);
	row.range = sumOfRanges(row.range, {
		leastUsd: new Big(leastUsd).toFixed(),
		mostUsd: new Big(isBounded ? mostUsd : 0).toFixed(),
		unbounded: isBounded ? 0 : 1,
		unseen: isSeen ? 0 : 1,
	});
}

function sumOfRanges(one = NO_RANGE, other = NO_RANGE): typeof NO_RANGE {
	return {
		leastUsd: decimalSum(one.leastUsd, other.leastUsd),
		mostUsd: decimalSum(one.mostUsd, other.mostUsd),
		unbounded: one.unbounded + other.unbounded,
		unseen: one.unseen + other.unseen,
	};
}

export function asRefund({ amount, rest, ...cost }: Cost): Cost {
	const back = rest && { ...rest, amount: -rest.amount };
	return { ...cost, amount: -amount, ...(back && { rest: back }) };
}

/** A sum from which was taken what is not in it, as after a restart, is none. */
function zeroIfNegative(sum: Big): Big {
	return sum.lt(0) ? new Big(0) : sum;
}

function sumOfRows(one: SpendingRow, other: SpendingRow): SpendingRow {
	return {
		...one,
		calls: one.calls + other.calls,
		unknown: one.unknown + other.unknown,
		estimated: one.estimated || other.estimated,
		...((one.range ?? other.range) && { range: sumOfRanges(one.range, other.range) }),
		usd: decimalSum(one.usd, other.usd),
		diem: decimalSum(one.diem, other.diem),
	};
}

function decimalSum(one: string, other: string): string {
	return new Big(one).plus(other).toFixed();
}

/** The key of each total: no currency but these, as n8n keeps ten entries of an execution and the rest belong to the user. */
const TOTAL_KEYS: Record<Money['currency'], string> = {
	USD: 'inferenceCostUsd',
	DIEM: 'inferenceCostDiem',
};

/** Those of a rehearsal, whose totals are no money that was spent; it knows no balance to tell the currencies apart by. */
const REHEARSAL_KEY = 'inferenceRehearsalUsd';
export const REHEARSAL_KEYS = { USD: REHEARSAL_KEY, DIEM: REHEARSAL_KEY };

const LABELS_KEY = 'inferenceCostLabels';

/**
 * Adds a cost to the totals that n8n keeps with the execution, where expressions, the list of executions and its filter find them.
 * Reading, adding and writing happen in one turn, so that nothing is lost between nodes. Silent where n8n keeps no such data.
 */
export function addToTotal(context: object, cost: Cost | null, label?: string, keys = TOTAL_KEYS) {
	const data = cost && customDataOf(context);
	if (!data) return;
	for (const { amount, currency } of amountsByCurrency(cost)) {
		try {
			const key = keys[currency];
			data.set(key, zeroIfNegative(new Big(totalAt(data, key)).plus(amount)).toFixed());
		} catch {
			// A total is no reason to lose an answer that is paid for.
		}
	}
	if (label !== undefined) addLabel(data, label);
}

/** Labels that no longer fit are only in the output. */
function addLabel(data: CustomData, label: string): void {
	try {
		const known = data.get(LABELS_KEY) ?? '';
		if (known === '') data.set(LABELS_KEY, label);
		if (known === '' || known.split('; ').includes(label)) return;
		const all = `${known}; ${label}`;
		if (all.length <= MAX_CUSTOM_DATA_LENGTH) data.set(LABELS_KEY, all);
	} catch {
		// Nor is a label.
	}
}

/** What the totals of the execution say so far, USD and staked credit together; 0 where n8n keeps no such data. */
export function totalSpent(context: object): number {
	const data = customDataOf(context);
	return [...Object.values(TOTAL_KEYS), REHEARSAL_KEY].reduce((sum, key) => {
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
