import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** RFC 8410: what stands before the 32 bytes of a seed in PKCS #8, and how long the head of an exported public key is. */
const PKCS8_SEED_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_PREFIX_BYTES = 12;

const FIELD_PRIME = 2n ** 255n - 19n;
const CURVE_CONSTANT_D =
	37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** The public key (32 bytes) of an Ed25519 seed (32 bytes), RFC 8032 section 5.1.5. */
export function ed25519PublicKey(seed: Uint8Array): Uint8Array {
	const key = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
	return Uint8Array.from(key.subarray(SPKI_PREFIX_BYTES));
}

/** The Ed25519 signature (64 bytes) of a message by a seed (32 bytes), RFC 8032 section 5.1.6. */
export function ed25519Sign(seed: Uint8Array, message: Uint8Array): Uint8Array {
	return Uint8Array.from(sign(null, message, privateKeyOf(seed)));
}

/**
 * Whether 32 bytes are a point of the curve (RFC 8032 section 5.1.3), so that a private key for them may exist.
 * Program-derived addresses of Solana are bytes that are not.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
	const littleEndian = Buffer.from(bytes).reverse().toString('hex');
	const y = (BigInt(`0x${littleEndian}`) & (2n ** 255n - 1n)) % FIELD_PRIME;
	const square = (y * y) % FIELD_PRIME;
	const xSquare =
		((square - 1n + FIELD_PRIME) *
			powerModPrime((CURVE_CONSTANT_D * square + 1n) % FIELD_PRIME, FIELD_PRIME - 2n)) %
		FIELD_PRIME;
	return xSquare === 0n || powerModPrime(xSquare, (FIELD_PRIME - 1n) / 2n) === 1n;
}

function powerModPrime(base: bigint, exponent: bigint): bigint {
	let result = 1n;
	let factor = base % FIELD_PRIME;
	for (let rest = exponent; rest > 0n; rest >>= 1n) {
		if (rest & 1n) result = (result * factor) % FIELD_PRIME;
		factor = (factor * factor) % FIELD_PRIME;
	}
	return result;
}

function privateKeyOf(seed: Uint8Array) {
	const der = Buffer.concat([PKCS8_SEED_PREFIX, seed]);
	return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}
