import type { Network } from './networks';

const STANDARD: Record<Network['family'], readonly string[]> = {
	evm: [
		'eth_blockNumber',
		'eth_call',
		'eth_chainId',
		'eth_estimateGas',
		'eth_feeHistory',
		'eth_gasPrice',
		'eth_getBalance',
		'eth_getBlockByHash',
		'eth_getBlockByNumber',
		'eth_getCode',
		'eth_getLogs',
		'eth_getStorageAt',
		'eth_getTransactionByHash',
		'eth_getTransactionCount',
		'eth_getTransactionReceipt',
		'eth_maxPriorityFeePerGas',
		'eth_sendRawTransaction',
		'eth_sendUserOperation',
		'eth_syncing',
		'net_version',
		'web3_clientVersion',
	],
	account: [
		'getAccountInfo',
		'getBalance',
		'getBlockHeight',
		'getLatestBlockhash',
		'getSignatureStatuses',
		'getSlot',
		'getTransaction',
		'sendTransaction',
	],
};

const LARGE: Record<Network['family'], readonly string[]> = {
	evm: ['trace_replayTransaction', 'trace_replayBlockTransactions', 'txpool_content'],
	account: ['getLargestAccounts', 'getSupply'],
};

const ADVANCED = /^(trace_\w+|debug_\w+|txpool_inspect|txpool_status)$/;

/** How many times the base price a method costs: 1, 2 or 4; nothing when it is not allowed. */
export function factorOf(method: string, { family }: Network): 1 | 2 | 4 | undefined {
	if (LARGE[family].includes(method)) return 4;
	if (STANDARD[family].includes(method)) return 1;
	return family === 'evm' && ADVANCED.test(method) ? 2 : undefined;
}

/** Why a method is not allowed. */
export function reasonAgainst(method: string, { family }: Network): string {
	if (/filter/i.test(method)) return 'filters are not kept, use eth_getLogs';
	if (/subscribe/i.test(method)) return 'there are no subscriptions over HTTP';
	if (/sign|accounts$/i.test(method)) return 'the service holds no keys';
	const other: Network = { family: family === 'evm' ? 'account' : 'evm', chainId: 0, credits: 0 };
	return factorOf(method, other) ? 'it belongs to another family of chains' : 'it is not allowed';
}
