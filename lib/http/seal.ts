import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Turns values into text that only who holds the same secret can read, and back. */
export interface Seal {
	close(value: unknown): string;
	/** The value again; undefined for anything that was not closed with this secret. */
	open<T>(sealed: unknown): T | undefined;
}

/** AES-256-GCM (NIST SP 800-38D) under a key that is derived from the secret (RFC 5869). */
const CIPHER = 'aes-256-gcm';
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/** The seal of a secret. */
export function sealOf(secret: string): Seal {
	const key = () => Buffer.from(hkdfSync('sha256', secret, '', 'sealed answers', 32));
	return {
		close(value) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, key(), nonce);
			const text = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
			return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
		},
		open<T>(sealed: unknown) {
			if (typeof sealed !== 'string') return undefined;
			const bytes = Buffer.from(sealed, 'base64');
			const nonce = bytes.subarray(0, NONCE_BYTES);
			const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
			try {
				const decipher = createDecipheriv(CIPHER, key(), nonce, { authTagLength: TAG_BYTES });
				decipher.setAuthTag(tag);
				const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
				return JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')) as T;
			} catch {
				return undefined;
			}
		},
	};
}
