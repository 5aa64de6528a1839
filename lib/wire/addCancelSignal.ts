import type { CallContext, Step } from './send';

/** Ends a request and its waits with what it is made for, and with its own signal, where it has one. */
export const addCancelSignal: Step<CallContext> = async (next, item, options, policy) => {
	const { signal } = policy;
	const cancel = item.context.getExecutionCancelSignal?.();
	const request =
		signal === undefined ? options : { ...options, abortSignal: anyOf(signal, cancel) };
	const send = async (end?: AbortSignal) =>
		await next(item, request, { ...policy, end: anyOf(signal, end) });
	return item.sendUntilEnd === undefined
		? await send(cancel)
		: await item.sendUntilEnd(policy, send);
};

/** The signals that a combined one is made of keep it, so that there is one only for a caller who brings a signal of its own. */
function anyOf(own?: AbortSignal, other?: AbortSignal): AbortSignal | undefined {
	return own && other ? AbortSignal.any([own, other]) : (own ?? other);
}
