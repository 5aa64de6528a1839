import type { TypedDataDefinition } from 'viem';
import { privateKeyToAddress, sign } from 'viem/accounts';
import { getAddress, hashMessage, hashTypedData, isAddress } from 'viem/utils';
import { BASE_CHAIN_ID, USDC_ADDRESSES, USDC_DOMAIN } from './usdc';

// The only module that imports viem: the build puts viem into this file alone.

export type Hex = `0x${string}`;

/** An EIP-3009 authorization as it travels: every value is a string; times are Unix seconds, `value` is in base units. */
export interface TransferAuthorization {
	from: string;
	to: string;
	value: string;
	validAfter: string;
	validBefore: string;
	/** 32 bytes in hex. */
	nonce: string;
}

/** The EIP-712 type of EIP-3009's transfer. */
export const TRANSFER_TYPES = {
	TransferWithAuthorization: [
		{ name: 'from', type: 'address' },
		{ name: 'to', type: 'address' },
		{ name: 'value', type: 'uint256' },
		{ name: 'validAfter', type: 'uint256' },
		{ name: 'validBefore', type: 'uint256' },
		{ name: 'nonce', type: 'bytes32' },
	],
} as const;

/** USDC's EIP-712 domain on Base mainnet, the only one a payment is signed for. */
export const TRANSFER_DOMAIN = {
	...USDC_DOMAIN,
	chainId: BASE_CHAIN_ID,
	verifyingContract: USDC_ADDRESSES.evm,
} as const;

/** The EIP-55 address of a 32-byte private key. */
export function evmAddress(key: Uint8Array): string {
	return privateKeyToAddress(toHex(key));
}

/** An address in its EIP-55 form; undefined when the text is none, or its capitals contradict EIP-55. */
export function evmChecksumAddress(text: unknown): string | undefined {
	return typeof text === 'string' && isAddress(text) ? getAddress(text) : undefined;
}

/** The 65-byte signature in hex of a text under EIP-191 (personal sign). */
export async function signPersonal(key: Uint8Array, message: string): Promise<Hex> {
	return await sign({ hash: hashMessage(message), privateKey: toHex(key), to: 'hex' });
}
export function typedDataDigest(data: TypedDataDefinition): Hex {
	return hashTypedData(data);
}

/** The 65-byte signature in hex of typed data under EIP-712. */
export async function signTypedData(key: Uint8Array, data: TypedDataDefinition): Promise<Hex> {
	return await sign({ hash: typedDataDigest(data), privateKey: toHex(key), to: 'hex' });
}

/** The signature of an EIP-3009 transfer of USDC on Base. */
export async function signTransfer(
	key: Uint8Array,
	authorization: TransferAuthorization,
): Promise<Hex> {
	return await signTypedData(key, {
		domain: TRANSFER_DOMAIN,
		types: TRANSFER_TYPES,
		primaryType: 'TransferWithAuthorization',
		message: {
			from: authorization.from,
			to: authorization.to,
			value: BigInt(authorization.value),
			validAfter: BigInt(authorization.validAfter),
			validBefore: BigInt(authorization.validBefore),
			nonce: authorization.nonce,
		},
	});
}

function toHex(bytes: Uint8Array): Hex {
	return `0x${Buffer.from(bytes).toString('hex')}`;
}
