import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure, type FailureFacts } from '../../core/failure';
import { isRecord } from '../../core/record';
import { storedFiles } from '../../files/storedFile';
import type { Seal } from '../../wire/account';
import type { PayAgain, SavedAnswers } from '../../wire/send';
import type { Key } from './keys';
import type { AnswerStore } from './store';

/** The item that answers are kept for. */
interface Owner {
	readonly context: IExecuteSingleFunctions;
	readonly settings: { readonly sendAgainAfterLostAnswer: boolean };
	/** Whether it costs money. */
	readonly isPaid: boolean;
	readonly repeatable?: boolean;
	/** Closes what no reader of the execution data may see. */
	seal(): Promise<Seal | undefined>;
	/** Called before a call is sent that an earlier run of the node sent too. */
	onRepeat(): void;
}

/** A call that may have been charged and has no answer, as n8n keeps it with the execution. */
interface Lost {
	execution: string | undefined;
	message: string;
	facts: Pick<
		FailureFacts,
		'kind' | 'charge' | 'status' | 'code' | 'requestId' | 'sentAt' | 'details' | 'cure'
	>;
}

/** What an item paid for, and what came to nothing. */
interface Ended extends Lost {
	mayPayAgain: PayAgain;
}

const CURE =
	'It was not sent again. To send it on Retry, turn on Send Again After a Lost Answer under Options > Retries and Limits, save the workflow, and retry with the saved workflow.';

/** Pays once for what an item asks for, however often n8n runs the node for it. */
export class ItemAnswers implements SavedAnswers {
	readonly isKept = true;

	/** The places of its steps, until the item is answered as a whole. */
	private readonly steps = new Set<string>();

	/** The stopped execution that paid for some of it. */
	private paidIn?: string;

	/** Whether a step of it came to nothing. */
	private hasEnded = false;

	private seal?: Seal;

	private readonly context: IExecuteSingleFunctions;

	constructor(
		private readonly owner: Owner,
		private readonly store: AnswerStore,
	) {
		this.context = owner.context;
	}

	/** The items that were kept at a place for what is asked for, else those that `make` makes; what has an error among them is made again by a retry. */
	async whole(
		place: string,
		key: Key,
		make: () => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[]> {
		const { store, owner } = this;
		this.seal = await owner.seal();
		const take = async () => {
			const items = this.marked(await this.taken(place, key, make));
			if (items.some(({ error }) => error !== undefined)) return items;
			for (const step of this.steps) store.forget(step);
			store.keep(place, key, this.closed(items));
			return items;
		};
		return await (owner.isPaid ? this.unlessLost(`lost:${place}`, key, take) : take());
	}

	async once<T>(what: string, make: () => Promise<T>): Promise<T> {
		const place = this.placeOf(what);
		this.steps.add(place);
		const key = { hash: what, files: [] };
		const ended = await this.store.at(place, key);
		if (isEnded(ended)) {
			this.hasEnded = true;
			if (!this.mayPay(ended)) throw new ServiceFailure(ended.message, ended.facts);
			this.store.forget(place);
			this.hasEnded = false;
		}
		return await this.taken(place, key, async () => {
			const value = await make();
			this.store.keep(place, key, this.closed(value));
			return value;
		});
	}

	forget(what: string): void {
		this.store.forget(this.placeOf(what));
	}

	end(what: string, failure: ServiceFailure, mayPayAgain: PayAgain): void {
		this.hasEnded = true;
		const { kind, charge, status, code, requestId, details, cure } = failure.facts;
		const facts = { kind, charge, status, code, requestId, details, cure };
		const execution = this.context.getExecutionId();
		const ended: Ended = { execution, message: failure.message, facts, mayPayAgain };
		this.store.keep(this.placeOf(what), { hash: what, files: [] }, ended);
	}

	/**
	 * The result of `make`. n8n runs an item again for Retry On Fail, which is no decision to pay again: an item whose answer was lost fails
	 * as before, without a call. The Retry button sends it if the user turned that on.
	 */
	private async unlessLost<T>(place: string, key: Key, make: () => Promise<T>): Promise<T> {
		const lost = await this.store.at(place, key);
		if (isLost(lost)) {
			if (!this.maySend(lost))
				throw new ServiceFailure(lost.message, { ...lost.facts, cure: CURE });
			this.owner.onRepeat();
		}
		const made = await make().catch((error: unknown) => {
			// What was answered and came to nothing is no lost answer: its step says who pays again, or has the answer.
			const wasLost = !this.hasEnded && error instanceof ServiceFailure;
			if (wasLost && error.facts.isKept !== true && (error.facts.charge ?? 'none') !== 'none') {
				this.store.keep(place, key, this.lostBy(error));
			}
			throw error;
		});
		this.store.forget(place);
		return made;
	}

	private lostBy({ message, facts: all }: ServiceFailure): Lost {
		const { kind, charge, status, code, requestId, sentAt, details } = all;
		const execution = this.context.getExecutionId();
		const facts = { kind, charge, status, code, requestId, sentAt, details };
		if (this.context.getExecutionCancelSignal()?.aborted !== true)
			return { execution, message, facts };
		// What the next run says is not about that run, and n8n takes an error with the word "canceled" for a stop.
		const stopped = 'The call was in flight when the execution was stopped';
		return { execution, message: stopped, facts: { ...facts, kind: 'unreachable' } };
	}

	private maySend({ execution }: Lost): boolean {
		const { context, settings, repeatable } = this.owner;
		// Within the same execution, calls that carry an idempotency key are charged once.
		if (execution === context.getExecutionId()) return repeatable === true;
		// A run of the workflow that is no retry was started by someone who wants all of it.
		return settings.sendAgainAfterLostAnswer || context.getMode() !== 'retry';
	}

	private mayPay({ execution, mayPayAgain }: Ended): boolean {
		const { context, settings } = this.owner;
		if (execution === context.getExecutionId()) return false;
		// A run of the workflow that is no retry was started by someone who wants all of it.
		if (mayPayAgain === 'onRetry' || context.getMode() !== 'retry') return true;
		return mayPayAgain === 'ifAllowed' && settings.sendAgainAfterLostAnswer;
	}

	private closed(value: unknown): unknown {
		return this.seal === undefined ? value : this.seal.close(value);
	}

	private placeOf(what: string): string {
		return `${this.context.getItemIndex()}:${what}`;
	}

	private async taken<T>(place: string, key: Key, make: () => Promise<T>): Promise<T> {
		const kept = await this.store.at(place, key);
		const known = this.seal === undefined ? kept : this.seal.open(kept);
		if (known === undefined || !(await this.areStored(known))) return await make();
		this.paidIn ??= this.store.paidIn(place);
		return known as T;
	}

	/** The items with the stopped execution that paid for them, or for parts of them, where that is another one. */
	private marked(items: INodeExecutionData[]): INodeExecutionData[] {
		const paidInExecution = this.paidIn;
		if (paidInExecution === undefined) return items;
		return items.map((item) => ({ ...item, json: { ...item.json, paidInExecution } }));
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

function isLost(kept: unknown): kept is Lost {
	return isRecord(kept) && typeof kept.message === 'string' && isRecord(kept.facts);
}

function isEnded(kept: unknown): kept is Ended {
	return isLost(kept) && 'mayPayAgain' in kept;
}
