import { extensionOf, type Certificate } from './certificate';
import { Mismatch } from './checkList';
import { valuesIn, oidOf, requireTag, DER_TAG, type Der } from './der';

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
