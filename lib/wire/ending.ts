import { eitherEnding } from '../core/clock';
import type { Call, Step } from './send';

/** Ends a request and its waits with what it is made for, and with its own signal, where it has one. */
export const ending: Step<Call> = async (next, item, options, policy) => {
	const { signal } = policy;
	const cancel = item.context.getExecutionCancelSignal?.();
	const ofRun = item.endingOf?.(policy) ?? cancel;
	if (signal === undefined) return await next(item, options, { ...policy, ending: ofRun });
	const abortSignal = cancel ? AbortSignal.any([signal, cancel]) : signal;
	const ending = ofRun ? eitherEnding(ofRun, signal) : signal;
	return await next(item, { ...options, abortSignal }, { ...policy, ending });
};
