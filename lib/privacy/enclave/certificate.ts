import { createHash, verify, X509Certificate, type KeyObject } from 'node:crypto';

import { base64Bytes } from './bytes';
import { Mismatch, requireThat } from './checkList';
import { derOf, valuesIn, oidOf, requireTag, DER_TAG, type Der } from './der';

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+/=\n]+)\n-----END CERTIFICATE-----/g;

/** ECDSA with its hash (RFC 5758, section 3.2). */
const HASH_OF_OID: Record<string, string> = {
	'1.2.840.10045.4.3.2': 'sha256',
	'1.2.840.10045.4.3.3': 'sha384',
};

export interface Certificate {
	x509: X509Certificate;
	der: Buffer;
}

/** The certificates of a PEM text, the leaf first. Throws a Mismatch for anything else in it than line breaks between them. */
export function certificatesOf(pem: string): Certificate[] {
	const text = pem.replaceAll('\r\n', '\n').replace(/(?<!\0)\0+$/, '');
	if (text.replace(PEM_BLOCK, '').trim() !== '') throw new Mismatch('a certificate cannot be read');
	return [...text.matchAll(PEM_BLOCK)].map(([, lines = '']) => {
		const der = base64Bytes(lines.replaceAll('\n', ''), 'a certificate');
		return { x509: new X509Certificate(der), der };
	});
}

/**
 * Follows a chain from its leaf to a root with that SHA-256 fingerprint: signatures, names, authorities and times. Returns its
 * certificates; throws a Mismatch with the certificate at which it breaks.
 */
export function verifyChain(pem: string, root: string, now: number): Certificate[] {
	const chain = certificatesOf(pem);
	const last = chain.at(-1);
	if (last === undefined) throw new Mismatch('no certificate');
	for (const [index, { x509, der }] of chain.entries()) {
		const name = commonName(x509);
		const issuer = chain[index + 1] ?? last;
		requireThat(
			now >= Date.parse(x509.validFrom) && now <= Date.parse(x509.validTo),
			`${name} is valid from ${x509.validFrom} to ${x509.validTo}`,
		);
		requireThat(
			x509.checkIssued(issuer.x509),
			`${name} was not issued by ${commonName(issuer.x509)}`,
		);
		requireThat(issuer.x509.ca, `${commonName(issuer.x509)} is no certificate authority`);
		requireThat(isDerSignedBy(der, issuer.x509.publicKey), `the signature of ${name} is wrong`);
	}
	requireThat(
		fingerprint(last.der) === root,
		`the root is ${commonName(last.x509)}, ${fingerprint(last.der)}`,
	);
	return chain;
}

export function fingerprint(der: Buffer): string {
	return createHash('sha256').update(der).digest('hex');
}

export function commonName({ subject }: X509Certificate): string {
	return /(?:^|\n)CN=([^\n]*)/.exec(subject)?.[1] ?? 'a certificate without a name';
}

/** The serial number as an integer of DER, without leading zeros. */
export function serialOf({ x509 }: Certificate): string {
	return x509.serialNumber.toLowerCase().replace(/^0+/, '');
}

/** The parts of a certificate or list that are under its signature, and whether the key made it (RFC 5280, sections 4.1.1 and 5.1.1). */
export function isDerSignedBy(bytes: Buffer, key: KeyObject): boolean {
	const [content, algorithm, bits, ...more] = valuesIn(derOf(bytes, DER_TAG.sequence));
	const parts = valuesIn(requireTag(content, DER_TAG.sequence));
	const within = parts.find(({ tag }) => tag === DER_TAG.sequence);
	// The algorithm outside the signature has to be the one inside.
	const same = algorithm !== undefined && within?.whole.equals(algorithm.whole);
	const { body } = requireTag(bits, DER_TAG.bits);
	if (content === undefined || !same || more.length > 0 || body[0] !== 0) return false;
	const hash = HASH_OF_OID[oidOf(valuesIn(algorithm)[0])];
	return hash !== undefined && verify(hash, content.whole, key, body.subarray(1));
}

/** Whether the key made a signature that is its two numbers side by side (IEEE P1363). */
export function isP1363SignedBy(
	key: KeyObject,
	bytes: Buffer,
	signature: Buffer,
	hash: 'sha256' | 'sha384' = 'sha256',
): boolean {
	return verify(hash, bytes, { key, dsaEncoding: 'ieee-p1363' }, signature);
}

/** The value of an extension of a certificate; undefined where it has none of that kind. Throws a Mismatch. */
export function extensionOf({ der }: Certificate, oid: string): Der | undefined {
	const [content] = valuesIn(derOf(der, DER_TAG.sequence));
	const extensions = valuesIn(requireTag(content, DER_TAG.sequence)).find(
		({ tag }) => tag === 0xa3,
	);
	const list = extensions && valuesIn(extensions)[0];
	const found = (list ? valuesIn(list) : []).find((one) => oidOf(valuesIn(one)[0]) === oid);
	return found && derOf(requireTag(valuesIn(found).at(-1), DER_TAG.octets).body);
}
