import { z } from 'zod';

import { hexBytes } from './bytes';
import { commonName, verifyChain, isP1363SignedBy, type Certificate } from './certificate';
import { requireThat, Mismatch } from './checkList';

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

const HEX_TEXT = z.string().regex(/^([0-9a-fA-F]{2})+$/);
const COMPONENT = z.object({ svn: z.number().int() });
const tcbLevelShape = <T extends z.ZodTypeAny>(tcb: T) =>
	z.object({ tcb, tcbStatus: z.string(), advisoryIDs: z.array(z.string()).default([]) });
const ISVSVN_LEVEL = tcbLevelShape(z.object({ isvsvn: z.number().int() }));
const VALIDITY_FIELDS = { issueDate: z.string().datetime(), nextUpdate: z.string().datetime() };
const SEAM_FIELDS = { mrsigner: HEX_TEXT, attributes: HEX_TEXT, attributesMask: HEX_TEXT };

export const TCB_INFO = z.object({
	...VALIDITY_FIELDS,
	id: z.literal('TDX'),
	version: z.literal(3),
	fmspc: HEX_TEXT,
	pceId: HEX_TEXT,
	tdxModule: z.object(SEAM_FIELDS),
	tdxModuleIdentities: z
		.array(z.object({ ...SEAM_FIELDS, id: z.string(), tcbLevels: z.array(ISVSVN_LEVEL) }))
		.default([]),
	tcbLevels: z.array(
		tcbLevelShape(
			z.object({
				sgxtcbcomponents: z.array(COMPONENT).length(16),
				pcesvn: z.number().int(),
				tdxtcbcomponents: z.array(COMPONENT).length(16),
			}),
		),
	),
});

export const QE_IDENTITY = z.object({
	...VALIDITY_FIELDS,
	id: z.literal('TD_QE'),
	version: z.literal(2),
	miscselect: HEX_TEXT,
	miscselectMask: HEX_TEXT,
	attributes: HEX_TEXT,
	attributesMask: HEX_TEXT,
	mrsigner: HEX_TEXT,
	isvprodid: z.number().int(),
	tcbLevels: z.array(ISVSVN_LEVEL),
});

export type TcbInfo = z.output<typeof TCB_INFO>;
export type QeIdentity = z.output<typeof QE_IDENTITY>;

/**
 * Reads a document that Intel signed, with the certificate that signed it: the TCB info of a platform, or the identity of the quoting
 * enclave. Throws a Mismatch for a signature, chain or time that does not hold.
 */
export function readSigned<T extends { issueDate: string; nextUpdate: string }>(
	collateral: Collateral,
	part: 'tcb_info' | 'qe_identity',
	shape: z.ZodType<T, z.ZodTypeDef, unknown>,
	root: string,
	now: number,
): { document: T; signer: Certificate } {
	const text = collateral[part];
	const signature = collateral[`${part}_signature`];
	const chain = collateral[`${part}_issuer_chain`];
	const [signer, ...above] = verifyChain(chain, root, now);
	if (signer === undefined || above.length !== 1) throw new Mismatch('a chain of another length');
	requireThat(
		commonName(signer.x509) === 'Intel SGX TCB Signing',
		`signed by ${commonName(signer.x509)}`,
	);
	const bytes = hexBytes(signature, 'the signature');
	requireThat(
		bytes.length === 64 && isP1363SignedBy(signer.x509.publicKey, Buffer.from(text), bytes),
		'the signature is wrong',
	);
	const read = shape.safeParse(JSON.parse(text));
	if (!read.success)
		throw new Mismatch(`a document of another form (${read.error.issues[0]?.path.join('.')})`);
	const { issueDate, nextUpdate } = read.data;
	requireThat(
		now >= Date.parse(issueDate) && now <= Date.parse(nextUpdate),
		`in force from ${issueDate} to ${nextUpdate}`,
	);
	return { document: read.data, signer };
}
