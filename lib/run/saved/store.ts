import { isRecord } from '../../core/record';
import type { Key } from './keys';

/** How much is kept of one run of a node; a retry pays again for what came after. */
const MOST_KEPT = 10_000;
const MOST_KEPT_BYTES = 32 * 1024 * 1024;

/** What was paid for at one place, and what was asked for there. */
interface Entry extends Pick<Key, 'hash' | 'request'> {
	/** The hash of the parameters that were read, and which list of the run names them. */
	values?: string;
	names?: number;
	files?: string[];
	value: unknown;
	/** The stopped execution that paid for it, where that is another one. */
	paidIn?: string;
}

/** What a run of a node has paid for. */
export interface Saved {
	kept: Record<string, Entry>;
	/** The lists of parameters that its items have read. */
	names: string[];
}

/** What a stopped execution had paid for in a run of a node. */
export interface StoppedWork extends Saved {
	execution?: string;
	/** Whether this run is a retry: another run takes up only what was made for the same item. */
	isRetry?: boolean;
}

/**
 * What was paid for in the run of a node whose items are all answered, by what n8n keeps of the node. n8n may still take the output for a
 * failed one and run the node again; once it has gone on, the next run or the end of the execution drops this.
 */
const answered = new WeakMap<object, Saved & { run: number }>();

/** Whether two files that n8n stores have the same bytes. */
export type IsSameFile = (one: string, other: string) => Promise<boolean>;

/**
 * What one run of a node has paid for. n8n keeps `memory` with the execution: when it runs the node again, for Retry On Fail
 * or for the Retry button, the same request takes its answer from here.
 */
export class AnswerStore {
	/** What n8n keeps, of this run. */
	private readonly saved: Saved & { run: number };
	/** The size of each value, which takes long to find out. */
	private readonly sizes = new Map<string, number>();
	private bytes = 0;
	private readonly finished = new Set<string>();
	/** The items with steps that an earlier try has paid for. */
	private readonly resumed: Set<string>;
	/** What it had kept when every item was answered. */
	private complete?: Saved & { bytes: number };

	/** `run` counts the runs of a node in a loop: only what the current one has paid for is kept. */
	constructor(
		private readonly memory: Record<string, unknown>,
		run: number,
		/** What a stopped run had paid for; each entry is taken from there once. */
		private readonly stopped: StoppedWork = { kept: {}, names: [] },
		/** Whether two stored files are the same, by their IDs. */
		private readonly isSameFile: IsSameFile = (one, other) => Promise.resolve(one === other),
	) {
		const { paidWork } = memory;
		const isOfThisRun = isRecord(paidWork) && paidWork.run === run && isRecord(paidWork.kept);
		const known = answered.get(memory);
		const stored = isOfThisRun ? (paidWork as unknown as Saved) : { kept: {}, names: [] };
		const { kept, names } = known?.run === run ? known : stored;
		this.saved = { run, kept, names };
		memory.paidWork = this.saved;
		const places = Object.entries(kept);
		for (const [place, { value }] of places) this.add(place, sizeOf(value));
		this.resumed = new Set(places.flatMap(([place]) => /^(\d+):/.exec(place)?.[1] ?? []));
	}

	/** All that was paid for, and its length as JSON. */
	get all(): Saved & { bytes: number } {
		return this.complete ?? { ...this.saved, bytes: this.bytes };
	}

	/** Whether anything was kept for a place. */
	holds(place: string): boolean {
		return Object.hasOwn(this.saved.kept, place);
	}

	/** Whether an earlier try has paid for a step of an item. */
	hasSteps(item: string): boolean {
		return this.resumed.has(item);
	}

	/** What was kept for a place; undefined when nothing was, or something else was asked for there. */
	async at(place: string, key: Key): Promise<unknown> {
		const own = await this.entryOf(this.saved, place, key, true);
		if (own !== undefined) return own.value;
		const { kept, execution, isRetry = false } = this.stopped;
		const stopped = await this.entryOf(this.stopped, place, key, isRetry);
		if (stopped === undefined) return undefined;
		delete kept[place];
		this.keep(place, key, stopped.value, stopped.paidIn ?? execution);
		return stopped.value;
	}

	/**
	 * In a retry, the same item asks for the same whatever its expressions give now, and so does another one with the same values. In another
	 * run, the same item does where its expressions give the same.
	 */
	private async entryOf(
		{ kept, names }: Saved,
		place: string,
		{ hash, files, request, reads }: Key,
		isRetry: boolean,
	): Promise<Entry | undefined> {
		const entry = Object.hasOwn(kept, place) ? kept[place] : undefined;
		if (entry === undefined) return undefined;
		const isSameItem = entry.hash === hash;
		const hasSameValues = () => {
			if (entry.request !== request) return false;
			const list = names[entry.names ?? -1];
			// The hash of a step, and of what items share, is that of its values.
			if (list === undefined || reads === undefined) return isSameItem;
			return entry.values === reads.hashAs(list);
		};
		const asksForSame = isRetry ? isSameItem || hasSameValues() : isSameItem && hasSameValues();
		if (!asksForSame) return undefined;
		const { files: earlier = [] } = entry;
		if (earlier.length !== files.length) return undefined;
		for (const [index, id] of earlier.entries()) {
			if (!(await this.isSameFile(id, files[index] ?? ''))) return undefined;
		}
		return entry;
	}

	/** The stopped execution that paid for what is kept at a place; undefined where this one did. */
	paidIn(place: string): string | undefined {
		return this.holds(place) ? this.saved.kept[place]?.paidIn : undefined;
	}

	/** Keeps what was paid for, unless there is no room. */
	keep(place: string, { hash, files, request, reads }: Key, value: unknown, paidIn?: string): void {
		this.forget(place);
		const size = sizeOf(value);
		if (this.sizes.size >= MOST_KEPT || this.bytes + size > MOST_KEPT_BYTES) return;
		this.add(place, size);
		this.saved.kept[place] = {
			...{ hash, value },
			...(request === undefined ? {} : { request }),
			...(reads === undefined ? {} : { values: reads.hash, names: this.listOf(reads.names) }),
			...(files.length === 0 ? {} : { files }),
			...(paidIn === undefined ? {} : { paidIn }),
		};
	}

	/** Forgets a place, so that it is paid for again. */
	forget(place: string): void {
		if (!this.holds(place)) return;
		this.bytes -= this.sizes.get(place) ?? 0;
		this.sizes.delete(place);
		delete this.saved.kept[place];
	}

	/** Notes that the item of a place is answered. Once all `total` items of the run are, n8n stores nothing more of it. */
	finish(place: string, total: number): void {
		this.finished.add(place);
		if (this.finished.size < total) return;
		this.complete = { ...this.saved, bytes: this.bytes };
		answered.set(this.memory, { ...this.saved });
		this.saved.kept = {};
		this.saved.names = [];
		this.sizes.clear();
		this.bytes = 0;
	}

	/** The number of a list of names: most items of a run read the same parameters. */
	private listOf(names: string): number {
		const known = this.saved.names.indexOf(names);
		return known >= 0 ? known : this.saved.names.push(names) - 1;
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
