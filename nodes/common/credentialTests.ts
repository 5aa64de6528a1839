import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceServiceWalletApi } from '../../credentials/InferenceServiceWalletApi.credentials';
import { testAccount } from '../../lib/wire/testAccount';

/** Tests an API key by asking for its rate limits, which is free and needs a valid key. */
export async function testServiceKey(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testAccount(this, new InferenceServiceApi(), data, {
		url: '/api_keys/rate_limits',
		remedies: {
			401: 'The service does not accept this API key. Copy it again from the API settings of your account and check that it has not expired',
			403: 'The API key is valid but may not use the API. Check the type of the key, and that API access is enabled for the account',
			404: 'There is no such service at this Base URL. It must include the version path, e.g. https://api.example.com/api/v1',
		},
	});
}

/** Tests a wallet by reading its own balance, which is free and needs a valid signature. */
export async function testServiceWallet(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	return await testAccount(this, new InferenceServiceWalletApi(), data, {
		url: '/x402/balance/{wallet}',
		remedies: {
			401: 'The service does not accept the signature of this wallet. Check the Network, the Private Key, the Base URL, and that the clock of this machine is correct',
			403: 'The service says that this is not the wallet that signed',
			404: 'There is no such service at this Base URL, or it does not support wallets. It must include the version path, e.g. https://api.example.com/api/v1',
		},
	});
}
