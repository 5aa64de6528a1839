import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { clock } from '../../core/clock';
import { executionMemory, runIndexOf } from '../../core/execution';
import { isSameFile } from '../../files/storedFile';
import { AnswerStore, type IsSameFile, type StoppedWork } from './answerStore';

/** What the run of an item has paid for, as a retry finds it; undefined where n8n keeps no data with the execution. */
export function openStore(context: IExecuteSingleFunctions): AnswerStore | undefined {
	const memory = executionMemory(context, 'node');
	if (memory === undefined) return undefined;
	const run = runIndexOf(context);
	const isSame: IsSameFile = async (one, other) => await isSameFile(context, one, other);
	const isRetry = context.getMode() === 'retry';
	const store = new AnswerStore(memory, run, { ...stoppedWork(context, run), isRetry }, isSame);
	holdIfStopped(context, store, run);
	return store;
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
export function holdIfStopped(
	context: IExecuteSingleFunctions,
	store: AnswerStore,
	run: number,
): void {
	const key = keyOf(context, run);
	const execution = context.getExecutionId();
	const hold = () => {
		stopped.delete(key);
		// The same objects: calls that end because of the stop are still added to them.
		stopped.set(key, { ...store.allWork, execution, at: clock.now() });
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
