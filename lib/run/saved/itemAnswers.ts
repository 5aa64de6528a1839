import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { ServiceFailure, type FailureFacts } from '../../core/failure';
import { isRecord } from '../../core/record';
import { storedFileIds } from '../../files/storedFile';
import type { Account, StorageCipher } from '../../wire/account';
import type { RequestKey } from './keys';
import type { AnswerStore } from './answerStore';

/**
 * Who pays again for a step that came to nothing: no retry, the Retry button, or the Retry button where the user turned on
 * Resend After a Lost Response. Retry On Fail, which is no decision, never does; a new run always does.
 */
export type PayAgain = 'never' | 'onRetry' | 'ifAllowed';

/** What an item has paid for in several steps, as a retry finds it again. */
export interface SavedAnswers {
	/** Whether a retry finds what was paid for. */
	keepsAnswers: boolean;
	/** The earlier answer to a step, else the result of `make`. */
	once<T>(step: Step, make: () => Promise<T>): Promise<T>;
	/** Forgets a step whose answer turned out to be of no use, so that a retry makes it again. */
	forget(step: Step): void;
	/** Notes that what a step paid for came to nothing: a retry fails with the same failure, unless it may pay again. */
	noteFruitless(step: Step, failure: ServiceFailure, mayPayAgain: PayAgain): void;
}

/** What names a step among those of its item: what it asks for; or a name, which a retry of the item finds whatever its expressions ask for now. */
export type Step = string | { name: string; request: string };

/** How the items of a call are made, what is kept of it, and how they are made of that, where it is enough. */
export interface ItemMaker {
	make(isRepeat: boolean): Promise<INodeExecutionData[]>;
	toKeep(items: INodeExecutionData[]): unknown;
	itemsOf(kept: unknown): Promise<INodeExecutionData[] | undefined>;
}

/** Keeps nothing of an item. */
export const NO_SAVED_ANSWERS: SavedAnswers = {
	keepsAnswers: false,
	once: async (_, make) => await make(),
	forget: () => undefined,
	noteFruitless: () => undefined,
};

/** A call that may have been charged and has no answer, as n8n keeps it with the execution. */
interface LostAnswer {
	execution: string | undefined;
	message: string;
	facts: Pick<
		FailureFacts,
		'kind' | 'charge' | 'status' | 'code' | 'requestId' | 'sentAt' | 'details' | 'cure'
	>;
}

/** What an item paid for, and what came to nothing. */
interface FruitlessStep extends LostAnswer {
	mayPayAgain: PayAgain;
}

const LOST_ANSWER_CURE =
	'It was not sent again. To send it on Retry, turn on Resend After a Lost Response under Options > Retries and Limits, save the workflow, and retry with the saved workflow.';

/** Pays once for what an item asks for, however often n8n runs the node for it. */
export class ItemAnswers implements SavedAnswers {
	readonly keepsAnswers = true;

	/** The places of its steps, until the item is answered as a whole. */
	private readonly stepKeys = new Set<string>();

	/** The stopped execution that paid for some of it. */
	private paidInExecution?: string;

	/** Whether a step of it came to nothing. */
	private hasFruitlessStep = false;

	private storageCipher?: StorageCipher;

	private rehearses = false;

