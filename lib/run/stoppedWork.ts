import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isRecord } from '../base/record';
import type { Entry } from './paidWork';

/** Stopped runs of nodes whose work is held. */
const MOST = 20;

/** What stopped runs had paid for, by workflow, node and run: n8n drops it with the execution (docs/reliability.md). */
const stopped = new Map<string, Record<string, Entry>>();

/**
 * What an earlier run of this node had paid for when the user stopped it, while this process still has it. If this run is stopped, what
 * `memory` then has of it takes its place.
 */
export function stoppedWork(
	context: IExecuteSingleFunctions,
	memory: Record<string, unknown>,
	run: number,
): Record<string, Entry> {
	const key = [context.getWorkflow().id, context.getNode().id, run].join(' ');
	const hold = () => {
		const { paidWork } = memory;
		const kept = isRecord(paidWork) && isRecord(paidWork.kept) ? paidWork.kept : {};
		// The same object: calls that end because of the stop are still added to it.
		stopped.delete(key);
		stopped.set(key, kept as Record<string, Entry>);
		for (const oldest of [...stopped.keys()].slice(0, -MOST)) stopped.delete(oldest);
	};
	context.getExecutionCancelSignal()?.addEventListener('abort', hold, { once: true });
	return stopped.get(key) ?? {};
}
