import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { executionMemory } from '../core/execution';
import { ServiceFailure, type FailureFacts } from '../core/failure';
import { isRecord } from '../core/record';
import { isSameFile, storedFiles } from '../files/storedFile';
import type { Seal } from '../wire/account';
import type { PaidSteps, PayAgain } from '../wire/send';
import type { Gate } from './gate';
import type { ItemAnswer, ItemStep, OperationItem } from './item';
import { PaidWork, type Asked, type IsSameFile, holdIfStopped, stoppedWork } from './paidWork';
import { ownRequest } from './sameRequest';

/** Takes what an earlier try of the node paid for from there, and keeps what this one pays for. */
export const paidOnce: ItemStep = async (next, item, options) => {
	const { context, node, sharedRequest: common, work, operation, storageKey: place } = item;
	if (work === undefined) return await next(item, options);
	const seal = item.secretShownOnce === true ? (await item.signIn()).seal : undefined;
	const paid = new PaidItem(item, work, seal);
	item.paid = paid;
	const asked =
		common === undefined
			? ownRequest(context, node, options)
			: { ...common, hash: `${(await item.signIn()).id}:${common.hash}` };
	const make = async () => await paid.whole(place, asked, async () => await next(item, options));
	return await (operation.price === undefined ? make() : unlessLost(item, paid, work, asked, make));
};

/** A call that may have been charged and has no answer, as n8n keeps it with the execution. */
interface Lost {
	execution: string | undefined;
	message: string;
	facts: Pick<
		FailureFacts,
		'kind' | 'charge' | 'status' | 'code' | 'requestId' | 'sentAt' | 'details' | 'cure'
	>;
}

const CURE =
	'It was not sent again. To send it on Retry, turn on Send Again After a Lost Answer under Options > Retries and Limits, save the workflow, and retry with the saved workflow.';

/**
 * The result of `make`. n8n runs an item again for Retry On Fail, which is no decision to pay again: an item whose answer was lost fails
 * as before, without a call. The Retry button sends it if the user turned that on.
 */
async function unlessLost<T>(
	item: OperationItem,
	paid: PaidItem,
	work: PaidWork,
	asked: Asked,
	make: () => Promise<T>,
): Promise<T> {
	const key = `lost:${item.storageKey}`;
	const lost = await work.at(key, asked);
	if (isLost(lost)) {
		if (!maySend(item, lost)) throw new ServiceFailure(lost.message, { ...lost.facts, cure: CURE });
		item.isRepeat = true;
	}
	const made = await make().catch((error: unknown) => {
		// What was answered and came to nothing is no lost answer: its step says who pays again.
		const isLost = !paid.hasEnded && error instanceof ServiceFailure;
		if (isLost && (error.facts.charge ?? 'none') !== 'none') {
			work.keep(key, asked, lostBy(item, error));
		}
		throw error;
	});
	work.forget(key);
	return made;
}

/** What an item paid for, and what came to nothing. */
interface Ended extends Lost {
	mayPayAgain: PayAgain;
}

function mayPay({ context, settings }: OperationItem, { execution, mayPayAgain }: Ended): boolean {
	if (execution === context.getExecutionId()) return false;
	// A run of the workflow that is no retry was started by someone who wants all of it.
	if (mayPayAgain === 'onRetry' || context.getMode() !== 'retry') return true;
	return mayPayAgain === 'ifAllowed' && settings.sendAgainAfterLostAnswer;
}

function isEnded(kept: unknown): kept is Ended {
	return isLost(kept) && 'mayPayAgain' in kept;
}

function maySend({ context, repeatable, settings }: OperationItem, { execution }: Lost): boolean {
	// Within the same execution, calls that carry an idempotency key are charged once.
	if (execution === context.getExecutionId()) return repeatable === true;
	// A run of the workflow that is no retry was started by someone who wants all of it.
	return settings.sendAgainAfterLostAnswer || context.getMode() !== 'retry';
}

function lostBy({ context }: OperationItem, { message, facts }: ServiceFailure): Lost {
	const { kind, charge, status, code, requestId, sentAt, details } = facts;
	const execution = context.getExecutionId();
	const kept = { kind, charge, status, code, requestId, sentAt, details };
	if (context.getExecutionCancelSignal()?.aborted !== true)
		return { execution, message, facts: kept };
	// What the next run says is not about that run, and n8n takes an error with the word "canceled" for a stop.
	const stopped = 'The call was in flight when the execution was stopped';
	return { execution, message: stopped, facts: { ...kept, kind: 'unreachable' } };
}

function isLost(kept: unknown): kept is Lost {
	return isRecord(kept) && typeof kept.message === 'string' && isRecord(kept.facts);
}

