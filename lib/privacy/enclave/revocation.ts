import { commonName, isSigned, serialOf, type Certificate } from './certificate';
import { must, Mismatch } from './check';
import { derOf, inside, oidOf, ofTag, TAG, timeOf, type Der } from './der';

/** A certificate revocation list (RFC 5280, section 5) that its issuer signed and that is in force. */
export interface RevocationList {
	issuer: string;
	nextUpdate: number;
	/** Serial numbers in hexadecimal digits, without leading zeros. */
	revoked: Set<string>;
}

/** What a list may be extended by: its number and the key of its issuer. Others would change what it means. */
const KNOWN = ['2.5.29.20', '2.5.29.35'];

/** Reads a list and checks issuer, signature and times. Throws a Mismatch. */
export function readList(bytes: Buffer, issuer: Certificate, now: number): RevocationList {
	const name = commonName(issuer.x509);
	const [content] = inside(derOf(bytes, TAG.sequence));
	const [version, , from, thisUpdate, nextUpdate, ...rest] = inside(ofTag(content, TAG.sequence));
	must(
		version?.tag === TAG.integer && version.body.equals(Buffer.of(1)),
		'a list of another version',
	);
	must(from?.whole.equals(subjectOf(issuer)) === true, `a list that is not by ${name}`);
	must(isSigned(bytes, issuer.x509.publicKey), `the signature of the list by ${name} is wrong`);
	const [since, until] = [timeOf(thisUpdate), timeOf(nextUpdate)];
	must(
		now >= since && now <= until,
		`the list by ${name} is in force from ${iso(since)} to ${iso(until)}`,
	);
	const [entries, extensions] = rest[0]?.tag === TAG.sequence ? rest : [undefined, ...rest];
	checkExtensions(extensions);
	const serials = (entries ? inside(entries) : []).map((one) => serial(inside(one)[0]));
	return { issuer: name, nextUpdate: until, revoked: new Set(serials) };
}

/** Throws a Mismatch when the certificate is on the list. */
export function mustNotBeRevoked(certificate: Certificate, { revoked }: RevocationList): void {
	if (!revoked.has(serialOf(certificate))) return;
	throw new Mismatch(`${commonName(certificate.x509)} ${serialOf(certificate)} is revoked`);
}

function checkExtensions(value: Der | undefined): void {
	const list = value && inside(value)[0];
	for (const extension of list ? inside(list) : []) {
		const oid = oidOf(inside(extension)[0]);
		must(KNOWN.includes(oid), `the list has an extension ${oid} that is not understood`);
	}
}

function subjectOf({ der }: Certificate): Buffer {
	const parts = inside(ofTag(inside(derOf(der))[0], TAG.sequence));
	// Version, serial number, algorithm, issuer, validity, subject.
	return ofTag(parts[5], TAG.sequence).whole;
}

function serial(value: Der | undefined): string {
	return ofTag(value, TAG.integer).body.toString('hex').replace(/^0+/, '');
}

function iso(ms: number): string {
	return new Date(ms).toISOString();
}
