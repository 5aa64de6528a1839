import { wait, type Ending } from '../core/clock';
import { cancelled } from '../core/failure';

/** Why a gate was closed, and the index of the item that closed it. */
export interface Closure {
	reason: Error & { context: Record<string, unknown> };
	item: number;
	/** The account that nothing more is sent for; undefined where the whole run ends. */
	account?: string;
	/** Whether what follows up work that is paid for, and costs nothing, goes on. */
	sparesPaidWork?: boolean;
}

/** Whether a caller goes on although the gate was closed. */
export type GoesOn = (closure: Closure) => boolean;

/** Lets at most `limit` tasks run at once, in the order they came. */
export class Gate {
	private running = 0;

	/** Tasks that have not started, from `head` on: taking one away moves none of the others. */
	private queue: Array<() => void> = [];
	private head = 0;

	/** Tasks that take their place again, before the others. */
	private readonly returning: Array<() => void> = [];

	private readonly onIdle: Array<() => void> = [];

	/** Why nothing is let in any more, of the whole run or of an account. */
	private readonly closures: Closure[] = [];

	private readonly waits = new Map<() => void, GoesOn>();

	constructor(private readonly limit: number) {}

	private readonly memory = new Map<string, Promise<unknown>>();

	private readonly kept: Array<Record<string, unknown>> = [];

	/** Why the gate was closed first; undefined while it is open. */
	get closed(): Closure | undefined {
		return this.closures[0];
	}

	/** Why a caller is not let in any more; undefined where it goes on. */
	closedFor(goesOn: GoesOn): Closure | undefined {
		return this.closures.find((closure) => !goesOn(closure));
	}

	/** The result of `make`, made once for all items of the run. */
	async remember<T>(name: string, make: () => Promise<T>): Promise<T> {
		const known = this.memory.get(name) ?? make();
		this.memory.set(name, known);
		return (await known) as T;
	}

	/** The result of `task`, started once there is room for it. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		if (this.running >= this.limit) {
			await new Promise<void>((resolve) => this.queue.push(resolve));
		} else {
			this.running++;
			// The other items of this run are checked in the same turn: nothing is sent before that.
			await Promise.resolve();
		}
		try {
			return await task();
		} finally {
			this.leave();
		}
	}

	/** The result of `work`, while another task has the place of the caller. */
	async aside<T>(work: Promise<T>): Promise<T> {
		this.leave();
		try {
			return await work;
		} finally {
			await this.comeBack();
		}
	}

	/** Resolves once no task has a place and none waits for one. */
	async idle(): Promise<void> {
		await new Promise<void>((resolve) => this.onIdle.push(resolve));
	}

	/** How many more tasks may run. */
	get free(): number {
		return this.limit - this.running;
	}

	/** Takes one more place for a task that runs already, and returns the function that leaves it; undefined when none is free. */
	tryAcquireSlot(): (() => void) | undefined {
		if (this.free <= 0) return undefined;
		this.running++;
		return () => this.leave();
	}

	private leave(): void {
		const next = this.returning.pop() ?? this.takeFirst();
		if (next !== undefined) return next();
		this.running--;
		if (this.running === 0) for (const resume of this.onIdle.splice(0)) resume();
	}

	private takeFirst(): (() => void) | undefined {
		const first = this.queue[this.head];
		if (first === undefined) return undefined;
		this.head++;
		// What was taken is given up once it is half of the queue.
		if (this.head * 2 > this.queue.length) {
			this.queue = this.queue.slice(this.head);
			this.head = 0;
		}
		return first;
	}

	/** Takes a place again, before the tasks that have not begun. */
	private async comeBack(): Promise<void> {
		if (this.running < this.limit) this.running++;
		else await new Promise<void>((resolve) => this.returning.push(resolve));
	}

	/** Aborted as soon as the run is cancelled, or the gate is closed and the caller does not go on then. */
	ending(goesOn: GoesOn, cancel?: Ending): Ending {
		const { waits } = this;
		const isOver = () => this.closedFor(goesOn) !== undefined;
		return {
			get aborted() {
				return cancel?.aborted === true || isOver();
			},
			addEventListener(type, listener) {
				cancel?.addEventListener(type, listener);
				waits.set(listener, goesOn);
			},
			removeEventListener(type, listener) {
				cancel?.removeEventListener(type, listener);
				waits.delete(listener);
			},
		};
	}

	/**
	 * Waits `ms` milliseconds while another task has the place of the caller, or less when `ending` is aborted.
	 * Throws a ServiceFailure when the run is cancelled meanwhile.
	 */
	async sleepWithoutSlot(ms: number, cancel?: Ending, ending = cancel): Promise<void> {
		await this.aside(wait(ms, ending));
		if (cancel?.aborted) throw cancelled();
	}

	/** Notes facts of paid work, such as the identifiers of a job, for the error of a run that ends with another item. */
	recordPaidWork(facts: Record<string, unknown>): void {
		this.kept.push(facts);
		for (const { reason } of this.closures) reason.context.paidWork = this.kept;
	}

	/** Remembers why nothing more may be sent, for an account or at all; the first reason stays. */
	close(reason: Closure['reason'], item: number, sparesPaidWork = false, account?: string): void {
		const before = this.closures.find((one) => one.account === account);
		// What paid work was spared for at first may end it after all.
		if (before !== undefined && !sparesPaidWork) before.sparesPaidWork = false;
		const closure = before ?? { reason, item, sparesPaidWork, account };
		if (before === undefined) this.closures.push(closure);
		for (const [end, goesOn] of [...this.waits]) if (!goesOn(closure)) end();
		if (this.kept.length > 0) closure.reason.context.paidWork = this.kept;
	}
}

const gates = new WeakMap<object, { gate: Gate; users: number }>();

/** The result of `use` with the gate of that run, which is made for the first user and dropped after the last. */
export async function withGate<T>(
	run: object,
	limit: number,
	use: (gate: Gate) => Promise<T>,
): Promise<T> {
	const entry = gates.get(run) ?? { gate: new Gate(limit), users: 0 };
	gates.set(run, entry);
	entry.users++;
	try {
		return await use(entry.gate);
	} finally {
		entry.users--;
		if (entry.users === 0) gates.delete(run);
	}
}
