import type { IHttpRequestOptions } from 'n8n-workflow';

import { eitherEnding } from '../base/clock';
import type { Step } from '../http/send';
import type { OperationItem } from '../run/item';

/** Ends a request and its waits with the run; a free one about work that is paid for may go on. */
export const ending: Step<OperationItem> = async (next, item, options, policy) => {
	item.followsUp = policy?.free === true && !item.free;
	const request = stoppedBy(options, policy?.signal, item.context.getExecutionCancelSignal());
	return await next(item, request, {
		...policy,
		ending: eitherEnding(item.ending(), policy?.signal),
	});
};

/** The request, ended by its own signal too, where it has one. */
function stoppedBy(request: IHttpRequestOptions, own?: AbortSignal, cancel?: AbortSignal) {
	if (own === undefined) return request;
	return { ...request, abortSignal: cancel ? AbortSignal.any([own, cancel]) : own };
}
