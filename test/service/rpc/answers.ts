import { createHash } from 'node:crypto';
import type { RpcCall } from '../schemas/rpc';
import type { Network } from './networks';

export interface RpcFailure {
	code: number;
	message: string;
	data?: unknown;
}

export type RpcOutcome = { result: unknown } | { error: RpcFailure };

const SECONDS_PER_BLOCK = 12;
const hex = (value: number) => `0x${value.toString(16)}`;

/**
 * What a chain says. A call whose data begin with `0xdead` reverts; a call or a balance without
 * parameters has invalid ones; a raw transaction needs hexadecimal digits.
 */
export function outcomeOf(
	{ method, params = [] }: RpcCall,
	network: Network,
	now: number,
): RpcOutcome {
	const block = Math.floor(now / 1000 / SECONDS_PER_BLOCK);
	const [first] = params;
	switch (method) {
		case 'eth_blockNumber':
			return { result: hex(block) };
		case 'eth_chainId':
			return { result: hex(network.chainId) };
		case 'net_version':
			return { result: String(network.chainId) };
		case 'eth_gasPrice':
			return { result: hex(1_000_000_000) };
		case 'eth_getBalance':
			if (typeof first !== 'string') return invalidParams();
			return { result: '0xde0b6b3a7640000' };
		case 'eth_call':
			return called(first);
		case 'eth_getTransactionReceipt':
			return { result: null };
		case 'eth_getLogs':
			return { result: [] };
		case 'eth_sendRawTransaction':
			return relayed(first);
		case 'getBalance':
			if (typeof first !== 'string') return invalidParams();
			return { result: { context: { slot: block }, value: 1_000_000_000 } };
		case 'getLatestBlockhash':
			return {
				result: {
					context: { slot: block },
					value: { blockhash: blockHash(block), lastValidBlockHeight: block + 150 },
				},
			};
		case 'getSlot':
		case 'getBlockHeight':
			return { result: block };
		default:
			return { result: { method, params } };
	}
}

/** 32 bytes in base58: 43 letters, the first not too low. */
function blockHash(block: number): string {
	const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefgh';
	const bytes = createHash('sha512').update(`block ${block}`).digest().subarray(0, 43);
	return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

function called(transaction: unknown): RpcOutcome {
	if (typeof transaction !== 'object' || transaction === null) return invalidParams();
	const fields = new Map<string, unknown>(Object.entries(transaction));
	const data = fields.get('data') ?? fields.get('input');
	if (!String(data).startsWith('0xdead')) return { result: `0x${'0'.repeat(63)}1` };
	return { error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } };
}

function relayed(transaction: unknown): RpcOutcome {
	if (typeof transaction !== 'string' || !/^0x[0-9a-f]+$/i.test(transaction)) {
		return { error: { code: -32_000, message: 'the transaction cannot be decoded' } };
	}
	return { result: `0x${createHash('sha256').update(transaction).digest('hex')}` };
}

function invalidParams(): RpcOutcome {
	return { error: { code: -32_602, message: 'invalid parameters' } };
}
