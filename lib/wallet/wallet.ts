import { encodeBase58 } from '../wire/keys/base58';
import { ed25519PublicKey, ed25519Sign } from '../wire/keys/ed25519';
import {
	evmAddress,
	type Hex,
	signPersonal,
	signTransfer,
	type TransferAuthorization,
} from './evm';
import { parsePrivateKey, type Rail } from '../wire/keys/privateKey';

/** A wallet on Base: its address, and the only two things it signs. */
export interface EvmWallet {
	readonly rail: 'evm';
	/** EIP-55 form. */
	readonly address: string;
	/** EIP-191, 65 bytes in hex. */
	signText(message: string): Promise<string>;
	/** EIP-3009 over USDC's domain on Base, 65 bytes in hex. */
	signTransfer(authorization: TransferAuthorization): Promise<Hex>;
}

export interface SolanaWallet {
	readonly rail: 'solana';
	/** base58. */
	readonly address: string;
	/** Ed25519 over the text's UTF-8 bytes, base58. */
	signText(message: string): Promise<string>;
	/** Ed25519 over a compiled transaction message, 64 bytes. */
	signMessage(message: Uint8Array): Uint8Array;
}

export type Wallet = EvmWallet | SolanaWallet;

/**
 * Opens the wallet behind a private key. The key stays inside the functions, so that printing or
 * serialising the wallet shows the address only. Throws the ServiceFailure of `parsePrivateKey`.
 */
export function openWallet(rail: Rail, privateKey: unknown): Wallet {
	const key = parsePrivateKey(rail, privateKey);
	if (rail === 'evm') {
		return {
			rail,
			address: evmAddress(key),
			signText: async (message) => await signPersonal(key, message),
			signTransfer: async (authorization) => await signTransfer(key, authorization),
		};
	}
	return {
		rail,
		address: encodeBase58(ed25519PublicKey(key)),
		signText: async (message) => encodeBase58(ed25519Sign(key, Buffer.from(message, 'utf8'))),
		signMessage: (message) => ed25519Sign(key, message),
	};
}
