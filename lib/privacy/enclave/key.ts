import { createECDH } from 'node:crypto';
import { publicKeyToAddress } from 'viem/accounts';

import { hexBytes } from './bytes';
import { requireThat, Mismatch } from './checkList';

/** The curve of both kinds of keys (SEC 2, section 2.4.1). */
export const CURVE = 'secp256k1';

/** A public key as its 65 bytes, from hexadecimal digits with or without the first byte. Throws a Mismatch unless it is a point of the curve. */
export function publicKeyOf(text: string): Buffer {
	const bytes = hexBytes(text, 'a public key');
	const point = bytes.length === 64 ? Buffer.concat([Buffer.of(4), bytes]) : bytes;
	requireThat(point.length === 65 && point[0] === 4, 'a public key of another form');
	try {
		// Computing a secret with it shows whether it is on the curve.
		const probe = createECDH(CURVE);
		probe.setPrivateKey(Buffer.concat([Buffer.alloc(31), Buffer.of(1)]));
		probe.computeSecret(point).fill(0);
	} catch {
		return throwOffCurve();
	}
	return point;
}

function throwOffCurve(): never {
	throw new Mismatch('a public key that is not on the curve');
}

/** The address of a public key: 20 bytes of its Keccak-256 hash. */
export function keyAddressOf(point: Buffer): Buffer {
	return Buffer.from(publicKeyToAddress(`0x${point.toString('hex')}`).slice(2), 'hex');
}
