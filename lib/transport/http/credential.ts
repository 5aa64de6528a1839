import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

export const API_KEY_CREDENTIAL = 'inferenceServiceApi';
export const WALLET_CREDENTIAL = 'inferenceServiceWalletApi';

/** The credential type a node uses: the one its parameter `authentication` chooses, else the API key. */
export function credentialType(context: Pick<IAllExecuteFunctions, 'getNode'>): string {
	const { authentication } = context.getNode().parameters;
	return authentication === 'wallet' ? WALLET_CREDENTIAL : API_KEY_CREDENTIAL;
}

/** Adds a header to the very headers of a request, so that whoever sends it can see what must not be shown. */
export function setHeader(options: IHttpRequestOptions, name: string, value: string): void {
	const headers = options.headers ?? {};
	headers[name] = value;
	options.headers = headers;
}
