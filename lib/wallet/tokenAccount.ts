import { createHash } from 'node:crypto';
import { decode32, encodeBase58 } from '../keys/base58';
import { isOnCurve } from '../keys/ed25519';

/** Solana's token program and the program that derives an owner's account for a mint. */
export const SPL_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** The 32 bytes of an address known to be valid; throws a RangeError otherwise. */
export function addressBytes(address: string): Uint8Array {
	const bytes = decode32(address);
	if (!bytes) throw new RangeError('Not a Solana address');
	return bytes;
}

/**
 * The associated token account of an owner for a mint: the first hash off the Ed25519 curve, counting a byte down from
 * 255 (Solana's program-derived addresses). Throws a RangeError when one of the addresses is none.
 */
export function associatedTokenAccount(owner: string, mint: string): string {
	const seeds = [owner, SPL_PROGRAM, mint].map(addressBytes);
	for (let bump = 255; bump >= 0; bump -= 1) {
		const hash = createHash('sha256');
		for (const seed of seeds) hash.update(seed);
		hash.update(Uint8Array.of(bump)).update(addressBytes(ASSOCIATED_PROGRAM));
		const candidate = hash.update('ProgramDerivedAddress', 'utf8').digest();
		if (!isOnCurve(candidate)) return encodeBase58(candidate);
	}
	throw new RangeError('No token account can be derived');
}
