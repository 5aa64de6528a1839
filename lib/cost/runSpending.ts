import type { IContextObject } from 'n8n-workflow';
import { z } from 'zod';

import { moniesOf, worthOf, type Cost } from '../core/cost';
import { Big } from '../core/decimal';
import { executionMemory } from '../core/execution';
import { badInput } from '../core/failure';
import { atLeastNothing, PART, RunParts, totalOf } from './runTotals';

/** What a call in flight may cost, held until it is known. */
export interface Hold {
	/** Puts what was charged in its place; the estimate, where nothing says what that was, or not all of it. */
	closeTotal(cost: Cost | null): void;
	/** Takes it back: nothing was charged. */
	release(): void;
}

/** Where it stands in what n8n keeps with the execution. */
const KEY = 'inferenceSpending';
const KEPT = z.object({
	execution: z.string(),
	/** In USD, as decimal text. */
	charged: z.string().regex(/^\d{1,30}(\.\d{1,400})?$/),
	/** How many calls each node has made. */
	calls: z.record(z.number().int().nonnegative()),
	parts: z.array(PART).default([]),
});
type Kept = z.output<typeof KEPT>;

/** What the paid calls of one execution have cost, and may cost while they are in flight. USD and staked credit count alike (docs/maintainers/service.md#prices). */
export class RunSpending {
	private inFlight = new Big(0);

	/** What calls that are only estimated would cost. */
	private planned = new Big(0);

	/** Who called what for whom, and what it was charged. */
	readonly parts: RunParts;

	/** `kept` is written at once, so that n8n stores it with the execution. */
	constructor(private readonly kept: Kept) {
		this.parts = new RunParts(kept.parts);
	}

	/** Counts calls of an item of a node, for which `before` are counted already; throws a ServiceFailure, and counts none, when they are more than the node may make. */
	countCalls(node: string, most: number, calls = 1, before = 0): void {
		const counted = this.callsOf(node);
		const made = counted - before;
		if (made + calls > most) {
			const allowed = `${most} ${most === 1 ? 'call' : 'calls'} that Max Calls per Run allows`;
			throw badInput(
				made >= most
					? `Not sent: this node has made the ${allowed}`
					: `Not sent: it takes ${calls} calls, and this node has made ${made} of the ${allowed}`,
				'Do not call it again in this run. To allow more, raise Max Calls per Run under Options > Retries and Limits.',
			);
		}
		this.kept.calls[keyOf(node)] = made + calls;
	}

	/** Takes back calls that were counted and not made. */
	uncountCalls(node: string, calls: number): void {
		this.kept.calls[keyOf(node)] = Math.max(0, this.callsOf(node) - calls);
	}

	/** Adds what a call was charged. */
	add(cost: Cost): void {
		for (const { amount } of moniesOf(cost)) this.charge(new Big(amount));
	}

	/** Whether a call that is only estimated would be sent, beside those that were planned before it. */
	plan(usd: number, most: number): boolean {
		const sum = this.charged.plus(this.inFlight).plus(this.planned).plus(usd);
		if (sum.gt(most)) return false;
		this.planned = this.planned.plus(usd);
		return true;
	}

	/** Holds what a call will cost. Throws a ServiceFailure when that would pass `most`. */
	hold(estimate: number, most: number): Hold {
		const cost = new Big(estimate);
		if (this.charged.plus(this.inFlight).plus(cost).gt(most)) throw this.aboveCap(cost, most);
		this.inFlight = this.inFlight.plus(cost);
		let open = true;
		const release = () => {
			if (open) this.inFlight = this.inFlight.minus(cost);
			open = false;
		};
		const settle = (charged: Cost | null) => {
			if (open && charged === null) this.charge(cost);
			else if (open && charged?.atLeast === true) this.charge(beyond(cost, charged));
			release();
		};
		return { closeTotal: settle, release };
	}

	private get charged(): Big {
		return new Big(this.kept.charged);
	}

	private charge(sum: Big): void {
		this.kept.charged = atLeastNothing(this.charged.plus(sum)).toFixed();
	}

	private callsOf(node: string): number {
		return this.kept.calls[keyOf(node)] ?? 0;
	}

	private aboveCap(cost: Big, most: number): Error {
		const flying = this.inFlight.gt(0)
			? `, and calls in flight may cost ${usd(this.inFlight)}`
			: '';
		return badInput(
			`Not sent: this run has spent ${usd(this.charged)}${flying}. This call would cost about ${usd(cost)}, and Max Cost per Run is ${most} USD`,
			'Do not call it again in this run. To allow more, raise Max Cost per Run under Options > Retries and Limits of this node.',
		);
	}
}

/** By how much an estimate is above what is known of the charge. */
function beyond(estimate: Big, charged: Cost): Big {
	const rest = estimate.minus(worthOf(charged));
	return rest.gt(0) ? rest : new Big(0);
}

function usd(amount: Big): string {
	return `${Number(amount.toFixed(6))} USD`;
}

const spendings = new WeakMap<object, RunSpending>();

/** What an execution has spent: one record for all its nodes. Where n8n knows no execution (n8n Agents), one for each use of a node. */
export function spendingOf(context: object): RunSpending {
	const memory = executionMemory(context, 'flow');
	const execution = memory ?? context;
	const known = spendings.get(execution) ?? new RunSpending(keptOf(context, memory));
	spendings.set(execution, known);
	return known;
}

/** What n8n has stored with this very execution, as after a wait in another process; a copy for the Retry button starts again. */
function keptOf(context: object, memory: IContextObject | undefined): Kept {
	const { getExecutionId } = context as { getExecutionId?: () => string | undefined };
	const execution = getExecutionId?.call(context) ?? '';
	const before = KEPT.safeParse(memory?.[KEY]).data;
	const kept =
		before?.execution === execution ? before : { execution, charged: '0', calls: {}, parts: [] };
	const total = new Big(totalOf(context));
	if (total.gt(kept.charged)) kept.charged = total.toFixed();
	if (memory !== undefined) memory[KEY] = kept;
	return kept;
}

/** No name of a node is one that an object has of its own. */
function keyOf(node: string): string {
	return `node ${node}`;
}
