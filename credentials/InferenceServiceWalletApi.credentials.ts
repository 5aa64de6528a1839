import { randomBytes } from 'node:crypto';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { checkedNamePrefix as checkPrefix, setHeader } from '../lib/wire/credential';
import { requireOwnOrigin } from '../lib/wire/serviceUrl';
import { DEFAULT_USD_PER_DAY } from '../lib/wallet/dailyLimit';
import { signInSite } from '../lib/wallet/site';
import { siwxHeader } from '../lib/wallet/siwx';
import { openWallet } from '../lib/wallet/wallet';
import { BASE_URL_FIELD, OPTIONAL_SETTINGS } from './common/addressFields';

export class InferenceServiceWalletApi implements ICredentialType {
	name = 'inferenceServiceWalletApi';

	displayName = 'Inference Service Wallet API';

	icon: Icon = {
		light: 'file:../icons/wallet.svg',
		dark: 'file:../icons/wallet.dark.svg',
	};

	documentationUrl = 'https://repository.example/docs/wallet.md';

	// n8n 1.x does not know it; there the origin is all that is checked.
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			displayName:
				'Use a wallet that holds only what you can afford to lose. Its key signs every request of the workflows that use this credential.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			...BASE_URL_FIELD,
			description: `${BASE_URL_FIELD.description} Payments are signed for https only, or for a service on this machine`,
		},
		{
			displayName: 'Network',
			name: 'network',
			type: 'options',
			default: 'evm',
			options: [
				{ name: 'Base (EVM)', value: 'evm' },
				{ name: 'Solana', value: 'solana' },
			],
			description: 'Network of the wallet, on which it also pays in USDC',
		},
		{
			displayName: 'Private Key',
			name: 'privateKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Base: 64 hexadecimal digits, with or without 0x. Solana: the base58 text that the wallet exports, the same key in hexadecimal digits, or the list of numbers from solana-keygen',
		},
		{
			displayName: 'Max Amount per Day (USD)',
			name: 'maxPerDay',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_USD_PER_DAY,
			description:
				'Maximum to top up within 24 hours, over all workflows that use this wallet. Checked against the transaction list of the service before a payment is signed. 0 means no limit',
		},
		...OPTIONAL_SETTINGS,
		{
			displayName: 'Statement',
			name: 'statement',
			type: 'string',
			default: '',
			placeholder: 'e.g. Sign in to use inference credits',
			description: 'Sentence in the text that the wallet signs. Leave empty to use a general one',
		},
		{
			displayName: 'Legacy Header',
			name: 'legacyHeader',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the sign-in under its older header name, for deployments that support no other',
		},
	];

	// Called for every attempt, so that each carries a signature of its own: a nonce is spent by the first use.
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		requireOwnOrigin(credentials, requestOptions);
		checkPrefix(credentials.namePrefix);
		const rail = credentials.network === 'solana' ? 'solana' : 'evm';
		const wallet = openWallet(rail, credentials.privateKey);
		const { name, value } = await siwxHeader(wallet, {
			site: signInSite(credentials.baseUrl, credentials.statement),
			now: Date.now(),
			nonce: randomBytes(8).toString('hex'),
			legacyHeader: credentials.legacyHeader === true,
		});
		setHeader(requestOptions, name, value);
		// The older request helpers of n8n may leave it out.
		requestOptions.url &&= requestOptions.url.replace('{wallet}', wallet.address);
		return requestOptions;
	};
}
