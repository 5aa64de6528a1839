import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../base/failure';
import { requireSuccess } from '../errors/refusal';
import { copyOf } from '../base/itemContext';
import type { CleanResponse } from '../base/answer';
import type { Redactor } from '../base/redact';
import { transmit } from './transmit';

/** The contexts of n8n that can send an authenticated request. */
export type Caller = Pick<IAllExecuteFunctions, 'getNode'> & {
	helpers: Pick<IAllExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
};

/**
 * Sends one request with the given credential, paid for or free, and returns the full answer of a 2xx.
 * Throws a ServiceFailure for everything else: the refusal explained, the connection that failed, the cancelled run.
 * Neither shows the secrets of the call, which are its signing headers and those that `redact` hides.
 */
export async function exchange(
	context: Caller,
	credentialType: string,
	options: IHttpRequestOptions,
	paid: boolean,
	redact?: Redactor,
): Promise<CleanResponse> {
	requireSecret(options);
	const { httpRequestWithAuthentication } = context.helpers;
	const caller = context as IAllExecuteFunctions;
	const response = await transmit(
		{ ...options, disableFollowRedirect: true },
		{
			send: async (request): Promise<unknown> =>
				await httpRequestWithAuthentication.call(
					endedBy(caller, request.abortSignal),
					credentialType,
					request,
				),
			redact,
			signal: options.abortSignal ?? context.getExecutionCancelSignal?.(),
			paid,
		},
	);
	return requireSuccess(response, paid);
}

/** The same context with another signal: n8n 2.x puts that of its context in the place of the request's own. */
function endedBy(context: IAllExecuteFunctions, signal: unknown): IAllExecuteFunctions {
	const same = copyOf(context);
	return Object.assign(same, { getExecutionCancelSignal: () => signal });
}

/**
 * Refuses a proxy that would read the key: whoever edits a workflow may choose it under n8n's own Request Options, and is not to see
 * the credential that the workflow uses. Throws a ServiceFailure.
 */
function requireSecret(request: IHttpRequestOptions): void {
	const { baseURL, proxy, skipSslCertificateValidation } = request;
	if (!proxy) return;
	if (skipSslCertificateValidation !== true && /^https:/i.test(baseURL ?? '')) return;
	throw badInput(
		'Nothing was sent: the proxy of this node could read the key of the credential',
		'Turn Ignore SSL Issues off and use a Base URL that starts with https://, or remove the Proxy in Settings > Request Options.',
	);
}
