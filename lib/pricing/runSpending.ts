import { Big } from '../base/decimal';
import { badInput } from '../base/failure';
import { executionMemory } from '../base/executionMemory';
import { moniesOf, type Cost } from '../base/cost';
import { totalOf } from './runningTotal';

/** What a call in flight may cost, held until it is known. */
export interface Hold {
	/** Puts what was charged in its place; the estimate, where nothing says what that was. */
	settle(cost: Cost | null): void;
	/** Takes it back: nothing was charged. */
	release(): void;
}

/** What the paid calls of one execution have cost, and may cost while they are in flight. USD and staked credit count alike (docs/service.md#prices). */
export class RunSpending {
	private inFlight = new Big(0);

	/** What calls that are only estimated would cost. */
	private planned = new Big(0);

	private readonly calls = new Map<string, number>();

	private readonly dearest = new Map<string, Big>();

	private charged: Big;

	constructor(before: number) {
		this.charged = new Big(before);
	}

	/** Counts a call of a node; throws a ServiceFailure when it has made as many as it may. */
	countCall(node: string, most: number): void {
		const made = this.calls.get(node) ?? 0;
		if (made >= most) {
			throw badInput(
				`Not sent: this node has made the ${most} ${most === 1 ? 'call' : 'calls'} that Max Calls per Run allows`,
				'Do not call it again in this run. To allow more, raise Max Calls per Run under Retries and Limits.',
			);
		}
		this.calls.set(node, made + 1);
	}

	/** Takes back a call that was counted and not made. */
	uncountCall(node: string): void {
		this.calls.set(node, Math.max(0, (this.calls.get(node) ?? 0) - 1));
	}

	/** Adds what a call was charged. */
	add(node: string, cost: Cost): void {
		const sum = moniesOf(cost).reduce((total, { amount }) => total.plus(amount), new Big(0));
		this.charged = this.charged.plus(sum);
		const before = this.dearest.get(node);
		if (before === undefined || sum.gt(before)) this.dearest.set(node, sum);
	}

	/** Whether a call that is only estimated would be sent, beside those that were planned before it. */
	plan(usd: number, most: number): boolean {
		const sum = this.charged.plus(this.inFlight).plus(this.planned).plus(usd);
		if (sum.gt(most)) return false;
		this.planned = this.planned.plus(usd);
		return true;
	}

	/**
	 * Holds what a call will cost by the estimate or, without one, by the dearest call of the node so far. Throws a ServiceFailure
	 * when that would pass `most`.
	 */
	hold(node: string, estimate: number | undefined, most: number): Hold {
		const cost =
			estimate === undefined ? (this.dearest.get(node) ?? new Big(0)) : new Big(estimate);
		if (this.charged.plus(this.inFlight).plus(cost).gt(most)) throw this.aboveCap(cost, most);
		this.inFlight = this.inFlight.plus(cost);
		let open = true;
		const release = () => {
			if (open) this.inFlight = this.inFlight.minus(cost);
			open = false;
		};
		const settle = (charged: Cost | null) => {
			if (open && charged === null) this.charged = this.charged.plus(cost);
			release();
		};
		return { settle, release };
	}

	private aboveCap(cost: Big, most: number): Error {
		const flying = this.inFlight.gt(0)
			? `, and calls in flight may cost ${usd(this.inFlight)}`
			: '';
		return badInput(
			`Not sent: this run has spent ${usd(this.charged)}${flying}. This call would cost about ${usd(cost)}, and Max Cost per Run is ${most} USD`,
			'Do not call it again in this run. To allow more, raise Max Cost per Run under Retries and Limits of this node.',
		);
	}
}

function usd(amount: Big): string {
	return `${Number(amount.toFixed(6))} USD`;
}

const spendings = new WeakMap<object, RunSpending>();

/** What an execution has spent: one record for all its nodes. Where n8n knows no execution (n8n Agents), one for each use of a node. */
export function spendingOf(context: object): RunSpending {
	const execution = executionMemory(context, 'flow') ?? context;
	const known = spendings.get(execution) ?? new RunSpending(totalOf(context));
	spendings.set(execution, known);
	return known;
}
