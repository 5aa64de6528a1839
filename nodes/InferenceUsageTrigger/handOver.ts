import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import type { EmissionOutcome } from '../../lib/billing/handOffs';

/** What became of the emissions of this process, by key; a new process knows of none. */
export const outcomeByKey = new Map<string, EmissionOutcome>();
const MAX_OUTCOMES = 10_000;

/** What became of an emission; undefined when this process did not make it. */
export function outcomeOf(key: string): EmissionOutcome {
	return outcomeByKey.get(key);
}

/** Starts an execution with the items, as n8n does with what a poll returns, and notes under the key what becomes of it. */
export function startExecution(
	context: IPollFunctions,
	items: INodeExecutionData[],
	key: string,
): void {
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	done.promise.then(
		(run) => noteOutcome(key, hasSucceeded(run) ? 'succeeded' : 'failed'),
		(error: unknown) => noteOutcome(key, isStoppedByPerson(error) ? 'succeeded' : 'failed'),
	);
	// Until n8n has taken the items.
	noteOutcome(key, 'failed');
	context.__emit([items], undefined, done);
	noteOutcome(key, 'running');
}

/** An execution that waits is kept by n8n. */
function hasSucceeded(run: IRun | undefined): boolean {
	if (run?.status === 'canceled') return !isTimeOut(run.data?.resultData.error);
	return run !== undefined && ['success', 'waiting'].includes(run.status);
}

/** n8n rejects what was stopped: what a person stopped must not come again, a time-out or a shutdown is a failure. */
function isStoppedByPerson(error: unknown): boolean {
	return classNameOf(error) === 'ManualExecutionCancelledError';
}

function isTimeOut(error: unknown): boolean {
	return classNameOf(error) === 'TimeoutExecutionCancelledError';
}

/** The class of an error, which can come from another copy of n8n's packages than ours. */
function classNameOf(error: unknown): string | undefined {
	return error instanceof Object ? error.constructor.name : undefined;
}

function noteOutcome(key: string, outcome: EmissionOutcome): void {
	outcomeByKey.set(key, outcome);
	for (const oldest of outcomeByKey.keys()) {
		if (outcomeByKey.size <= MAX_OUTCOMES) return;
		outcomeByKey.delete(oldest);
	}
}
