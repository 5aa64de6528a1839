import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { executionMemory } from '../../core/execution';
import { isSameFile } from '../../files/storedFile';
import { holdIfStopped, stoppedWork } from './stopped';
import { AnswerStore, type IsSameFile } from './store';

/** By what all items of a run have in common. */
const stores = new WeakMap<object, AnswerStore | undefined>();

/** What the run of an item has paid for, as a retry finds it; undefined where n8n keeps no data with the execution. */
export function storeOf(run: object, context: IExecuteSingleFunctions): AnswerStore | undefined {
	if (!stores.has(run)) stores.set(run, openStore(context));
	return stores.get(run);
}

function openStore(context: IExecuteSingleFunctions): AnswerStore | undefined {
	const memory = executionMemory(context, 'node');
	if (memory === undefined) return undefined;
	const run = Number(context.evaluateExpression('{{ $runIndex }}', context.getItemIndex()));
	const isSame: IsSameFile = async (one, other) => await isSameFile(context, one, other);
	const isRetry = context.getMode() === 'retry';
	const store = new AnswerStore(memory, run, { ...stoppedWork(context, run), isRetry }, isSame);
	holdIfStopped(context, store, run);
	return store;
}
