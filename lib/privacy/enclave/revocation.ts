import { commonName, isDerSignedBy, serialOf, type Certificate } from './certificate';
import { requireThat, Mismatch } from './checkList';
import { derOf, valuesIn, oidOf, requireTag, DER_TAG, timeOf, type Der } from './der';

/** A certificate revocation list (RFC 5280, section 5) that its issuer signed and that is in force. */
export interface RevocationList {
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
