import type { IContextObject } from 'n8n-workflow';
import { z } from 'zod';

import { amountsByCurrency, usdWorthOf, type Cost } from '../core/cost';
import { Big } from '../core/decimal';
import { executionMemory } from '../core/execution';
import { badInput } from '../core/failure';
import { zeroIfNegative, SPENDING_ROW_SCHEMA, SpendingTable, totalSpent } from './runTotals';

/** What a call in flight may cost, held until it is known. */
export interface CostHold {
	/** Puts what was charged in its place; the estimate, where nothing says what that was, or not all of it. */
	settle(cost: Cost | null): void;
	/** Holds what is known by now that it costs. */
	correct(usd: number): void;
	/** Takes it back: nothing was charged. */
	release(): void;
}

/** Calls that are counted and not made: one for each item that waits for its turn, all of an item that is on its way. */
export interface OpenCalls {
	waiting: number;
	begun: number;
}

export const NO_CALLS: Readonly<OpenCalls> = { waiting: 0, begun: 0 };

/** Where it stands in what n8n keeps with the execution. */
const MEMORY_KEY = 'inferenceSpending';
const STORED_SPENDING = z.object({
	execution: z.string(),
	/** In USD, as decimal text. */
	charged: z.string().regex(/^\d{1,30}(\.\d{1,400})?$/),
	calls: z.record(z.number().int().nonnegative()),
	parts: z.array(SPENDING_ROW_SCHEMA).default([]),
});
type StoredSpending = z.output<typeof STORED_SPENDING>;

/** What the paid calls of one execution have cost, and may cost while they are in flight. USD and staked credit count alike (docs/maintainers/service.md#prices). */
export class RunSpending {
	private inFlightUsd = new Big(0);

	/** What calls that are only estimated would cost. */
	private plannedUsd = new Big(0);

	private readonly openByNode = new Map<string, OpenCalls>();

	readonly table: SpendingTable;

	/** `kept` is written at once, so that n8n stores it with the execution. */
	constructor(private readonly stored: StoredSpending) {
		this.table = new SpendingTable(stored.parts);
	}

	/**
	 * Counts calls of an item of a node in place of its `own`; throws a ServiceFailure, and counts none, when they are more than the
	 * node may make. An item on its way comes before those that wait, which could otherwise keep each other from being sent.
	 */
	countCalls(node: string, maxCalls: number, own: OpenCalls, calls: OpenCalls): void {
		const open = this.openOf(node);
		const waiting = calls.begun > 0 ? 0 : open.waiting - own.waiting;
		const kept = open.begun - own.begun + waiting;
		const asked = calls.waiting + calls.begun;
		const made = this.callsOf(node);
		if (made + kept + asked > maxCalls) throw tooManyCalls(asked, made, kept, maxCalls);
		this.changeOpen(node, own, calls);
	}

	/** Takes back what an item does not make. */
	uncountCalls(node: string, own: OpenCalls): void {
		this.changeOpen(node, own, NO_CALLS);
	}

	/** Notes that an item makes one of the calls that are counted for it. */
	makeCall(node: string, own: OpenCalls): void {
		this.changeOpen(node, own, { ...own, begun: own.begun - 1 });
		this.stored.calls[nodeKey(node)] = this.callsOf(node) + 1;
	}

	private changeOpen(node: string, own: OpenCalls, calls: OpenCalls): void {
		const open = this.openOf(node);
		open.waiting += calls.waiting - own.waiting;
		open.begun += calls.begun - own.begun;
		Object.assign(own, calls);
	}

	private openOf(node: string): OpenCalls {
		const open = this.openByNode.get(node) ?? { ...NO_CALLS };
		this.openByNode.set(node, open);
		return open;
	}

	addCost(cost: Cost): void {
		for (const { amount } of amountsByCurrency(cost)) this.addCharge(new Big(amount));
	}

	/** Whether a call that is only estimated would be sent, beside those that were planned before it. */
	planCall(usd: number, maxUsd: number): boolean {
		const sum = this.chargedUsd.plus(this.inFlightUsd).plus(this.plannedUsd).plus(usd);
		if (sum.gt(maxUsd)) return false;
		this.plannedUsd = this.plannedUsd.plus(usd);
		return true;
	}

