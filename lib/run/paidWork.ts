import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { clock } from '../core/clock';
import { isRecord } from '../core/record';

/** How much is kept of one run of a node; a retry pays again for what came after. */
const MOST_KEPT = 10_000;
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

/**
 * What a call asks for: the hash of all that decides what it sends but its files, and the IDs of these in n8n's storage. What has the
 * same hash of the values is the same too.
 */
export interface Asked {
	hash: string;
	valuesHash?: string;
	files: string[];
}

/** What was paid for at one place, and what was asked for there. */
interface Entry {
	hash: string;
	valuesHash?: string;
	files?: string[];
	value: unknown;
	/** The stopped execution that paid for it, where that is another one. */
	paidIn?: string;
}

/** What a stopped execution had paid for in a run of a node. */
interface StoppedWork {
	kept: Record<string, Entry>;
	execution?: string;
	/** Whether this run is a retry: another run takes up only what was made for the same item. */
	isRetry?: boolean;
}

/**
 * What was paid for in the run of a node whose items are all answered, by what n8n keeps of the node. n8n may still take the output for a
 * failed one and run the node again; once it has gone on, the next run or the end of the execution drops this.
 */
const answered = new WeakMap<object, { run: number; kept: Record<string, Entry> }>();

/** Whether two files that n8n stores have the same bytes. */
export type IsSameFile = (one: string, other: string) => Promise<boolean>;

/**
 * What one run of a node has paid for. n8n keeps `store` with the execution: when it runs the node again, for Retry On Fail
 * or for the Retry button, the same request takes its answer from here.
 */
export class PaidWork {
	/** What n8n keeps, of this run. */
	private readonly memory: { run: number; kept: Record<string, Entry> };
	/** The size of each value, which takes long to find out. */
	private readonly sizes = new Map<string, number>();
	private bytes = 0;
	private readonly finished = new Set<string>();
	/** What it had kept when every item was answered. */
	private complete?: { kept: Record<string, Entry>; bytes: number };

	/** `run` counts the runs of a node in a loop: only what the current one has paid for is kept. */
	constructor(
		private readonly store: Record<string, unknown>,
		run: number,
		/** What a stopped run had paid for; each entry is taken from there once. */
		private readonly stopped: StoppedWork = { kept: {} },
		/** Whether two stored files are the same, by their IDs. */
		private readonly isSameFile: IsSameFile = (one, other) => Promise.resolve(one === other),
	) {
		const { paidWork } = store;
		const isOfThisRun = isRecord(paidWork) && paidWork.run === run && isRecord(paidWork.kept);
		const known = answered.get(store);
		const stored = isOfThisRun ? (paidWork.kept as Record<string, Entry>) : {};
		const kept = known?.run === run ? known.kept : stored;
		this.memory = { run, kept };
		store.paidWork = this.memory;
		for (const [place, { value }] of Object.entries(this.kept)) this.add(place, sizeOf(value));
	}

	/** All that was paid for, by place. */
	get entries(): Record<string, Entry> {
		return this.complete?.kept ?? this.kept;
	}

	/** The length of all that was paid for as JSON. */
	get size(): number {
		return this.complete?.bytes ?? this.bytes;
	}

	/** Whether anything was kept for a place. */
	holds(place: string): boolean {
		return Object.hasOwn(this.kept, place);
	}

	/** Whether anything was kept for a step of an item. */
	hasSteps(item: string): boolean {
		return Object.keys(this.kept).some((place) => place.startsWith(`${item}:`));
	}

	/** What was kept for a place; undefined when nothing was, or something else was asked for there. */
	async at(place: string, asked: Asked): Promise<unknown> {
		const own = await this.entryOf(this.kept, place, asked);
		if (own !== undefined) return own.value;
		const { kept, execution, isRetry } = this.stopped;
		const sought = isRetry === true ? asked : { ...asked, valuesHash: undefined };
		const stopped = await this.entryOf(kept, place, sought);
		if (stopped === undefined) return undefined;
		delete kept[place];
		this.keep(place, asked, stopped.value, stopped.paidIn ?? execution);
		return stopped.value;
	}

