import type { IDataObject } from 'n8n-workflow';

import { outcomeByKey } from '../../../nodes/InferenceUsageTrigger/handOver';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { SERVICE_TIME_BY_TRIGGER } from '../../../nodes/InferenceUsageTrigger/pollUsage';
import type { TriggerState } from '../../../lib/billing/triggerState';
import { runPoll, type RunPollOptions } from '../../engine/runPoll';

/**
 * How n8n keeps a trigger's state: `default` in memory and, when a poll emits, in the database, just before or after the execution is
 * created; `durable` with the execution in one transaction; `scheduler` reads it from the database for every poll, but writes it only as
 * `default` does, so that a poll without items is forgotten.
 */
export type Engine = 'default' | 'durable' | 'scheduler';

type Row = IDataObject & { id: string };

/** What survives a crash. */
export interface Disk {
	state: IDataObject;
	/** Entries by ID, as a database with the ID as its key stores them. */
	stored: Map<string, Row>;
	/** How many entries were given to executions, repeated ones included. */
	given: number;
	/** Executions without an item. */
	empty: number;
	/** Entries of executions that n8n did not create, although it had saved the state. */
	lost: Row[];
	failures: number;
}

class Crash extends Error {}

/** n8n as far as a polling trigger sees it, with a process that can die at every step. */
export class CrashHost {
	readonly disk: Disk = { state: {}, stored: new Map(), given: 0, empty: 0, lost: [], failures: 0 };

	/** Steps at which the process could have died so far. */
	steps = 0;

	private memory: IDataObject | undefined;
	private readonly node = new InferenceUsageTrigger();

	/** Tells the trigger how its execution ended, where it asks for that. */
	private end: ((status: 'success' | 'error' | 'not created') => void) | undefined;

	constructor(
		private readonly engine: Engine,
		private readonly dies: (step: number) => boolean,
		/** Whether an execution fails, or is not created while n8n's database is away. */
		private readonly fails: () => 'error' | 'not created' | undefined = () => undefined,
	) {
		outcomeByKey.clear();
		SERVICE_TIME_BY_TRIGGER.clear();
	}

	/** One poll of the process that is running, or of a new one after a crash. */
	async poll(options: Omit<RunPollOptions, 'node' | 'staticData'>): Promise<void> {
		const [outcome] = await Promise.allSettled([this.step(options)]);
		if (outcome.status === 'fulfilled') return;
		if (!(outcome.reason instanceof Crash)) throw outcome.reason;
		this.memory = undefined;
		outcomeByKey.clear();
		SERVICE_TIME_BY_TRIGGER.clear();
	}

	/** Emissions that the trigger still holds, as they may have to be replayed. */
	get held(): number {
		const { usage } = this.memory ?? this.disk.state;
		return (usage as TriggerState | undefined)?.handOffs?.length ?? 0;
	}

	private async step(options: Omit<RunPollOptions, 'node' | 'staticData'>): Promise<void> {
		const before = structuredClone(
			this.engine === 'default' ? (this.memory ?? this.disk.state) : this.disk.state,
		);
		let dead = false;
		const onRequest: RunPollOptions['onRequest'] = (phase, staticData) => {
			options.onRequest?.(phase, staticData);
			// Were it saved now, as n8n does when a workflow is switched off, nothing must be gone.
			expect(staticData).toEqual(before);
			dead ||= this.dies(this.steps++);
			if (dead) throw new Crash();
		};
		const staticData = structuredClone(before);
		this.end = undefined;
		const onEmit: RunPollOptions['onEmit'] = (end) => {
			this.end = end;
		};
		const polling = runPoll({ ...options, node: this.node, staticData, onRequest, onEmit });
		const [outcome] = await Promise.allSettled([polling]);
		if (dead) throw new Crash();
		if (outcome.status === 'rejected') {
			expect(String(outcome.reason)).toMatch(/NodeApiError/);
			this.disk.failures++;
			return;
		}
		this.memory = outcome.value.staticData;
		this.mayDie();
		this.handOver(outcome.value.items?.map(({ json }) => json as Row));
	}

	private handOver(items: Row[] | undefined): void {
		const { disk, engine, memory = {} } = this;
		if (items === undefined) {
			if (engine === 'durable') disk.state = memory;
			this.mayDie();
			return;
		}
		const failure = this.end && this.fails();
		if (failure !== undefined) {
			// The state may be saved although the execution cannot be created.
			if (failure === 'error' || engine === 'default') disk.state = memory;
			this.end?.(failure);
			return;
		}
		if (engine === 'durable') {
			disk.state = memory;
			this.execute(items);
			this.mayDie();
			return;
		}
		// The save is not waited for: the process may die with the one done and not the other, either way.
		if (this.dies(this.steps++)) {
			disk.state = memory;
			disk.lost.push(...items);
			throw new Crash();
		}
		this.execute(items);
		this.mayDie();
		disk.state = memory;
		this.mayDie();
	}

	private execute(items: Row[]): void {
		const { disk } = this;
		if (items.length === 0) disk.empty++;
		disk.given += items.length;
		// A process that dies here leaves an execution that n8n marks as crashed.
		if (this.end !== undefined) this.mayDie();
		for (const given of items) {
			const item = { ...given };
			delete item.replayed;
			const known = disk.stored.get(item.id);
			if (known) expect(item).toEqual(known);
			disk.stored.set(item.id, item);
		}
		this.end?.('success');
	}

	private mayDie(): void {
		if (this.dies(this.steps++)) throw new Crash();
	}
}
