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
	const held = heldRuns.get(keyOf(context, run));
	// Another try of the same execution has it all in its memory.
	if (held?.execution === context.getExecutionId()) heldRuns.delete(keyOf(context, run));
	const isSame: IsSameFile = async (one, other) => await isSameFile(context, one, other);
	const isRetry = context.getMode() === 'retry';
	const store = new AnswerStore(memory, run, { isRetry, ...heldWork(context, run) }, isSame);
	holdIfStopped(context, store, run);
	return store;
}

/** Runs of nodes whose work is held, and how much JSON all of them have; the newest are held. */
const MOST = 20;
const MOST_BYTES = 64 * 1024 * 1024;
/** An older answer is not what a new run asks for. */
const LONGEST_MS = 3_600_000;

interface HeldRun {
	/** The same store: calls that end because of the stop are still added to it. */
	store: AnswerStore;
	execution: string | undefined;
	at: number;
	/** Whether it failed in the editor, which has no Retry: whoever runs it there again takes it up. */
	isOfEditor: boolean;
}

/** What stopped runs, and failed ones of the editor, had paid for, by workflow, node and run: n8n drops it with the execution (docs/recovery.md). */
const heldRuns = new Map<string, HeldRun>();

/** What an earlier run of this node had paid for when it was stopped, or failed in the editor, within the last hour, while this process still has it. */
export function heldWork(context: IExecuteSingleFunctions, run: number): StoppedWork {
	dropOld();
	const held = heldRuns.get(keyOf(context, run));
	if (held === undefined || (held.isOfEditor && context.getMode() !== 'manual'))
		return { kept: {} };
	const { kept } = held.store.allWork;
	return { kept, execution: held.execution, isOfEditor: held.isOfEditor };
}

/** Holds what a run of this node has paid for once its execution is stopped, also if the node has finished by then: n8n drops its output. */
export function holdIfStopped(
	context: IExecuteSingleFunctions,
	store: AnswerStore,
	run: number,
): void {
	const hold = () => holdRun(context, store, run, false);
	context.getExecutionCancelSignal()?.addEventListener('abort', hold, { once: true });
}

/** Holds it where a run of the editor fails. */
export function holdIfOfEditor(context: IExecuteSingleFunctions, store: AnswerStore): void {
	const isStopped = context.getExecutionCancelSignal()?.aborted === true;
	if (context.getMode() === 'manual' && !isStopped)
		holdRun(context, store, runIndexOf(context), true);
}

function holdRun(
	context: IExecuteSingleFunctions,
	store: AnswerStore,
	run: number,
	isOfEditor: boolean,
): void {
	const key = keyOf(context, run);
	heldRuns.delete(key);
	heldRuns.set(key, { store, execution: context.getExecutionId(), at: clock.now(), isOfEditor });
	dropOld();
}

function dropOld(): void {
	let [runs, bytes] = [0, 0];
	for (const [key, { store, at }] of [...heldRuns].reverse()) {
		runs++;
		bytes += store.allWork.bytes;
		const isOld = clock.now() - at >= LONGEST_MS;
		if (isOld || runs > MOST || bytes > MOST_BYTES) heldRuns.delete(key);
	}
}

function keyOf(context: IExecuteSingleFunctions, run: number): string {
	return [context.getWorkflow().id, context.getNode().id, run].join(' ');
}