/** Pays once for what an item asks for, however often n8n runs the node for it. */
class PaidItem implements PaidSteps {
	readonly isKept = true;

	/** The places of its steps, until the item is answered as a whole. */
	private readonly steps = new Set<string>();

	/** The stopped execution that paid for some of it. */
	private paidIn?: string;

	/** Whether a step of it came to nothing. */
	hasEnded = false;

	private readonly context: IExecuteSingleFunctions;

	constructor(
		private readonly item: OperationItem,
		private readonly work: PaidWork,
		/** Closes what no reader of the execution data may see. */
		private readonly seal?: Seal,
	) {
		this.context = item.context;
	}

	/** What was kept at a place for what is asked for, else what `make` makes; what has an error among its items is made again by a retry. */
	async whole(place: string, asked: Asked, make: () => Promise<ItemAnswer>): Promise<ItemAnswer> {
		const { work } = this;
		const answer = this.marked(await this.taken(place, asked, make));
		if (answer.items.some(({ error }) => error !== undefined)) return answer;
		for (const step of this.steps) work.forget(step);
		work.keep(place, asked, this.kept(answer));
		return answer;
	}

	async step<T>(what: string, make: () => Promise<T>): Promise<T> {
		const place = this.placeOf(what);
		this.steps.add(place);
		const asked = { hash: what, files: [] };
		const ended = await this.work.at(place, asked);
		if (isEnded(ended)) {
			this.hasEnded = true;
			if (!mayPay(this.item, ended)) throw new ServiceFailure(ended.message, ended.facts);
			this.work.forget(place);
			this.hasEnded = false;
		}
		return await this.taken(place, asked, async () => {
			const value = await make();
			this.work.keep(place, asked, this.kept(value));
			return value;
		});
	}

	forget(what: string): void {
		this.work.forget(this.placeOf(what));
	}

	end(what: string, { message, facts }: ServiceFailure, mayPayAgain: PayAgain): void {
		this.hasEnded = true;
		const { kind, charge, status, code, requestId, details, cure } = facts;
		const kept = { kind, charge, status, code, requestId, details, cure };
		const execution = this.context.getExecutionId();
		const ended: Ended = { execution, message, facts: kept, mayPayAgain };
		this.work.keep(this.placeOf(what), { hash: what, files: [] }, ended);
	}

	private kept(value: unknown): unknown {
		return this.seal === undefined ? value : this.seal.close(value);
	}

	private placeOf(what: string): string {
		return `${this.context.getItemIndex()}:${what}`;
	}

	private async taken<T>(place: string, asked: Asked, make: () => Promise<T>): Promise<T> {
		const kept = await this.work.at(place, asked);
		const known = this.seal === undefined ? kept : this.seal.open(kept);
		if (known === undefined || !(await this.areStored(known))) return await make();
		this.paidIn ??= this.work.paidIn(place);
		return known as T;
	}

	/** The answer with the stopped execution that paid for it, or for parts of it, where that is another one. */
	private marked(answer: ItemAnswer): ItemAnswer {
		const paidInExecution = this.paidIn;
		if (paidInExecution === undefined) return answer;
		const items = answer.items.map((item) => ({
			...item,
			json: { ...item.json, paidInExecution },
		}));
		return { ...answer, items };
	}

	/** Whether n8n still has the files of a value. */
	private async areStored(value: unknown): Promise<boolean> {
		const look = async (id: string) => await this.context.helpers.getBinaryMetadata(id);
		return await Promise.all(storedFiles(value).map(look)).then(
			() => true,
			() => false,
		);
	}
}

const works = new WeakMap<Gate, PaidWork | undefined>();

/**
 * What the run of an item has paid for, as a retry finds it; undefined for a call that costs nothing and can be made again, for an agent,
 * whose calls are all new ones, and where n8n keeps no data with the execution.
 */
export function paidWorkOf(item: OperationItem): PaidWork | undefined {
	const { secretShownOnce: once, free, settings, isTool, isDry, gate, context } = item;
	const isKept = once === true || (!free && settings.reusePaidAnswers);
	if (!isKept || isTool || isDry) return undefined;
	if (!works.has(gate)) works.set(gate, openWork(context));
	return works.get(gate);
}

function openWork(context: IExecuteSingleFunctions): PaidWork | undefined {
	const memory = executionMemory(context, 'node');
	if (memory === undefined) return undefined;
	const run = Number(context.evaluateExpression('{{ $runIndex }}', context.getItemIndex()));
	const isSame: IsSameFile = async (one, other) => await isSameFile(context, one, other);
	const isRetry = context.getMode() === 'retry';
	const work = new PaidWork(memory, run, { ...stoppedWork(context, run), isRetry }, isSame);
	holdIfStopped(context, work, run);
	return work;
}
