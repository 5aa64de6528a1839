import type { INodeExecutionData, IPollFunctions, IRun } from 'n8n-workflow';

import type { Outcome } from '../../lib/billing/handOffs';

/** What became of the emissions of this process, by key; a new process knows of none. */
export const outcomes = new Map<string, Outcome>();
const MOST_OUTCOMES = 10_000;

/** What became of an emission; undefined when this process did not make it. */
export function outcomeOf(key: string): Outcome {
	return outcomes.get(key);
}

/** Starts an execution with the items, as n8n does with what a poll returns, and notes under the key what becomes of it. */
export function handOver(context: IPollFunctions, items: INodeExecutionData[], key: string): void {
	const done = context.helpers.createDeferredPromise<IRun | undefined>();
	done.promise.then(
		(run) => note(key, gotThrough(run) ? 'succeeded' : 'failed'),
		(error: unknown) => note(key, isStopped(error) ? 'succeeded' : 'failed'),
	);
	// Until n8n has taken the items.
	note(key, 'failed');
	context.__emit([items], undefined, done);
	note(key, 'running');
}

/** An execution that waits is kept by n8n. */
function gotThrough(run: IRun | undefined): boolean {
	if (run?.status === 'canceled') return !isTimeOut(run.data?.resultData.error);
	return run !== undefined && ['success', 'waiting'].includes(run.status);
}

/** n8n rejects what was stopped: what a person stopped must not come again, a time-out or a shutdown is a failure. */
function isStopped(error: unknown): boolean {
	return nameOf(error) === 'ManualExecutionCancelledError';
}

function isTimeOut(error: unknown): boolean {
	return nameOf(error) === 'TimeoutExecutionCancelledError';
}

/** The class of an error, which can come from another copy of n8n's packages than ours. */
function nameOf(error: unknown): string | undefined {
	return error instanceof Object ? error.constructor.name : undefined;
}

function note(key: string, outcome: Outcome): void {
	outcomes.set(key, outcome);
	for (const oldest of outcomes.keys()) {
		if (outcomes.size <= MOST_OUTCOMES) return;
		outcomes.delete(oldest);
	}
}
