import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceTime } from '../../lib/core/serviceTime';
import { sendWithoutCredential } from '../../lib/wire/sendWithoutCredential';
import { paymentRequired, type PaymentRequired } from '../../lib/wallet/challenge';
import { safePaymentUrl } from '../../lib/wallet/site';

/** The address and method of the top-up, without anything that identifies or pays. */
export function createTopUpRequest(options: IHttpRequestOptions): IHttpRequestOptions {
	return {
		method: 'POST',
		baseURL: safePaymentUrl(options.baseURL).href.replace(/(?<!\/)\/+$/, ''),
		url: '/x402/top-up',
		headers: { Accept: 'application/json' },
		disableFollowRedirect: true,
		timeout: options.timeout,
		proxy: options.proxy,
		skipSslCertificateValidation: options.skipSslCertificateValidation,
	};
}

/** What the service asks for in a top-up: the payment requirements of its 402, whose Date `time` notes. Throws a ServiceFailure otherwise. */
export async function fetchPaymentRequired(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	time?: ServiceTime,
): Promise<PaymentRequired> {
	const request = createTopUpRequest(options);
	const answer = await sendWithoutCredential(context, request);
	time?.noteDateOf(answer);
	const { statusCode, headers, body } = answer;
	return paymentRequired({ status: statusCode, headers, body });
}
