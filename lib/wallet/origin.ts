import { badInput } from '../base/failure';
import { isLoopback, serviceUrl } from '../http/credential';

/** The checked base URL of a credential; throws a ServiceFailure unless it is https, or http on this machine. */
export function safeOrigin(baseUrl: unknown): URL {
	const url = new URL(serviceUrl(baseUrl));
	if (url.protocol === 'https:' || isLoopback(url.hostname)) return url;
	throw badInput(
		`Nothing was signed: a payment over http to ${url.host} could be read and changed on its way`,
		'Use a Base URL that starts with https://',
	);
}
