import { isRecord, type Json } from '../../core/record';
import type { RequestKey } from './keys';

/** How much is kept of one run of a node; a retry pays again for what came after. */
const MAX_ENTRIES = 10_000;
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** What was paid for at one place, and what was asked for there. */
interface SavedEntry extends Pick<RequestKey, 'hash' | 'requestHash'> {
	files?: string[];
	value: unknown;
	/** The stopped execution that paid for it, where that is another one. */
	paidIn?: string;
}

/** What a run of a node has paid for. */
export interface SavedWork {
	kept: Record<string, SavedEntry>;
}

/** What a stopped execution had paid for in a run of a node. */
export interface StoppedWork extends SavedWork {
	execution?: string;
	/** Whether this run is a retry: another run takes up only what was made for the same item. */
	isRetry?: boolean;
	/** Whether it is that of a run that failed in the editor, where anything may be changed before the next. */
	isOfEditor?: boolean;
}

/**
 * What was paid for in the run of a node whose items are all answered, by what n8n keeps of the node. n8n may still take the output for a
 * failed one and run the node again; once it has gone on, the next run or the end of the execution drops this.
 */
const answeredRuns = new WeakMap<object, SavedWork & { run: number }>();

/** Whether two files that n8n stores have the same bytes. */
export type IsSameFile = (one: string, other: string) => Promise<boolean>;

/**
 * What one run of a node has paid for. n8n keeps `memory` with the execution: when it runs the node again, for Retry On Fail
 * or for the Retry button, the same request takes its answer from here.
 */
export class AnswerStore {
	/** What n8n keeps, of this run. */
	private readonly savedWork: SavedWork & { run: number };
	/** The size of each value. */
	private readonly sizeByKey = new Map<string, number>();
	private totalBytes = 0;
	private readonly answeredItems = new Set<string>();
	/** The items with steps that an earlier try has paid for. */
	private readonly itemsWithPaidSteps: Set<string>;
	/** What it had kept when every item was answered. */
	private workWhenAnswered?: SavedWork & { bytes: number };

	/** `run` counts the runs of a node in a loop: only what the current one has paid for is kept. */
	constructor(
		private readonly memory: Record<string, unknown>,
		run: number,
		/** What a stopped run had paid for; each entry is taken from there once. */
		private readonly stoppedWork: StoppedWork = { kept: {} },
		/** Whether two stored files are the same, by their IDs. */
		private readonly isSameFile: IsSameFile = (one, other) => Promise.resolve(one === other),
	) {
		const { paidWork } = memory;
		const isOfThisRun = isRecord(paidWork) && paidWork.run === run && isRecord(paidWork.kept);
		const known = answeredRuns.get(memory);
		const stored = isOfThisRun ? (paidWork as unknown as SavedWork) : { kept: {} };
		const { kept } = known?.run === run ? known : stored;
		this.savedWork = { run, kept };
		memory.paidWork = this.savedWork;
		const places = Object.entries(kept);
		for (const [storageKey, { value }] of places) this.noteSize(storageKey, sizeOf(value));
		this.itemsWithPaidSteps = new Set(
			places.flatMap(([place]) => /^(\d+):/.exec(place)?.[1] ?? []),
		);
	}

	/** All that was paid for, and about its length as JSON. */
	get allWork(): SavedWork & { bytes: number } {
		return this.workWhenAnswered ?? { ...this.savedWork, bytes: this.totalBytes };
	}

	/** Whether anything was kept for a place. */
	has(storageKey: string): boolean {
		return Object.hasOwn(this.savedWork.kept, storageKey);
	}

	/** Whether an earlier try has paid for a step of an item. */
	hasPaidSteps(item: string): boolean {
		return this.itemsWithPaidSteps.has(item);
	}

	/** What was kept for a place; undefined when nothing was, or something else was asked for there. */
	async valueAt(storageKey: string, key: RequestKey): Promise<unknown> {
		const own = await this.findEntry(this.savedWork, storageKey, key, true);
		if (own !== undefined) return own.value;
		const { kept, execution, isRetry = false, isOfEditor = false } = this.stoppedWork;
		const keepsData = isRetry || (isOfEditor && key.readsOthers !== true);
		const stopped = await this.findEntry(this.stoppedWork, storageKey, key, keepsData, isOfEditor);
		if (stopped === undefined) return undefined;
		delete kept[storageKey];
		this.save(storageKey, key, stopped.value, stopped.paidIn ?? execution);
		return stopped.value;
	}

