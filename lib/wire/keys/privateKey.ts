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
		'Enter a Solana private key of 64 bytes, or its seed of 32: in base58 as a wallet exports it, in hexadecimal digits, or as the list of numbers in a file of solana-keygen',
};

/**
 * The 32 secret bytes behind a private key as users have it: EVM in hex, Solana with 64 or 32 bytes in base58, hex or as a list of numbers.
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
	const bytes = bytesOfHex(text);
	if (bytes?.length !== 32) return undefined;
	const number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
	return number > 0n && number < SECP256K1_ORDER ? bytes : undefined;
}

function solanaSeedBytes(text: string): Uint8Array | undefined {
	const bytes = bytesOfHex(text) ?? bytesOfList(text) ?? decodeBase58(text);
	if (bytes?.length === 32) return bytes;
	if (bytes?.length !== 64) return undefined;
	const seed = bytes.subarray(0, 32);
	return Buffer.compare(ed25519PublicKey(seed), bytes.subarray(32)) === 0 ? seed : undefined;
}

/** A list of numbers as solana-keygen writes it. */
function bytesOfList(text: string): Uint8Array | undefined {
	const numbers = /^\[[\d\s,]{1,1000}\]$/.test(text)
		? text.slice(1, -1).split(',').map(Number)
		: [];
	return numbers.length > 0 && numbers.every((one) => Number.isInteger(one) && one < 256)
		? Uint8Array.from(numbers)
		: undefined;
}

/** Of 32 or 64 bytes. */
function bytesOfHex(text: string): Uint8Array | undefined {
	const digits = /^(?:0x)?([0-9a-f]{64}|[0-9a-f]{128})$/i.exec(text)?.[1];
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
