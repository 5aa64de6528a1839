import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { clock } from '../base/clock';
import { isRecord } from '../base/record';
import type { Entry } from './paidWork';

/** Stopped runs of nodes whose work is held. */
const MOST = 20;
/** An older answer is not what a new run asks for. */
const LONGEST_MS = 3_600_000;

/** What stopped runs had paid for, by workflow, node and run: n8n drops it with the execution (docs/reliability.md). */
const stopped = new Map<string, { kept: Record<string, Entry>; at: number }>();

/**
 * What an earlier run of this node had paid for when the user stopped it within the last hour, while this process still has it. If this run is stopped, what
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
		stopped.set(key, { kept: kept as Record<string, Entry>, at: clock.now() });
		for (const oldest of [...stopped.keys()].slice(0, -MOST)) stopped.delete(oldest);
	};
	context.getExecutionCancelSignal()?.addEventListener('abort', hold, { once: true });
	const held = stopped.get(key);
	if (held !== undefined && clock.now() - held.at < LONGEST_MS) return held.kept;
	stopped.delete(key);
	return {};
}
