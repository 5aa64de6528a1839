import { eitherSignal } from '../core/clock';
import type { CallContext, Step } from './send';

/** Ends a request and its waits with what it is made for, and with its own signal, where it has one. */
export const addCancelSignal: Step<CallContext> = async (next, item, options, policy) => {
	const { signal } = policy;
	const cancel = item.context.getExecutionCancelSignal?.();
	const signalOfRun = item.cancelSignalFor?.(policy) ?? cancel;
	if (signal === undefined)
		return await next(item, options, { ...policy, cancelSignal: signalOfRun });
	const abortSignal = cancel ? AbortSignal.any([signal, cancel]) : signal;
	const cancelSignal = signalOfRun ? eitherSignal(signalOfRun, signal) : signal;
	return await next(item, { ...options, abortSignal }, { ...policy, cancelSignal });
};
