import { extensionOf, type Certificate } from './certificate';
import { Mismatch } from './check';
import { inside, oidOf, ofTag, TAG, type Der } from './der';

/** What the certificate of a platform says of it (Intel SGX PCK Certificate and CRL Profile, section 1.3.5). */
export interface PckFacts {
	/** The versions of its 16 components. */
	svns: number[];
	pceSvn: number;
	/** In hexadecimal digits, small letters. */
	fmspc: string;
	pceId: string;
}

const SGX = '1.2.840.113741.1.13.1';
const TCB = `${SGX}.2`;

/** Reads the extension of Intel; throws a Mismatch where it is missing or cannot be read. */
export function readPck(certificate: Certificate): PckFacts {
	const extension = extensionOf(certificate, SGX);
	if (extension === undefined) throw new Mismatch('a certificate that is not of an Intel platform');
	const facts = entriesOf(extension);
	const tcb = entriesOf(entry(facts, TCB));
	const number = (oid: string) =>
		ofTag(entry(tcb, oid), TAG.integer).body.readUIntBE(
			0,
			ofTag(entry(tcb, oid), TAG.integer).body.length,
		);
	return {
		svns: Array.from({ length: 16 }, (_, index) => number(`${TCB}.${index + 1}`)),
		pceSvn: number(`${TCB}.17`),
		fmspc: ofTag(entry(facts, `${SGX}.4`), TAG.octets).body.toString('hex'),
		pceId: ofTag(entry(facts, `${SGX}.3`), TAG.octets).body.toString('hex'),
	};
}

function entriesOf(list: Der): Map<string, Der> {
	return new Map(
		inside(list).flatMap((one) => {
			const [oid, value] = inside(one);
			return value === undefined ? [] : [[oidOf(oid), value] as const];
		}),
	);
}

function entry(entries: Map<string, Der>, oid: string): Der {
	const found = entries.get(oid);
	if (found === undefined) throw new Mismatch(`the certificate lacks ${oid}`);
	return found;
}
