import { z } from 'zod';

import { moniesOf, type Cost, type Money } from '../core/cost';
import { Big } from '../core/decimal';
import { customDataOf, type CustomData, LONGEST_CUSTOM_DATA } from '../core/execution';

/** Whose call it is. */
export interface PartName {
	node: string;
	/** Whether an agent called the node. */
	tool: boolean;
	/** The model that ran, else the one that was asked for; null where the service chose. */
	model: string | null;
	costLabel: string | null;
}

const DECIMAL = z.string().regex(/^\d{1,30}(\.\d{1,400})?$/);
const COUNT = z.number().int().nonnegative();

/** What the calls of one node to one model for one label were charged, as n8n keeps it with the execution. */
export const PART = z.object({
	node: z.string(),
	tool: z.boolean(),
	model: z.string().nullable(),
	costLabel: z.string().nullable(),
	calls: COUNT,
	/** Calls in flight, and those whose charge nothing says, or not all of it. */
	unknown: COUNT,
	estimated: z.boolean(),
	usd: DECIMAL,
	diem: DECIMAL,
});
type Part = z.output<typeof PART>;

/** A call on its way: what it was charged is unknown until it is settled. */
export interface OpenCall {
	closeTotal(cost: Cost | null, model?: string): void;
	/** Takes it back: nothing was charged. */
	withdraw(): void;
}

/** More labels than these share one entry, so that what n8n stores with the execution stays small. */
const MOST = 2_000;
const OTHERS = '(other labels)';

/** The paid calls of one execution by node, model and label; `kept` is written at once. */
export class RunParts {
	constructor(private readonly kept: Part[]) {}

	/** Counts a call as unknown from the moment it is sent, so that a stop or an answer that cannot be read leaves it marked. */
	open(name: PartName): OpenCall {
		const part = this.partOf(name);
		part.calls += 1;
		part.unknown += 1;
		let isOpen = true;
		const withdraw = () => {
			if (!isOpen) return;
			isOpen = false;
			part.calls -= 1;
			part.unknown -= 1;
			if (part.calls === 0) this.kept.splice(this.kept.indexOf(part), 1);
		};
		const settle = (cost: Cost | null, model = name.model) => {
			if (!isOpen || (cost === null && model === name.model)) return;
			withdraw();
			const ran = this.partOf({ ...name, model });
			ran.calls += 1;
			if (cost === null || cost.atLeast === true) ran.unknown += 1;
			if (cost !== null) addTo(ran, cost);
		};
		return { closeTotal: settle, withdraw };
	}

	/** Takes a charge that was given back out of the entry that has it. */
	refund(name: PartName, cost: Cost): void {
		const part = this.find(name) ?? this.find({ ...name, costLabel: OTHERS });
		if (part !== undefined) addTo(part, negative(cost));
	}

	/** The sums by some of node, tool, model and label; one row of zeros where nothing was called. */
	by(names: ReadonlyArray<keyof PartName>): Part[] {
		const rows = new Map<string, Part>();
		for (const part of [...this.kept, ...(this.kept.length === 0 ? [EMPTY] : [])]) {
			const key = JSON.stringify(names.map((name) => part[name]));
			const sum = rows.get(key);
			rows.set(key, sum === undefined ? part : sumOf(sum, part));
		}
		return [...rows.values()];
	}

	private partOf(name: PartName): Part {
		const known = this.find(name);
		if (known !== undefined) return known;
		const isFull = this.kept.length >= MOST;
		const other = { ...name, costLabel: isFull ? OTHERS : name.costLabel };
		const part = this.find(other) ?? { ...EMPTY, ...other };
		if (!this.kept.includes(part)) this.kept.push(part);
		return part;
	}

	private find({ node, tool, model, costLabel }: PartName): Part | undefined {
		return this.kept.find(
			(one) =>
				one.node === node &&
				one.tool === tool &&
				one.model === model &&
				one.costLabel === costLabel,
		);
	}
}

const EMPTY: Part = {
	...{ node: '', tool: false, model: null, costLabel: null },
	...{ calls: 0, unknown: 0, estimated: false, usd: '0', diem: '0' },
};

function addTo(part: Part, cost: Cost): void {
	part.estimated ||= cost.estimated === true;
	for (const { amount, currency } of moniesOf(cost)) {
		const key = currency === 'USD' ? 'usd' : 'diem';
		part[key] = atLeastNothing(new Big(part[key]).plus(amount)).toFixed();
	}
}

/** The same cost as a refund. */
export function negative({ amount, rest, ...cost }: Cost): Cost {
	const back = rest && { ...rest, amount: -rest.amount };
	return { ...cost, amount: -amount, ...(back && { rest: back }) };
}

/** A sum from which was taken what is not in it, as after a restart, is none. */
export function atLeastNothing(sum: Big): Big {
	return sum.lt(0) ? new Big(0) : sum;
}

function sumOf(one: Part, other: Part): Part {
	return {
		...one,
		calls: one.calls + other.calls,
		unknown: one.unknown + other.unknown,
		estimated: one.estimated || other.estimated,
		usd: plus(one.usd, other.usd),
		diem: plus(one.diem, other.diem),
	};
}

function plus(one: string, other: string): string {
	return new Big(one).plus(other).toFixed();
}

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
			data.set(key, atLeastNothing(new Big(totalAt(data, key)).plus(amount)).toFixed());
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
		if (all.length <= LONGEST_CUSTOM_DATA) data.set(LABELS, all);
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
