import { wait } from '../core/clock';
import { cancelledFailure } from '../core/failure';

/** Why a run has ended, and the index of the item that ended it. */
export interface RunClosure {
	reason: Error & { context: Record<string, unknown>; description?: string | null };
	item: number;
	/** The account that nothing more is sent for; undefined where the whole run ends. */
	account?: string;
	/** Whether what follows up work that is paid for, and costs nothing, goes on. */
	sparesPaidWork?: boolean;
	/** What to add to the description of the reason, by what became of the other items. */
	outcome?(others: OtherItems): string;
}

/** What became of the items beside the one that has ended the run. */
export interface OtherItems {
	/** How many were paid for and are kept. */
	paid: number;
	/** How many were not sent. */
	unsent: number;
}

/** With the description that the reason came with. */
type NotedClosure = RunClosure & Pick<RunClosure['reason'], 'description'>;

/** Whether a caller goes on although the run has ended. */
export type MayContinue = (closure: RunClosure) => boolean;

/** What all items of one execution of a node share: places for at most `limit` at once, in the order they came, memory, paid work, how it ends. */
export class Run {
	private runningCount = 0;

	/** Tasks that have not started, from `queueHead` on: taking one away moves none of the others. */
	private waitingTasks: Array<() => void> = [];
	private queueHead = 0;

	/** Tasks that take their place again, before the others. */
	private readonly returningTasks: Array<() => void> = [];

	private readonly idleListeners: Array<() => void> = [];

	/** Why nothing is let in any more, of the whole run or of an account. */
	private readonly closures: NotedClosure[] = [];

	/** What ends the waits of those who wait. */
	private readonly endings = new Map<AbortController, MayContinue>();

	/** `cancel` is aborted once the execution is stopped. */
	constructor(
		private readonly limit: number,
		private readonly cancel?: AbortSignal,
	) {}

	private readonly sharedByName = new Map<string, unknown>();

	private readonly paidWork: Array<Record<string, unknown>> = [];

	private paidUsd = 0;

	private readonly others: OtherItems = { paid: 0, unsent: 0 };

	/** Why it ended first; undefined while it goes on. */
	get firstClosure(): RunClosure | undefined {
		return this.closures[0];
	}

	/** Why a caller is not let in any more; undefined where it goes on. */
	closureFor(mayContinue: MayContinue): RunClosure | undefined {
		return this.closures.find((closure) => !mayContinue(closure));
	}

	/** What the items of the run share under a name; `make` makes it for the first. */
	shared<T>(name: string, make: () => T): T {
		if (!this.sharedByName.has(name)) this.sharedByName.set(name, make());
		return this.sharedByName.get(name) as T;
	}

	/** The result of `make`, made once for all items of the run. */
	async remember<T>(name: string, make: () => Promise<T>): Promise<T> {
		return await this.shared(name, make);
	}

	/** The result of `task`, started once there is room for it. */
	async runInSlot<T>(task: () => Promise<T>): Promise<T> {
		if (this.runningCount >= this.limit) {
			await new Promise<void>((resolve) => this.waitingTasks.push(resolve));
		} else {
			this.runningCount++;
			// The other items of this run are checked in the same turn: nothing is sent before that.
			await Promise.resolve();
		}
		try {
			return await task();
		} finally {
			this.releaseSlot();
		}
	}

	/** The result of `work`, while another task has the place of the caller. */
	async runWithoutSlot<T>(work: Promise<T>): Promise<T> {
		this.releaseSlot();
		try {
			return await work;
		} finally {
			await this.reacquireSlot();
		}
	}

	/** Resolves once no task has a place and none waits for one. */
	async untilIdle(): Promise<void> {
		await new Promise<void>((resolve) => this.idleListeners.push(resolve));
	}

	/** How many more tasks may run. */
	get free(): number {
		return this.limit - this.runningCount;
	}

	/** Takes one more place for a task that runs already, and returns the function that leaves it; undefined when none is free. */
	tryAcquireSlot(): (() => void) | undefined {
		if (this.free <= 0) return undefined;
		this.runningCount++;
		return () => this.releaseSlot();
	}

	private releaseSlot(): void {
		const next = this.returningTasks.pop() ?? this.takeQueued();
		if (next !== undefined) return next();
		this.runningCount--;
		if (this.runningCount === 0) for (const resume of this.idleListeners.splice(0)) resume();
	}

