import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../core/failure';
import { parseFileAddress } from './fileAddress';
import { cancelBody } from '../core/streams';
import type { CleanResponse } from '../core/answer';
import { sendWithoutCredential } from '../wire/sendWithoutCredential';
import { isPublicAddress } from './publicAddress';
import { egressPolicy, privateAddressFailure, allowedRouteTo } from './egressPolicy';

const MAX_REDIRECTS = 5;

/** A request to an address that a user, an agent or an answer of the service named. */
export type RequestWithoutCredential = Pick<
	IHttpRequestOptions,
	'method' | 'url' | 'body' | 'timeout'
>;

/**
 * Fetches an address without a credential, and returns its answer as a stream, whatever its status. Every address on the way is held
 * to the egress policy; only a GET is redirected. `label` is what the address is of, for the sentences. Throws a ServiceFailure.
 */
export async function fetchWithoutCredential(
	context: IExecuteSingleFunctions,
	request: RequestWithoutCredential,
	label: string,
): Promise<CleanResponse> {
	const policy = await egressPolicy(context);
	let url = parseFileAddress(request.url, label);
	for (let redirects = 0; ; redirects++) {
		const { address, unchecked } = await allowedRouteTo(policy, url, label);
		// Whether the name leads into a private network is known once it has answered: not to what deletes there.
		if (unchecked && request.method === 'DELETE') {
			const { body } = await fetchWithoutCredential(context, { ...request, method: 'HEAD' }, label);
			cancelBody(body);
		}
		const response = await sendWithoutCredential(context, {
			...request,
			url: url.href,
			encoding: 'stream',
			disableFollowRedirect: true,
			...(address === undefined ? {} : { agentOptions: { host: address } }),
		});
		if (unchecked && !isPublicAddress(response.remoteAddress ?? '')) {
			cancelBody(response.body);
			throw privateAddressFailure(label, url.hostname);
		}
		const next = request.method === 'GET' ? redirectTargetOf(response) : undefined;
		if (next === undefined) return response;
		cancelBody(response.body);
		if (redirects === MAX_REDIRECTS) throw badInput(`${label} has too many redirects`);
		url = parseFileAddress(URL.canParse(next, url.href) ? new URL(next, url).href : next, label);
	}
}

function redirectTargetOf({ statusCode, headers }: CleanResponse): string | undefined {
	const { location } = headers;
	// RFC 9110, 15.4: those that name where a GET goes on.
	const redirects = [301, 302, 303, 307, 308].includes(statusCode);
	return redirects && typeof location === 'string' ? location : undefined;
}
