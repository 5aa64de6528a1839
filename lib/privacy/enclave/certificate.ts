import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';

import { base64Bytes } from './bytes';
import { Mismatch, requireThat } from './checkList';
import { type Der, DER_TAG, derOf, oidOf, requireTag, timeOf, valuesIn } from './der';

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

/** What the certificate of a platform says of it (Intel SGX PCK Certificate and CRL Profile, section 1.3.5). */
export interface PckFacts {
	/** The versions of its 16 components. */
	svns: number[];
	pceSvn: number;
	/** In hexadecimal digits, small letters. */
	fmspc: string;
	pceId: string;
}

const SGX_OID = '1.2.840.113741.1.13.1';
const TCB_OID = `${SGX_OID}.2`;

/** Reads the extension of Intel; throws a Mismatch where it is missing or cannot be read. */
export function readPck(certificate: Certificate): PckFacts {
	const extension = extensionOf(certificate, SGX_OID);
	if (extension === undefined) throw new Mismatch('a certificate that is not of an Intel platform');
	const facts = entriesByOid(extension);
	const tcb = entriesByOid(requireEntry(facts, TCB_OID));
	const integerAt = (oid: string) =>
		requireTag(requireEntry(tcb, oid), DER_TAG.integer).body.readUIntBE(
			0,
			requireTag(requireEntry(tcb, oid), DER_TAG.integer).body.length,
		);
	return {
		svns: Array.from({ length: 16 }, (_, index) => integerAt(`${TCB_OID}.${index + 1}`)),
		pceSvn: integerAt(`${TCB_OID}.17`),
		fmspc: requireTag(requireEntry(facts, `${SGX_OID}.4`), DER_TAG.octets).body.toString('hex'),
		pceId: requireTag(requireEntry(facts, `${SGX_OID}.3`), DER_TAG.octets).body.toString('hex'),
	};
}

function entriesByOid(list: Der): Map<string, Der> {
	return new Map(
		valuesIn(list).flatMap((one) => {
			const [oid, value] = valuesIn(one);
			return value === undefined ? [] : [[oidOf(oid), value] as const];
		}),
	);
}

function requireEntry(entries: Map<string, Der>, oid: string): Der {
	const found = entries.get(oid);
	if (found === undefined) throw new Mismatch(`the certificate lacks ${oid}`);
	return found;
}

/** A certificate revocation list (RFC 5280, section 5) that its issuer signed and that is in force. */
interface RevocationList {
	issuer: string;
	nextUpdate: number;
	/** Serial numbers in hexadecimal digits, without leading zeros. */
	revoked: Set<string>;
}

/** What a list may be extended by: its number and the key of its issuer. Others would change what it means. */
const KNOWN_EXTENSIONS = ['2.5.29.20', '2.5.29.35'];

/** Reads a list and checks issuer, signature and times. Throws a Mismatch. */
export function readRevocationList(
	bytes: Buffer,
	issuer: Certificate,
	now: number,
): RevocationList {
	const name = commonName(issuer.x509);
	const [content] = valuesIn(derOf(bytes, DER_TAG.sequence));
	const [version, , from, thisUpdate, nextUpdate, ...rest] = valuesIn(
		requireTag(content, DER_TAG.sequence),
	);
	requireThat(
		version?.tag === DER_TAG.integer && version.body.equals(Buffer.of(1)),
		'a list of another version',
	);
	requireThat(from?.whole.equals(subjectOf(issuer)) === true, `a list that is not by ${name}`);
	requireThat(
		isDerSignedBy(bytes, issuer.x509.publicKey),
		`the signature of the list by ${name} is wrong`,
	);
	const [since, until] = [timeOf(thisUpdate), timeOf(nextUpdate)];
	requireThat(
		now >= since && now <= until,
		`the list by ${name} is in force from ${isoTime(since)} to ${isoTime(until)}`,
	);
	const [entries, extensions] = rest[0]?.tag === DER_TAG.sequence ? rest : [undefined, ...rest];
	checkExtensions(extensions);
	const serials = (entries ? valuesIn(entries) : []).map((one) => serialNumberIn(valuesIn(one)[0]));
	return { issuer: name, nextUpdate: until, revoked: new Set(serials) };
}

export function mustNotBeRevoked(certificate: Certificate, { revoked }: RevocationList): void {
	if (!revoked.has(serialOf(certificate))) return;
	throw new Mismatch(`${commonName(certificate.x509)} ${serialOf(certificate)} is revoked`);
}

function checkExtensions(value: Der | undefined): void {
	const list = value && valuesIn(value)[0];
	for (const extension of list ? valuesIn(list) : []) {
		const oid = oidOf(valuesIn(extension)[0]);
		requireThat(
			KNOWN_EXTENSIONS.includes(oid),
			`the list has an extension ${oid} that is not understood`,
		);
	}
}

function subjectOf({ der }: Certificate): Buffer {
	const parts = valuesIn(requireTag(valuesIn(derOf(der))[0], DER_TAG.sequence));
	// Version, serial number, algorithm, issuer, validity, subject.
	return requireTag(parts[5], DER_TAG.sequence).whole;
}

function serialNumberIn(value: Der | undefined): string {
	return requireTag(value, DER_TAG.integer).body.toString('hex').replace(/^0+/, '');
}

function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}
