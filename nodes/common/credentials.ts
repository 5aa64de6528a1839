import type { INodeCredentialDescription } from 'n8n-workflow';

import { API_KEY_CREDENTIAL, WALLET_CREDENTIAL } from '../../lib/wire/credential';

/** Shown for its choice of Authentication. With the slash, n8n's panels find the parameter, and its routing does not take the entry (see hiddenFromRouting). */
export const credentialFor = (choice: 'apiKey' | 'wallet'): INodeCredentialDescription => ({
	name: choice === 'wallet' ? WALLET_CREDENTIAL : API_KEY_CREDENTIAL,
	required: true,
	displayOptions: { show: { '/authentication': [choice] } },
});

/** Both. */
export const eitherCredential = () => [credentialFor('apiKey'), credentialFor('wallet')];

/**
 * The credentials of a node that n8n routes, hidden from its routing. Of the entries that name the choice under
 * `authentication`, without a slash, n8n takes the first, and goes on without a credential when that one is optional and cannot be had: no version of
 * a node shows it, and no such type exists. So `$credentials` is undefined in every expression; the transport reads the credential.
 * It stands last, as n8n looks at the credentials of a node at start until one can sign requests, and logs those it does not know.
 */
export function hiddenFromRouting(
	...credentials: INodeCredentialDescription[]
): INodeCredentialDescription[] {
	const none: INodeCredentialDescription = {
		name: 'inferenceServiceNone',
		required: false,
		displayOptions: { show: { authentication: ['apiKey', 'wallet'], '@version': [0] } },
	};
	return [...credentials, none];
}
