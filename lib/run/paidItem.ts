import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { executionMemory } from '../base/execution';
import { isRecord } from '../base/record';
import { isSameFile } from '../files/sameFile';
import type { Seal } from '../http/account';
import type { PaidSteps } from '../http/send';
import type { Gate } from './gate';
import type { LostAnswers } from './lostAnswers';
import { PaidWork, type Asked, type IsSameFile, holdIfStopped, stoppedWork } from './paidWork';

/** The items that a request was answered with, and the index of the item that paid for it. */
export interface PaidAnswer {
	item: number;
	items: INodeExecutionData[];
}

/** Pays once for what an item asks for, however often n8n runs the node for it. */
export class PaidItem implements PaidSteps {
	/** The places of its steps, until the item is answered as a whole. */
	private readonly steps = new Set<string>();

	/** The stopped execution that paid for some of it. */
	private paidIn?: string;

	/** Without `work`, everything is made and nothing kept. */
	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly work: PaidWork | undefined,
		/** Closes what no reader of the execution data may see. */
		private readonly seal?: Seal,
		/** The items whose answers were lost, where another call would be charged again. */
		private readonly lost?: LostAnswers,
	) {}

	/** Whether a retry finds what was paid for. */
	get isKept(): boolean {
		return this.work !== undefined;
	}

	/** What was kept at a place for what is asked for, else what `make` makes; those with an error among them are made again by a retry. */
	async whole(
		place: string,
		asks: () => Promise<Asked>,
		make: () => Promise<PaidAnswer>,
	): Promise<PaidAnswer> {
		const { work } = this;
		if (work === undefined) return await make();
		const asked = await asks();
		const takeNow = async () => await this.taken(place, asked, make);
		const given = await (this.lost?.guard(place, asked, takeNow) ?? takeNow());
		const answer = this.marked(given);
		if (answer.items.some(({ error }) => error !== undefined)) return answer;
		for (const step of this.steps) work.forget(step);
		work.keep(place, asked, this.kept(answer));
		return answer;
	}

	/** The earlier answer to a step of the item, else the result of `make`; `what` names the step. */
	async step<T>(what: string, make: () => Promise<T>): Promise<T> {
		const { work } = this;
		if (work === undefined) return await make();
		const place = this.placeOf(what);
		this.steps.add(place);
		const asked = { hash: what, files: [] };
		return await this.taken(place, asked, async () => {
			const value = await make();
			work.keep(place, asked, this.kept(value));
			return value;
		});
	}

	/** Forgets a step whose answer turned out to be of no use, so that a retry pays for it again. */
	forget(what: string): void {
		this.work?.forget(this.placeOf(what));
	}

	private kept(value: unknown): unknown {
		return this.seal === undefined ? value : this.seal.close(value);
	}

	private placeOf(what: string): string {
		return `${this.context.getItemIndex()}:${what}`;
	}

	private async taken<T>(place: string, asked: Asked, make: () => Promise<T>): Promise<T> {
		const kept = await this.work?.at(place, asked);
		const known = this.seal === undefined ? kept : this.seal.open(kept);
		if (known === undefined || !(await this.areStored(known))) return await make();
		this.paidIn ??= this.work?.paidIn(place);
		return known as T;
	}

	/** The answer with the stopped execution that paid for it, or for parts of it, where that is another one. */
	private marked(answer: PaidAnswer): PaidAnswer {
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

/** What the run has paid for, as a retry finds it; undefined where n8n keeps no data with the execution. */
export function paidWorkOf(context: IExecuteSingleFunctions, gate: Gate): PaidWork | undefined {
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

/** The identifiers of the files that n8n stores for a value. */
export function storedFiles(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(storedFiles);
	if (!isRecord(value)) return [];
	if (Array.isArray(value.items)) return storedFiles(value.items);
	if (!isRecord(value.binary)) return [];
	// One file, or the files of an item.
	const files =
		typeof value.binary.mimeType === 'string' ? [value.binary] : Object.values(value.binary);
	return files.flatMap((file) => (isRecord(file) && typeof file.id === 'string' ? [file.id] : []));
}
