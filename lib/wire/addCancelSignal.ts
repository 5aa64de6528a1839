import type { Step } from './send';

/** Ends a request and its waits with what it is made for, and with its own signal, where it has one. */
export const addCancelSignal: Step = async (next, call) => {
	const { payer, signal } = call;
	const cancel = payer.context.getExecutionCancelSignal?.();
	const request =
		signal === undefined ? call.request : { ...call.request, abortSignal: anyOf(signal, cancel) };
	const send = async (end?: AbortSignal) =>
		await next({ ...call, request, end: anyOf(signal, end) });
	return payer.untilEnd === undefined ? await send(cancel) : await payer.untilEnd(send);
};

/** The signals that a combined one is made of keep it, so that there is one only for a caller who brings a signal of its own. */
function anyOf(own?: AbortSignal, other?: AbortSignal): AbortSignal | undefined {
	return own && other ? AbortSignal.any([own, other]) : (own ?? other);
}
