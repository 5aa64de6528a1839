import type { INode } from 'n8n-workflow';

export const API_KEY_CREDENTIAL = 'inferenceServiceApi';
export const WALLET_CREDENTIAL = 'inferenceServiceWalletApi';

/** The credential type a node uses: the one its parameter `authentication` chooses, else the API key. */
export function credentialType({ parameters }: Pick<INode, 'parameters'>): string {
	const { authentication } = parameters;
	return authentication === 'wallet' ? WALLET_CREDENTIAL : API_KEY_CREDENTIAL;
}
