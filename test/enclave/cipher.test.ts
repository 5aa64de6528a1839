import { createECDH } from 'node:crypto';

import {
	EncryptionSession,
	isSealed,
	keyAddressOf,
	publicKeyOf,
	seal,
} from '../../lib/privacy/enclave/cipher';

const keyOf = (byte: number) => {
	const pair = createECDH('secp256k1');
	pair.setPrivateKey(Buffer.alloc(32, byte));
	return pair.getPublicKey();
};

test('encrypts a known text to the known value', () => {
	const fixed = { privateKey: Buffer.alloc(32, 0x22), nonce: Buffer.alloc(12, 0x0c) };
	expect(seal('PROBE_OK', keyOf(0x11), fixed)).toBe(
		`04466d7fcae563e5cb09a0d1870bb580344804617879a14949cf22285f1bae3f276728176c3c6431f8eeda4538dc37c865e2784f3a9e77d044f33e407797e1278a${'0c'.repeat(12)}61fcb8d3782019da4a51df38195ea647df38e4b1b4cf7af6`,
	);
});

test.each(['a', 'Grüße 🙂', 'x'.repeat(100_000), '\uFEFFmark', '[{"type":"text"}]'])(
	'opens what was encrypted to it',
	(text) => {
		const session = new EncryptionSession();
		const sealed = seal(text, publicKeyOf(session.publicKey));
		expect(isSealed(sealed)).toBe(true);
		expect(session.open(sealed)).toBe(text);
		expect(seal(text, publicKeyOf(session.publicKey))).not.toBe(sealed);
	},
);

test('opens nothing after its key was wiped', () => {
	const session = new EncryptionSession();
	const sealed = seal('text', publicKeyOf(session.publicKey));
	session.wipe();
	expect(() => session.open(sealed)).toThrow('the key of the session is gone');
	expect(
		Object.values(session)
			.filter(Buffer.isBuffer)
			.every((one) => one.every((byte) => byte === 0)),
	).toBe(true);
});

test('refuses every changed byte, other keys and what is no value', () => {
	const session = new EncryptionSession();
	const sealed = Buffer.from(seal('a secret', publicKeyOf(session.publicKey)), 'hex');
	for (let at = 0; at < sealed.length; at++) {
		const changed = Buffer.from(sealed);
		changed[at] = (changed[at] ?? 0) ^ 0x40;
		expect(() => session.open(changed.toString('hex'))).toThrow();
	}
	expect(() => new EncryptionSession().open(sealed.toString('hex'))).toThrow(
		'not encrypted to this session',
	);
	for (const other of [
		'',
		'plain',
		'ab'.repeat(200),
		sealed.toString('hex').slice(2),
		`${sealed.toString('hex')}0`,
	]) {
		// What is cut off can look like the start of a key by chance.
		expect(() => session.open(other)).toThrow(/it is not encrypted|not on the curve/);
	}
});

test.each([
	[`04${'07'.repeat(64)}`, 'not on the curve'],
	['04', 'of another form'],
	[`0x02${'11'.repeat(32)}`, 'of another form'],
	['zz', 'not hexadecimal'],
	['0', 'not hexadecimal'],
])('refuses the public key %s', (text, reason) => {
	expect(() => publicKeyOf(text)).toThrow(reason);
});

test('knows the address of a key, with and without its first byte', () => {
	const whole =
		'04943cea0b4babf60f6e2031e9a00866a37c4ae696fb45895b3a9b38ab8cbb898f42c85b704aceaa0a396cf26f7fdf79d83205be7e11d3a5d70419a68277158c3d';
	for (const key of [whole, whole.slice(2)]) {
		expect(keyAddressOf(publicKeyOf(key)).toString('hex')).toBe(
			'79a5061efe5a46b0d1f33b11cf1c5adbedae6b79',
		);
	}
});
