import type { IDataObject } from 'n8n-workflow';

import { readAs } from '../../../../lib/wire/readAs';
import type { Operation } from '../../../../lib/run/operation';
import { evmChecksumAddress } from '../../../../lib/wallet/evm';
import { WALLET_BALANCE_SCHEMA, WALLET_BALANCE_URL } from '../../walletBalance';

export const getWalletBalance = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the balance of the wallet',
		description:
			'Get the credit of the wallet in USD, its address, and whether it can pay for a call',
		routing: { request: { method: 'GET', url: WALLET_BALANCE_URL } },
	},
	free: true,
	async read(answer) {
		const { data } = readAs(answer, WALLET_BALANCE_SCHEMA);
		const { walletAddress } = data;
		const json = { ...data, walletAddress: evmChecksumAddress(walletAddress) ?? walletAddress };
		return [{ json: json as IDataObject }];
	},
	fields: [],
} satisfies Operation;
