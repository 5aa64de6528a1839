import type { INodeCredentialDescription } from 'n8n-workflow';

import { API_KEY_CREDENTIAL, WALLET_CREDENTIAL } from '../../lib/wire/credential';

const credentialEntry = (name: string, choice: string): INodeCredentialDescription => ({
	name,
	required: true,
	displayOptions: { show: { authentication: [choice] } },
});

export const keyCredential = () => credentialEntry(API_KEY_CREDENTIAL, 'apiKey');

export const walletCredential = () => credentialEntry(WALLET_CREDENTIAL, 'wallet');

export const eitherCredential = () => [keyCredential(), walletCredential()];

/**
 * The credentials of a node that n8n routes, hidden from its routing. Of the entries that name the choice of
 * Authentication n8n takes the first, and goes on without a credential when that one is optional and cannot be had: no version of
 * a node shows it, and no such type exists. So `$credentials` is undefined in every expression; the transport reads the credential.
 */
export function withoutRoutedCredential(
	...credentials: INodeCredentialDescription[]
): INodeCredentialDescription[] {
	const none: INodeCredentialDescription = {
		name: 'inferenceServiceNone',
		required: false,
		displayOptions: { show: { authentication: ['apiKey', 'wallet'], '@version': [0] } },
	};
	return [none, ...credentials];
}