	/** Holds what a call will cost. Throws a ServiceFailure when that would pass `maxUsd`; `lastUsd` is what the last one like it cost. */
	holdCost(estimate: number, maxUsd: number, lastUsd?: number): CostHold {
		let cost = new Big(estimate);
		if (this.chargedUsd.plus(this.inFlightUsd).plus(cost).gt(maxUsd))
			throw this.aboveCapFailure(cost, maxUsd, lastUsd);
		this.inFlightUsd = this.inFlightUsd.plus(cost);
		let open = true;
		const release = () => {
			if (open) this.inFlightUsd = this.inFlightUsd.minus(cost);
			open = false;
		};
		const settle = (charged: Cost | null) => {
			if (open && charged === null) this.addCharge(cost);
			else if (open && charged?.atLeast === true) this.addCharge(excessOverCharge(cost, charged));
			release();
		};
		const correct = (usd: number) => {
			if (open) this.inFlightUsd = this.inFlightUsd.minus(cost).plus(usd);
			cost = new Big(usd);
		};
		return { settle, correct, release };
	}

	private get chargedUsd(): Big {
		return new Big(this.stored.charged);
	}

	private addCharge(sum: Big): void {
		this.stored.charged = zeroIfNegative(this.chargedUsd.plus(sum)).toFixed();
	}

	private callsOf(node: string): number {
		return this.stored.calls[nodeKey(node)] ?? 0;
	}

	private aboveCapFailure(cost: Big, most: number, lastUsd?: number): Error {
		const flying = this.inFlightUsd.gt(0)
			? `, and calls in flight may cost ${usdText(this.inFlightUsd)}`
			: '';
		const last =
			lastUsd === undefined ? '' : ` (the last one like it cost ${usdText(new Big(lastUsd))})`;
		return badInput(
			`Not sent: this run has spent ${usdText(this.chargedUsd)}${flying}. This call would cost about ${usdText(cost)}${last}, and Max Cost per Run is ${most} USD`,
			'Do not call it again in this run. To allow more, raise Max Cost per Run under Options > Cost of this node, or in the credential if it is set there.',
		);
	}
}

function tooManyCalls(asked: number, made: number, kept: number, maxCalls: number): Error {
	const allowed = `${maxCalls} ${maxCalls === 1 ? 'call' : 'calls'} that Max Calls per Run allows`;
	const others = kept === 0 ? '' : ` and keeps ${kept} for other items`;
	return badInput(
		made >= maxCalls
			? `Not sent: this node has made the ${allowed}`
			: `Not sent: ${asked === 1 ? 'of' : `it takes ${asked} calls. Of`} the ${allowed}, this node has made ${made}${others}`,
		'Do not call it again in this run. To allow more, raise Max Calls per Run under Options > Cost.',
	);
}

function excessOverCharge(estimate: Big, charged: Cost): Big {
	const rest = estimate.minus(usdWorthOf(charged));
	return rest.gt(0) ? rest : new Big(0);
}

function usdText(amount: Big): string {
	return `${Number(amount.toFixed(6))} USD`;
}

const spendingByExecution = new WeakMap<object, RunSpending>();

/** What an execution has spent: one record for all its nodes. Where n8n knows no execution (n8n Agents), one for each use of a node. */
export function spendingOf(context: object): RunSpending {
	const memory = executionMemory(context, 'flow');
	const execution = memory ?? context;
	const known =
		spendingByExecution.get(execution) ?? new RunSpending(storedSpendingOf(context, memory));
	spendingByExecution.set(execution, known);
	return known;
}

/** What n8n has stored with this very execution, as after a wait in another process; a copy for the Retry button starts again. */
function storedSpendingOf(context: object, memory: IContextObject | undefined): StoredSpending {
	const { getExecutionId } = context as { getExecutionId?: () => string | undefined };
	const execution = getExecutionId?.call(context) ?? '';
	const before = STORED_SPENDING.safeParse(memory?.[MEMORY_KEY]).data;
	const kept =
		before?.execution === execution ? before : { execution, charged: '0', calls: {}, parts: [] };
	const total = new Big(totalSpent(context));
	if (total.gt(kept.charged)) kept.charged = total.toFixed();
	if (memory !== undefined) memory[MEMORY_KEY] = kept;
	return kept;
}

/** No name of a node is one that an object has of its own. */
function nodeKey(node: string): string {
	return `node ${node}`;
}