	/**
	 * Where nothing that its expressions read can have changed, as in a retry, the same item asks for the same whatever they give now, and so does
	 * one that sends the same, which is enough in the editor. In another run, both have to hold, and the latter for a step.
	 */
	private async findEntry(
		{ kept }: SavedWork,
		storageKey: string,
		{ hash, fileIds: files, requestHash: request, isStep }: RequestKey,
		keepsData: boolean,
		isOfEditor = false,
	): Promise<SavedEntry | undefined> {
		const entry = Object.hasOwn(kept, storageKey) ? kept[storageKey] : undefined;
		if (entry === undefined) return undefined;
		const isSameItem = entry.hash === hash;
		// A step, and what items share, have one hash.
		const sendsSame = entry.requestHash === request && (request !== undefined || isSameItem);
		const isEnough = isSameItem || isOfEditor || isStep === true;
		const isSame = (keepsData && isSameItem) || (sendsSame && (keepsData || isEnough));
		if (!isSame) return undefined;
		const { files: earlier = [] } = entry;
		if (earlier.length !== files.length) return undefined;
		for (const [index, id] of earlier.entries()) {
			if (!(await this.isSameFile(id, files[index] ?? ''))) return undefined;
		}
		return entry;
	}

	/** The stopped execution that paid for what is kept at a place; undefined where this one did. */
	paidInExecution(storageKey: string): string | undefined {
		return this.has(storageKey) ? this.savedWork.kept[storageKey]?.paidIn : undefined;
	}

	/** Keeps what was paid for, unless there is no room. */
	save(
		storageKey: string,
		{ hash, fileIds: files, requestHash: request }: RequestKey,
		value: unknown,
		paidIn?: string,
	): void {
		this.forget(storageKey);
		const size = sizeOf(value);
		if (this.sizeByKey.size >= MAX_ENTRIES || this.totalBytes + size > MAX_KEPT_BYTES) return;
		this.noteSize(storageKey, size);
		this.savedWork.kept[storageKey] = {
			...{ hash, value },
			...(request === undefined ? {} : { requestHash: request }),
			...(files.length === 0 ? {} : { files }),
			...(paidIn === undefined ? {} : { paidIn }),
		};
	}

	/** Forgets a place, so that it is paid for again. */
	forget(storageKey: string): void {
		if (!this.has(storageKey)) return;
		this.totalBytes -= this.sizeByKey.get(storageKey) ?? 0;
		this.sizeByKey.delete(storageKey);
		delete this.savedWork.kept[storageKey];
	}

	/** What may have been charged and has no answer, of any run of the node in this execution, by what was sent. */
	get lostCalls(): Record<string, unknown> {
		if (!isRecord(this.memory.lostCalls)) this.memory.lostCalls = {};
		return this.memory.lostCalls as Record<string, unknown>;
	}

	/** Notes that the item of a place is answered. Once all `total` items of the run are, n8n stores nothing more of it. */
	noteItemAnswered(itemKey: string, total: number): void {
		this.answeredItems.add(itemKey);
		if (this.answeredItems.size < total) return;
		this.workWhenAnswered = { ...this.savedWork, bytes: this.totalBytes };
		answeredRuns.set(this.memory, { ...this.savedWork });
		this.savedWork.kept = {};
		this.sizeByKey.clear();
		this.totalBytes = 0;
	}

	private noteSize(storageKey: string, size: number): void {
		this.sizeByKey.set(storageKey, size);
		this.totalBytes += size;
	}
}

/** About the length of a value as JSON, without writing it; what is longer than there is room for is not read further. */
function sizeOf(value: unknown): number {
	if (typeof value === 'string') return value.length + 2;
	if (typeof value === 'number') return Number.isInteger(value) ? 8 : 19;
	if (typeof value !== 'object' || value === null) return 5;
	let size = 2;
	const add = (bytes: number) => (size += bytes) > MAX_KEPT_BYTES;
	if (Array.isArray(value)) value.some((inner) => add(1 + sizeOf(inner)));
	else Object.keys(value).some((key) => add(key.length + 4 + sizeOf((value as Json)[key])));
	return size;
}
