import { z } from 'zod';

import { hexBytes } from './bytes';
import { commonName, followChain, isSignedBy, type Certificate } from './certificate';
import { must, Mismatch } from './check';

/** What Intel publishes about a platform, in the form in which the open verifiers of quotes exchange it. */
export const COLLATERAL = z.object({
	/** PEM. */
	pck_crl_issuer_chain: z.string(),
	/** Hexadecimal digits of DER. */
	root_ca_crl: z.string(),
	pck_crl: z.string(),
	tcb_info_issuer_chain: z.string(),
	/** The exact JSON text that was signed. */
	tcb_info: z.string(),
	/** Hexadecimal digits of r and s. */
	tcb_info_signature: z.string(),
	qe_identity_issuer_chain: z.string(),
	qe_identity: z.string(),
	qe_identity_signature: z.string(),
});

export type Collateral = z.output<typeof COLLATERAL>;

const hex = z.string().regex(/^([0-9a-fA-F]{2})+$/);
const component = z.object({ svn: z.number().int() });
const level = <T extends z.ZodTypeAny>(tcb: T) =>
	z.object({ tcb, tcbStatus: z.string(), advisoryIDs: z.array(z.string()).default([]) });
const moduleLevel = level(z.object({ isvsvn: z.number().int() }));
const times = { issueDate: z.string().datetime(), nextUpdate: z.string().datetime() };
const seam = { mrsigner: hex, attributes: hex, attributesMask: hex };

const TCB_INFO = z.object({
	...times,
	id: z.literal('TDX'),
	version: z.literal(3),
	fmspc: hex,
	pceId: hex,
	tdxModule: z.object(seam),
	tdxModuleIdentities: z
		.array(z.object({ ...seam, id: z.string(), tcbLevels: z.array(moduleLevel) }))
		.default([]),
	tcbLevels: z.array(
		level(
			z.object({
				sgxtcbcomponents: z.array(component).length(16),
				pcesvn: z.number().int(),
				tdxtcbcomponents: z.array(component).length(16),
			}),
		),
	),
});

const QE_IDENTITY = z.object({
	...times,
	id: z.literal('TD_QE'),
	version: z.literal(2),
	miscselect: hex,
	miscselectMask: hex,
	attributes: hex,
	attributesMask: hex,
	mrsigner: hex,
	isvprodid: z.number().int(),
	tcbLevels: z.array(moduleLevel),
});

export type TcbInfo = z.output<typeof TCB_INFO>;
export type QeIdentity = z.output<typeof QE_IDENTITY>;

/** A document that Intel signed, and the certificate that signed it. */
export interface SignedDocument<T> {
	document: T;
	signer: Certificate;
}

/** Reads the TCB info of a platform; throws a Mismatch for a signature, chain or time that does not hold. */
export function readTcbInfo(given: Collateral, root: string, now: number): SignedDocument<TcbInfo> {
	const { tcb_info: text, tcb_info_signature: signature, tcb_info_issuer_chain: chain } = given;
	return readSigned({ text, signature, chain }, TCB_INFO, root, now);
}

/** Reads the identity of the quoting enclave; throws a Mismatch likewise. */
export function readQeIdentity(
	given: Collateral,
	root: string,
	now: number,
): SignedDocument<QeIdentity> {
	const {
		qe_identity: text,
		qe_identity_signature: signature,
		qe_identity_issuer_chain: chain,
	} = given;
	return readSigned({ text, signature, chain }, QE_IDENTITY, root, now);
}

function readSigned<T extends { issueDate: string; nextUpdate: string }>(
	{ text, signature, chain }: { text: string; signature: string; chain: string },
	shape: z.ZodType<T, z.ZodTypeDef, unknown>,
	root: string,
	now: number,
): SignedDocument<T> {
	const [signer, ...above] = followChain(chain, root, now);
	if (signer === undefined || above.length !== 1) throw new Mismatch('a chain of another length');
	must(commonName(signer.x509) === 'Intel SGX TCB Signing', `signed by ${commonName(signer.x509)}`);
	const bytes = hexBytes(signature, 'the signature');
	must(
		bytes.length === 64 && isSignedBy(signer.x509.publicKey, Buffer.from(text), bytes),
		'the signature is wrong',
	);
	const read = shape.safeParse(JSON.parse(text));
	if (!read.success)
		throw new Mismatch(`a document of another form (${read.error.issues[0]?.path.join('.')})`);
	const { issueDate, nextUpdate } = read.data;
	must(
		now >= Date.parse(issueDate) && now <= Date.parse(nextUpdate),
		`in force from ${issueDate} to ${nextUpdate}`,
	);
	return { document: read.data, signer };
}
