import type { IContextObject } from 'n8n-workflow';
import { z } from 'zod';

import { clock } from '../core/clock';
import { usdWorthOf, type Cost } from '../core/cost';
import { Big } from '../core/decimal';
import { durationInWords } from '../core/duration';
import { customDataOf, executionMemory, parentExecutionIds } from '../core/execution';
import { badInput } from '../core/failure';
import { CapQueue } from './capQueue';
import { SPENDING_ROW_SCHEMA, SpendingTable, totalSpent } from './runTotals';

/** Calls that are counted and not made: one for each item that waits for its turn, all of an item that is on its way. */
export interface OpenCalls {
	waiting: number;
	begun: number;
}

export const NO_CALLS: Readonly<OpenCalls> = { waiting: 0, begun: 0 };

/** The entry of an execution that says how long its calls waited for money, for the list of executions. */
const WAITS_KEY = 'inferenceCapWaits';

const SAID_EVERY_MS = 60_000;

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
	readonly queue: CapQueue;

	/** What calls that are only estimated would cost. */
	private plannedUsd = new Big(0);

	private readonly waits = { count: 0, ms: 0 };

	private saidAt = -Infinity;

	private readonly openByNode = new Map<string, OpenCalls>();

	readonly table: SpendingTable;

	/** `kept` is written at once, so that n8n stores it with the execution. */
	constructor(readonly stored: StoredSpending) {
		this.table = new SpendingTable(stored.parts);
		this.queue = new CapQueue(new Big(stored.charged), (charged) => {
			stored.charged = charged.toFixed();
		});
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
		this.queue.addCharge(new Big(usdWorthOf(cost)));
	}

	/** Whether a call that is only estimated would be sent, beside those that were planned before it. */
	planCall(usd: number, maxUsd: number): boolean {
		const { chargedUsd, heldUsd } = this.queue.state;
		const sum = chargedUsd.plus(heldUsd).plus(this.plannedUsd).plus(usd);
		if (sum.gt(maxUsd)) return false;
		this.plannedUsd = this.plannedUsd.plus(usd);
		return true;
	}

	/** Says that calls wait for money, once a minute for all of them. */
	sayOfWait(log: (sentence: string) => void, sentence: string): void {
		if (clock.now() - this.saidAt < SAID_EVERY_MS) return;
		this.saidAt = clock.now();
		log(sentence);
	}

	/** Notes with the execution how long its calls have waited for money. */
	noteWait(context: object, ms: number, items?: number): void {
		this.waits.count += 1;
		this.waits.ms += ms;
		const { count } = this.waits;
		const who =
			items === undefined ? `${count} calls` : `${Math.min(count, items)} of ${items} items`;
		const sentence = `${who} waited ${durationInWords(this.waits.ms)} in all`;
		try {
			customDataOf(context)?.set(WAITS_KEY, sentence);
		} catch {
			// An entry is no reason to fail.
		}
	}

	private callsOf(node: string): number {
		return this.stored.calls[nodeKey(node)] ?? 0;
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

const spendingByExecution = new WeakMap<object, RunSpending>();

/** By the ID of an execution, for the sub-workflows that it starts; those that a sub-workflow made for one which has not spent yet are taken over by it. */
const spendingById = new Map<string, RunSpending>();
const spendingBeforeParent = new Map<string, RunSpending>();
const MAX_EXECUTIONS = 1_000;

/**
 * What an execution has spent, with all sub-workflows that it starts in this process: one record for all their nodes. Where n8n knows no
 * execution (n8n Agents), one for each use of a node.
 */
export function spendingOf(context: object): RunSpending {
	const memory = executionMemory(context, 'flow');
	const execution = memory ?? context;
	const known = spendingByExecution.get(execution);
	if (known !== undefined) return known;
	const { getExecutionId } = context as { getExecutionId?: () => string | undefined };
	const id = getExecutionId?.call(context) ?? '';
	const parents = parentExecutionIds(context);
	const found =
		parents.length > 0
			? spendingOfParent(context, parents)
			: (takeOver(id, memory) ?? new RunSpending(storedSpendingOf(context, id, memory)));
	spendingByExecution.set(execution, found);
	if (id !== '') remember(spendingById, id, found);
	return found;
}

function spendingOfParent(context: object, parents: string[]): RunSpending {
	const known = parents.map((parent) => spendingById.get(parent)).find(Boolean);
	if (known !== undefined) return known;
	const root = parents.at(-1) ?? '';
	const made = new RunSpending(storedSpendingOf(context, root, undefined));
	for (const parent of parents) remember(spendingById, parent, made);
	remember(spendingBeforeParent, root, made);
	return made;
}

function takeOver(id: string, memory: IContextObject | undefined): RunSpending | undefined {
	const made = spendingBeforeParent.get(id);
	spendingBeforeParent.delete(id);
	if (made !== undefined && memory !== undefined) memory[MEMORY_KEY] = made.stored;
	return made;
}

function remember(map: Map<string, RunSpending>, id: string, spending: RunSpending): void {
	map.delete(id);
	map.set(id, spending);
	const [oldest] = map.keys();
	if (map.size > MAX_EXECUTIONS && oldest !== undefined) map.delete(oldest);
}

/** What n8n has stored with this very execution, as after a wait in another process; a copy for the Retry button starts again. */
function storedSpendingOf(
	context: object,
	execution: string,
	memory: IContextObject | undefined,
): StoredSpending {
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
