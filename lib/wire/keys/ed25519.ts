import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** RFC 8410: what stands before the 32 bytes of a seed in PKCS #8, and how long the head of an exported public key is. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD_LENGTH = 12;

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** The public key (32 bytes) of an Ed25519 seed (32 bytes), RFC 8032 section 5.1.5. */
export function ed25519PublicKey(seed: Uint8Array): Uint8Array {
	const key = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
	return Uint8Array.from(key.subarray(SPKI_HEAD_LENGTH));
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
	const y = (BigInt(`0x${littleEndian}`) & (2n ** 255n - 1n)) % P;
	const square = (y * y) % P;
	const xSquare = ((square - 1n + P) * power((D * square + 1n) % P, P - 2n)) % P;
	return xSquare === 0n || power(xSquare, (P - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
	let result = 1n;
	let factor = base % P;
	for (let rest = exponent; rest > 0n; rest >>= 1n) {
		if (rest & 1n) result = (result * factor) % P;
		factor = (factor * factor) % P;
	}
	return result;
}

function privateKeyOf(seed: Uint8Array) {
	const der = Buffer.concat([PKCS8_HEAD, seed]);
	return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}