	private async entryOf(
		kept: Record<string, Entry>,
		place: string,
		{ hash, valuesHash, files }: Asked,
	): Promise<Entry | undefined> {
		const entry = Object.hasOwn(kept, place) ? kept[place] : undefined;
		if (entry === undefined) return undefined;
		const asksForSame = valuesHash !== undefined && entry.valuesHash === valuesHash;
		if (entry.hash !== hash && !asksForSame) return undefined;
		const { files: earlier = [] } = entry;
		if (earlier.length !== files.length) return undefined;
		for (const [index, id] of earlier.entries()) {
			if (!(await this.isSameFile(id, files[index] ?? ''))) return undefined;
		}
		return entry;
	}

	/** The stopped execution that paid for what is kept at a place; undefined where this one did. */
	paidIn(place: string): string | undefined {
		return Object.hasOwn(this.kept, place) ? this.kept[place]?.paidIn : undefined;
	}

	/** Keeps what was paid for, unless there is no room. */
	keep(place: string, asked: Asked, value: unknown, paidIn?: string): void {
		this.forget(place);
		const size = sizeOf(value);
		if (this.sizes.size >= MOST_KEPT || this.bytes + size > MOST_KEPT_BYTES) return;
		this.add(place, size);
		const { files, ...hashes } = asked;
		const readFiles = files.length === 0 ? {} : { files };
		this.kept[place] = {
			...hashes,
			...readFiles,
			value,
			...(paidIn === undefined ? {} : { paidIn }),
		};
	}

	/** Forgets a place, so that it is paid for again. */
	forget(place: string): void {
		if (!Object.hasOwn(this.kept, place)) return;
		this.bytes -= this.sizes.get(place) ?? 0;
		this.sizes.delete(place);
		delete this.kept[place];
	}

	/** Notes that the item of a place is answered. Once all `total` items of the run are, n8n stores nothing more of it. */
	finish(place: string, total: number): void {
		this.finished.add(place);
		if (this.finished.size < total) return;
		this.complete = { kept: this.kept, bytes: this.bytes };
		answered.set(this.store, { run: this.memory.run, kept: this.kept });
		this.memory.kept = {};
		this.sizes.clear();
		this.bytes = 0;
	}

	private get kept(): Record<string, Entry> {
		return this.memory.kept;
	}

	private add(place: string, size: number): void {
		this.sizes.set(place, size);
		this.bytes += size;
	}
}

/** The length of a value as JSON. */
function sizeOf(value: unknown): number {
	return JSON.stringify(value)?.length ?? 0;
}

/** Stopped runs of nodes whose work is held, and how much JSON all of them have; the newest are held. */
const MOST = 20;
const MOST_BYTES = 64 * 1024 * 1024;
/** An older answer is not what a new run asks for. */
const LONGEST_MS = 3_600_000;

/** What stopped runs had paid for, by workflow, node and run: n8n drops it with the execution (docs/recovery.md). */
const stopped = new Map<string, StoppedWork & { bytes: number; at: number }>();

/** What an earlier run of this node had paid for when the user stopped its execution within the last hour, while this process still has it. */
export function stoppedWork(context: IExecuteSingleFunctions, run: number): StoppedWork {
	dropOld();
	return stopped.get(keyOf(context, run)) ?? { kept: {} };
}

/** Holds what a run of this node has paid for once its execution is stopped, also if the node has finished by then: n8n drops its output. */
export function holdIfStopped(context: IExecuteSingleFunctions, work: PaidWork, run: number): void {
	const key = keyOf(context, run);
	const execution = context.getExecutionId();
	const hold = () => {
		// The same object: calls that end because of the stop are still added to it.
		const kept: Record<string, Entry> = work.entries;
		stopped.delete(key);
		stopped.set(key, { kept, execution, bytes: work.size, at: clock.now() });
		dropOld();
	};
	context.getExecutionCancelSignal()?.addEventListener('abort', hold, { once: true });
}

function dropOld(): void {
	let [runs, bytes] = [0, 0];
	for (const [key, held] of [...stopped].reverse()) {
		runs++;
		bytes += held.bytes;
		const isOld = clock.now() - held.at >= LONGEST_MS;
		if (isOld || runs > MOST || bytes > MOST_BYTES) stopped.delete(key);
	}
}

function keyOf(context: IExecuteSingleFunctions, run: number): string {
	return [context.getWorkflow().id, context.getNode().id, run].join(' ');
}