	private itemKey: RequestKey = { hash: '', fileIds: [] };

	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly store: AnswerStore,
		private readonly operation: {
			price?: unknown;
			repeatable?: boolean;
			secretShownOnce?: boolean;
		},
		private readonly settings: { sendAgainAfterLostAnswer: boolean },
	) {}

	/**
	 * The items of what was kept at a place for what is asked for, else those that `make` makes, which learns whether an earlier run of the node
	 * sent the same; what has an error among them is made again by a retry. Placeholders, which an account that rehearses gets, are kept nowhere.
	 */
	async itemsOnce(
		storageKey: string,
		key: RequestKey,
		account: Account | undefined,
		{ make, toKeep, itemsOf }: ItemMaker,
	): Promise<INodeExecutionData[]> {
		const { store, operation } = this;
		this.itemKey = key;
		this.rehearses = account?.rehearses === true;
		if (this.rehearses) return await make(false);
		// No reader of the execution data may see it.
		if (operation.secretShownOnce === true) this.storageCipher = account?.seal;
		const takeOrMake = async (isRepeat: boolean) => {
			const kept = await this.keptAt(storageKey, key);
			const remade = kept === undefined ? undefined : await itemsOf(kept);
			if (remade === undefined) this.paidInExecution = undefined;
			const items = this.withPaidInExecution(remade ?? (await make(isRepeat)));
			if (items.some(({ error }) => error !== undefined)) return items;
			for (const step of this.stepKeys) store.forget(step);
			store.save(storageKey, key, this.forStorage(remade === undefined ? toKeep(items) : kept));
			return items;
		};
		return await (operation.price === undefined
			? takeOrMake(false)
			: this.unlessAnswerLost(`lost:${storageKey}`, key, takeOrMake));
	}

	async once<T>(step: Step, make: () => Promise<T>): Promise<T> {
		if (this.rehearses) return await make();
		const { stepKey, key } = this.placeOf(step);
		this.stepKeys.add(stepKey);
		const kept = await this.store.valueAt(stepKey, key);
		if (isFruitlessStep(kept)) {
			this.hasFruitlessStep = true;
			if (!this.mayPayAgain(kept)) throw new ServiceFailure(kept.message, kept.facts);
			this.store.forget(stepKey);
			this.hasFruitlessStep = false;
		}
		const known = await this.keptAt(stepKey, key);
		if (known !== undefined) return known as T;
		const value = await make();
		this.store.save(stepKey, key, this.forStorage(value));
		return value;
	}

	forget(step: Step): void {
		if (this.rehearses) return;
		this.store.forget(this.placeOf(step).stepKey);
	}

	noteFruitless(step: Step, failure: ServiceFailure, mayPayAgain: PayAgain): void {
		this.hasFruitlessStep = true;
		const fruitless: FruitlessStep = { ...this.keptFailureOf(failure), mayPayAgain };
		const { stepKey, key } = this.placeOf(step);
		this.store.save(stepKey, key, fruitless);
	}

	/**
	 * The result of `make`. n8n runs an item again for Retry On Fail, which is no decision to pay again: an item whose answer was lost fails
	 * as before, without a call. The Retry button sends it if the user turned that on.
	 */
	private async unlessAnswerLost<T>(
		storageKey: string,
		key: RequestKey,
		make: (isRepeat: boolean) => Promise<T>,
	): Promise<T> {
		const { lostCalls } = this.store;
		const call = key.requestHash ?? key.hash;
		const lostHere = await this.store.valueAt(storageKey, key);
		// An error output may lead back into the node, as another run of it.
		const lost = lostHere ?? this.ofThisExecution(lostCalls[call]);
		const isAllowed = lostHere === undefined && this.settings.sendAgainAfterLostAnswer;
		// Within the same execution, calls that carry an idempotency key are charged once.
		const isRepeatable = this.operation.repeatable === true;
		if (isLostAnswer(lost) && !isAllowed && !this.mayPayAgain(lost, isRepeatable))
			throw new ServiceFailure(lost.message, { ...lost.facts, cure: LOST_ANSWER_CURE });
		const made = await make(isLostAnswer(lost)).catch((error: unknown) => {
			// What was answered and came to nothing is no lost answer: its step says who pays again, or has the answer.
			const wasLost = !this.hasFruitlessStep && error instanceof ServiceFailure;
			if (wasLost && error.facts.isKept !== true && (error.facts.charge ?? 'none') !== 'none') {
				const answer = this.lostAnswerOf(error);
				this.store.save(storageKey, key, answer);
				lostCalls[call] = answer;
			}
			throw error;
		});
		this.store.forget(storageKey);
		delete lostCalls[call];
		return made;
	}

	private ofThisExecution(lost: unknown): unknown {
		const isOwn = isLostAnswer(lost) && lost.execution === this.context.getExecutionId();
		return isOwn ? lost : undefined;
	}

	private keptFailureOf({ message, facts: all }: ServiceFailure): LostAnswer {
		const { kind, charge, status, code, requestId, sentAt, details, cure } = all;
		const facts = { kind, charge, status, code, requestId, sentAt, details, cure };
		return { execution: this.context.getExecutionId(), message, facts };
	}

	private lostAnswerOf(failure: ServiceFailure): LostAnswer {
		const kept = this.keptFailureOf(failure);
		if (this.context.getExecutionCancelSignal()?.aborted !== true) return kept;
		// What the next run says is not about that run, and n8n takes an error with the word "canceled" for a stop.
		const message = 'The call was in flight when the execution was stopped';
		return { ...kept, message, facts: { ...kept.facts, kind: 'unreachable' } };
	}

	private mayPayAgain(
		{ execution, mayPayAgain = 'ifAllowed' }: LostAnswer & Partial<FruitlessStep>,
		isFreeInExecution = false,
	): boolean {
		const { context, settings } = this;
		if (execution === context.getExecutionId()) return isFreeInExecution;
		// A run of the workflow that is no retry was started by someone who wants all of it.
		if (mayPayAgain === 'onRetry' || context.getMode() !== 'retry') return true;
		return mayPayAgain === 'ifAllowed' && settings.sendAgainAfterLostAnswer;
	}

	private forStorage(value: unknown): unknown {
		return this.storageCipher === undefined ? value : this.storageCipher.close(value);
	}

	private placeOf(step: Step): { stepKey: string; key: RequestKey } {
		const { hash, fileIds, readsOthers } = this.itemKey;
		const [name, key] =
			typeof step === 'string'
				? [step, { hash: step, fileIds: [] }]
				: [
						step.name,
						{ hash, requestHash: step.request, fileIds, readsOthers, isStep: true as const },
					];
		return { stepKey: `${this.context.getItemIndex()}:${name}`, key };
	}

	/** What was kept at a place, as long as n8n has its files. */
	private async keptAt(storageKey: string, key: RequestKey): Promise<unknown> {
		const sealed = await this.store.valueAt(storageKey, key);
		const kept = this.storageCipher === undefined ? sealed : this.storageCipher.open(sealed);
		if (kept === undefined || !(await this.areFilesStored(kept))) return undefined;
		this.paidInExecution ??= this.store.paidInExecution(storageKey);
		return kept;
	}

	/** The items with the stopped execution that paid for them, or for parts of them, where that is another one. */
	private withPaidInExecution(items: INodeExecutionData[]): INodeExecutionData[] {
		const paidInExecution = this.paidInExecution;
		if (paidInExecution === undefined) return items;
		const facts = { reused: true, paidInExecution };
		return items.map((item) => ({ ...item, json: { ...item.json, ...facts } }));
	}

	/** Whether n8n still has the files of a value. */
	private async areFilesStored(value: unknown): Promise<boolean> {
		const look = async (id: string) => await this.context.helpers.getBinaryMetadata(id);
		return await Promise.all(storedFileIds(value).map(look)).then(
			() => true,
			() => false,
		);
	}
}

function isLostAnswer(kept: unknown): kept is LostAnswer {
	return isRecord(kept) && typeof kept.message === 'string' && isRecord(kept.facts);
}

function isFruitlessStep(kept: unknown): kept is FruitlessStep {
	return isLostAnswer(kept) && 'mayPayAgain' in kept;
}
