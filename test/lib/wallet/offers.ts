import { encodeBase58, getAddress, hexlify } from 'ethers';
import { sign } from '../../service/wallet/nacl';
import type { Rail } from '../../../lib/wire/keys/privateKey';
import { openWallet, type Wallet } from '../../../lib/wallet/wallet';
import { Random } from './random';
import vectors from './vectors.json';

export const DOLLAR = 1_000_000n;

const random = new Random('offers');

// Published test keys.
export const EVM_KEY = vectors.eip191[0]?.privateKey ?? '';
export const SOLANA_KEY = vectors.solana.keyToAddress.seedBase58;

export const wallets: Record<Rail, Wallet> = {
	evm: openWallet('evm', EVM_KEY),
	solana: openWallet('solana', SOLANA_KEY),
};

export const evmAddressOf = (source: Random) => getAddress(hexlify(source.bytes(20)));

/** An address that somebody holds a key for. */
export const solanaAddressOf = (source: Random) =>
	encodeBase58(sign.keyPair.fromSeed(source.bytes(32)).publicKey);

export type Entry = Record<string, unknown> & { extra: Record<string, unknown> };

/** Entries of `accepts` as an honest service writes them; `change` overrides fields. */
export function evmEntry(change: Record<string, unknown> = {}): Entry {
	return {
		scheme: 'exact',
		network: 'eip155:8453',
		amount: '5000000',
		asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
		payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
		maxTimeoutSeconds: 300,
		extra: { name: 'USD Coin', version: '2' },
		...change,
	};
}

const RECEIVER = solanaAddressOf(random);
const FEE_PAYER = solanaAddressOf(random);

export function solanaEntry(change: Record<string, unknown> = {}): Entry {
	return {
		scheme: 'exact',
		network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
		amount: '5000000',
		asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
		payTo: RECEIVER,
		maxTimeoutSeconds: 60,
		extra: { feePayer: FEE_PAYER },
		...change,
	};
}
