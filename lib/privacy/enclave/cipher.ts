import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { publicKeyToAddress } from 'viem/accounts';

import { hexBytes } from './bytes';
import { Mismatch, requireThat } from './checkList';

const PUBLIC_KEY_BYTES = 65;
const GCM_NONCE_BYTES = 12;
const GCM_TAG_BYTES = 16;

/** The fewest hexadecimal digits of an encrypted value: key, nonce, one byte and tag. */
const FEWEST_DIGITS = 2 * (PUBLIC_KEY_BYTES + GCM_NONCE_BYTES + GCM_TAG_BYTES);

export function isSealed(text: string): boolean {
	return text.length >= FEWEST_DIGITS && /^04(?:[0-9a-f]{2})+$/i.test(text);
}

/** What one value is encrypted with; only known answers fix it. */
export interface FixedRandomness {
	privateKey: Buffer;
	nonce: Buffer;
}

/**
 * A text encrypted to a public key: ephemeral key, nonce, ciphertext and tag, in hexadecimal digits. ECDH on secp256k1, HKDF-SHA-256
 * (RFC 5869) and AES-256-GCM.
 */
export function seal(text: string, recipient: Buffer, fixed?: FixedRandomness): string {
	const ephemeral = createECDH(CURVE);
	if (fixed === undefined) ephemeral.generateKeys();
	else ephemeral.setPrivateKey(fixed.privateKey);
	const nonce = fixed?.nonce ?? randomBytes(GCM_NONCE_BYTES);
	const key = aesKeyFrom(ephemeral.computeSecret(recipient));
	const cipher = createCipheriv('aes-256-gcm', key, nonce);
	const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	key.fill(0);
	return Buffer.concat([ephemeral.getPublicKey(), nonce, sealed, cipher.getAuthTag()]).toString(
		'hex',
	);
}

/** The key pair of one request. Its private half never leaves it, and is gone after `wipe`. */
export class EncryptionSession {
	/** Hexadecimal digits, for the header of the request. */
	readonly publicKey: string;

	private readonly privateKey: Buffer;

	constructor() {
		const pair = createECDH(CURVE);
		this.publicKey = pair.generateKeys('hex');
		const given = pair.getPrivateKey();
		// A key with a zero in front is shorter.
		this.privateKey = Buffer.concat([Buffer.alloc(32 - given.length), given]);
		given.fill(0);
	}

	/** The text of a value that was encrypted to this session. Throws a Mismatch for any other. */
	open(sealed: string): string {
		requireThat(isSealed(sealed), 'it is not encrypted');
		requireThat(
			this.privateKey.some((byte) => byte !== 0),
			'the key of the session is gone',
		);
		const bytes = hexBytes(sealed, 'it');
		const pair = createECDH(CURVE);
		pair.setPrivateKey(this.privateKey);
		const key = aesKeyFrom(
			pair.computeSecret(publicKeyOf(bytes.subarray(0, PUBLIC_KEY_BYTES).toString('hex'))),
		);
		try {
			const decipher = createDecipheriv(
				'aes-256-gcm',
				key,
				bytes.subarray(PUBLIC_KEY_BYTES, PUBLIC_KEY_BYTES + GCM_NONCE_BYTES),
				{
					authTagLength: GCM_TAG_BYTES,
				},
			);
			decipher.setAuthTag(bytes.subarray(-GCM_TAG_BYTES));
			const opened = Buffer.concat([
				decipher.update(bytes.subarray(PUBLIC_KEY_BYTES + GCM_NONCE_BYTES, -GCM_TAG_BYTES)),
				decipher.final(),
			]);
			return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(opened);
		} catch {
			return throwNotOfSession();
		} finally {
			key.fill(0);
		}
	}

	wipe(): void {
		this.privateKey.fill(0);
	}
}

function throwNotOfSession(): never {
	throw new Mismatch('it was not encrypted to this session, or was changed');
}

function aesKeyFrom(shared: Buffer): Buffer {
	const key = Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), 'ecdsa_encryption', 32));
	shared.fill(0);
	return key;
}

/** The curve of both kinds of keys (SEC 2, section 2.4.1). */
const CURVE = 'secp256k1';

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
