import { Mismatch } from './checkList';

/** The bytes of a hexadecimal text, with or without 0x. Throws a Mismatch for anything else, which Buffer would cut short. */
export function hexBytes(text: string, what: string): Buffer {
	const digits = text.replace(/^0x/, '');
	if (digits.length % 2 === 1 || !/^[0-9a-f]*$/i.test(digits)) {
		throw new Mismatch(`${what} is not hexadecimal`);
	}
	return Buffer.from(digits, 'hex');
}

/** The bytes of a base64 text (RFC 4648, section 4) in its only right form. Throws a Mismatch for anything else. */
export function base64Bytes(text: string, what: string): Buffer {
	const bytes = Buffer.from(text, 'base64');
	if (bytes.toString('base64') !== text) throw new Mismatch(`${what} is not base64`);
	return bytes;
}

/** The bytes of a text in either form. Throws a Mismatch. */
export function hexOrBase64(text: string, what: string): Buffer {
	return /^(0x)?[0-9a-f]*$/i.test(text) ? hexBytes(text, what) : base64Bytes(text, what);
}
