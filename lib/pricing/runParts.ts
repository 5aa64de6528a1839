import { z } from 'zod';

import { moniesOf, type Cost } from '../base/cost';
import { Big } from '../base/decimal';

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
	/** Calls in flight, and those whose charge nothing says. */
	unknown: COUNT,
	estimated: z.boolean(),
	usd: DECIMAL,
	diem: DECIMAL,
});
export type Part = z.output<typeof PART>;

/** A call on its way: what it was charged is unknown until it is settled. */
export interface OpenCall {
	settle(cost: Cost | null, model?: string): void;
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
			if (cost === null) ran.unknown += 1;
			else addTo(ran, cost);
		};
		return { settle, withdraw };
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
		part[key] = plus(part[key], new Big(amount).toFixed());
	}
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
