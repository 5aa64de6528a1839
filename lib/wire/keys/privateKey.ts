import { badInput } from '../../core/failure';
import { base64Fragments } from '../../core/redact';
import { decodeBase58, encodeBase58 } from './base58';
import { ed25519PublicKey } from './ed25519';

/** The two networks a wallet can be of: Base (chain 8453) and Solana mainnet. */
export type Rail = 'evm' | 'solana';

/** Private keys of secp256k1 lie below this order (SEC 2, section 2.4.1). */
const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const KEY_FORM_CURES: Record<Rail, string> = {
	evm: 'Enter the 64 hexadecimal digits of an EVM private key, with or without 0x',
	solana:
		'Enter a Solana private key as a wallet exports it (base58 of 64 or 32 bytes), or its 32-byte seed in hexadecimal digits',
};

/**
 * The 32 secret bytes behind a private key as users have it: EVM in hex, Solana in base58 (64 or 32 bytes) or as hex seed.
 * Throws a ServiceFailure that never contains any part of the value.
 */
export function parsePrivateKey(rail: Rail, value: unknown): Uint8Array {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') throw badInput('The credential has no Private Key', KEY_FORM_CURES[rail]);
	const bytes = rail === 'evm' ? evmKeyBytes(text) : solanaSeedBytes(text);
	if (bytes) return bytes;
	throw badInput(
		`The Private Key of the credential is not a valid ${RAIL_NAMES[rail]} private key`,
		KEY_FORM_CURES[rail],
	);
}

const RAIL_NAMES: Record<Rail, string> = { evm: 'EVM', solana: 'Solana' };

function evmKeyBytes(text: string): Uint8Array | undefined {
	const bytes = bytesOfHex32(text);
	if (!bytes) return undefined;
	const number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
	return number > 0n && number < SECP256K1_ORDER ? bytes : undefined;
}

function solanaSeedBytes(text: string): Uint8Array | undefined {
	const bytes = bytesOfHex32(text) ?? decodeBase58(text);
	if (bytes?.length === 32) return bytes;
	if (bytes?.length !== 64) return undefined;
	const seed = bytes.subarray(0, 32);
	return Buffer.compare(ed25519PublicKey(seed), bytes.subarray(32)) === 0 ? seed : undefined;
}

function bytesOfHex32(text: string): Uint8Array | undefined {
	const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1];
	return digits === undefined ? undefined : Uint8Array.from(Buffer.from(digits, 'hex'));
}

/** A private key as its owner entered it and in the ways its bytes are commonly written. */
export function writtenFormsOfKey(network: unknown, privateKey: unknown): string[] {
	const enteredKey = typeof privateKey === 'string' ? privateKey.trim() : '';
	if (enteredKey === '') return [];
	try {
		const bytes = parsePrivateKey(network === 'solana' ? 'solana' : 'evm', enteredKey);
		const digits = Buffer.from(bytes).toString('hex');
		return [
			enteredKey,
			digits,
			digits.toUpperCase(),
			encodeBase58(bytes),
			...base64Fragments(Buffer.from(bytes)),
		];
	} catch {
		return [enteredKey];
	}
}