	private takeQueued(): (() => void) | undefined {
		const first = this.waitingTasks[this.queueHead];
		if (first === undefined) return undefined;
		this.queueHead++;
		// What was taken is given up once it is half of the queue.
		if (this.queueHead * 2 > this.waitingTasks.length) {
			this.waitingTasks = this.waitingTasks.slice(this.queueHead);
			this.queueHead = 0;
		}
		return first;
	}

	/** Takes a place again, before the tasks that have not begun. */
	private async reacquireSlot(): Promise<void> {
		if (this.runningCount < this.limit) this.runningCount++;
		else await new Promise<void>((resolve) => this.returningTasks.push(resolve));
	}

	/** The result of `work`; its signal is aborted once the run is cancelled, or it has ended and the caller does not go on then. */
	async untilEnd<T>(mayContinue: MayContinue, work: (end: AbortSignal) => Promise<T>): Promise<T> {
		const ending = new AbortController();
		if (this.cancel?.aborted || this.closureFor(mayContinue) !== undefined) ending.abort();
		this.endings.set(ending, mayContinue);
		try {
			return await work(ending.signal);
		} finally {
			this.endings.delete(ending);
		}
	}

	/** Ends all waits, as the execution is stopped. */
	readonly endAll = (): void => {
		for (const ending of [...this.endings.keys()]) ending.abort();
	};

	/**
	 * Waits `ms` milliseconds while another task has the place of the caller, or less when the run ends for it.
	 * Throws a ServiceFailure when the run is cancelled meanwhile.
	 */
	async sleepWithoutSlot(ms: number, mayContinue: MayContinue): Promise<void> {
		await this.untilEnd(mayContinue, async (end) => await this.runWithoutSlot(wait(ms, end)));
		if (this.cancel?.aborted) throw cancelledFailure();
	}

	/** Notes facts of paid work, such as the identifiers of a job, and what it was charged in USD, for the error of a run that ends with another item. */
	recordPaidWork(facts: Record<string, unknown>, usd = 0): void {
		this.paidWork.push(facts);
		this.paidUsd += usd;
		for (const closure of this.closures) this.describe(closure);
	}

	/** Notes what became of an item, for the words of the error that ends the run. */
	noteItem(outcome: keyof OtherItems): void {
		this.others[outcome]++;
		for (const closure of this.closures) this.describe(closure);
	}

	private describe({ reason, description, outcome }: NotedClosure): void {
		if (this.paidWork.length > 0) reason.context.paidWork = this.paidWork;
		if (this.paidUsd > 0) reason.context.paidUsd = Number(this.paidUsd.toFixed(10));
		const words = [description, outcome?.(this.others)].filter(Boolean).join(' ');
		if (words !== '') reason.description = words;
	}

	/** Remembers why nothing more may be sent, for an account or at all; the first reason stays. */
	closeFor(ending: RunClosure): void {
		const { reason, item, sparesPaidWork = false, account, outcome } = ending;
		const before = this.closures.find((one) => one.account === account);
		// What paid work was spared for at first may end it after all.
		if (before !== undefined && !sparesPaidWork) before.sparesPaidWork = false;
		const { description } = reason;
		const closure = before ?? { reason, item, sparesPaidWork, account, description, outcome };
		if (before === undefined) this.closures.push(closure);
		this.describe(closure);
		for (const [ending, goesOn] of [...this.endings]) if (!goesOn(closure)) ending.abort();
	}
}

const runs = new WeakMap<object, { run: Run; users: number }>();

/** The result of `task` with the run of that data, which is made for the first user and dropped after the last. */
export async function withRun<T>(
	data: object,
	limit: number,
	task: (run: Run) => Promise<T>,
	cancel?: AbortSignal,
): Promise<T> {
	const entry = runs.get(data) ?? { run: new Run(limit, cancel), users: 0 };
	runs.set(data, entry);
	const { run } = entry;
	if (entry.users++ === 0) cancel?.addEventListener('abort', run.endAll);
	try {
		return await task(run);
	} finally {
		entry.users--;
		if (entry.users === 0) {
			runs.delete(data);
			cancel?.removeEventListener('abort', run.endAll);
		}
	}
}
