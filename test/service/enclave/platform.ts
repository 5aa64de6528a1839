import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

import { listBy, newParty, type Party } from './authority';
import { der, integer, octets, oid, sequence } from './derWriter';
import { intelRoot } from './roots';

const DAY = 86_400_000;
const SGX = '1.2.840.113741.1.13.1';
const FMSPC = '90c06f000000';
const QE_SIGNER = 'dc9e2a7c6f948f17474e34a7fc43ed030f7c1563f1babddf6340c82e0e54a8c5';
const SVNS = Array.from({ length: 16 }, () => 3);

/** What is wrong with the collateral of a platform, if anything. */
export interface CollateralFault {
	/** On the list of the platform authority, or of the root. */
	revoked?: 'platform' | 'authority' | 'tcbSigner';
	expired?: 'list' | 'rootList' | 'tcbInfo' | 'identity';
	/** Signed by somebody else in the name of the issuer. */
	swapped?: 'list' | 'rootList' | 'tcbInfo' | 'identity';
	/** Of the platform's level. */
	status?: string;
	fmspc?: string;
	/** A chain to a root of its own. */
	ownRoot?: boolean;
	/** Who signs the TCB info and the identity, under the right root. */
	signer?: string;
}

/** What a quote says; each part has a right one. */
export interface QuoteParts {
	reportData: Buffer;
	rtmrs: Buffer[];
	mrConfigId: Buffer;
	mrtd?: Buffer;
	debug?: boolean;
}

/** A machine with Intel TDX whose certificates lead to the root of the tests. */
export class Platform {
	private readonly authority = newParty(
		{ name: 'Intel SGX PCK Platform CA', isAuthority: true },
		intelRoot,
	);

	private readonly leaf = newParty(
		{ name: 'Intel SGX PCK Certificate', extensions: [pckExtension()] },
		this.authority,
	);

	private readonly tcbSigner = newParty({ name: 'Intel SGX TCB Signing' }, intelRoot);

	private readonly attestation = generateKeyPairSync('ec', { namedCurve: 'P-256' });

	constructor(private readonly now: () => number) {}

	/** A quote that the platform signed. */
	quote({
		reportData,
		rtmrs,
		mrConfigId,
		mrtd = Buffer.alloc(48, 0xb2),
		debug = false,
	}: QuoteParts): Buffer {
		const head = Buffer.alloc(48);
		head.writeUInt16LE(4, 0);
		head.writeUInt16LE(2, 2);
		head.writeUInt32LE(0x81, 4);
		Buffer.from('939a7233f79c4ca9940a0db3957f0607', 'hex').copy(head, 12);
		const body = Buffer.alloc(584);
		Buffer.from([7, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]).copy(body, 0);
		Buffer.from([debug ? 1 : 0, 0, 0, 0x10]).copy(body, 120);
		mrtd.copy(body, 136);
		mrConfigId.copy(body, 184);
		for (const [index, rtmr] of rtmrs.entries()) rtmr.copy(body, 328 + 48 * index);
		reportData.copy(body, 520);
		const signed = Buffer.concat([head, body]);
		const { publicKey, privateKey } = this.attestation;
		const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
		const key = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
		const auth = Buffer.alloc(32, 0x20);
		const report = qeReport(createHash('sha256').update(key).update(auth).digest());
		const chain = Buffer.from(this.leaf.chain);
		const inner = Buffer.concat([
			report,
			p1363(this.leaf.key, report),
			uint(auth.length, 2),
			auth,
			uint(5, 2),
			uint(chain.length, 4),
			chain,
		]);
		const outer = Buffer.concat([
			p1363(privateKey, signed),
			key,
			uint(6, 2),
			uint(inner.length, 4),
			inner,
		]);
		return Buffer.concat([signed, uint(outer.length, 4), outer]);
	}

	/** What Intel would publish of it. */
	collateral(fault: CollateralFault = {}) {
		const now = this.now();
		const span = (expired: boolean) =>
			expired
				? { from: now - 60 * DAY, to: now - 30 * DAY }
				: { from: now - DAY, to: now + 29 * DAY };
		const stranger = (party: Party, part: CollateralFault['swapped']) =>
			fault.swapped === part ? { ...party, key: newParty({ name: party.name }).key } : party;
		const revoked = (part: CollateralFault['revoked'], { serial }: Party) =>
			fault.revoked === part ? [serial] : [];
		const signer = fault.ownRoot
			? newParty(
					{ name: 'Intel SGX TCB Signing' },
					newParty({ name: 'Intel SGX Root CA', isAuthority: true }),
				)
			: fault.signer === undefined
				? this.tcbSigner
				: newParty({ name: fault.signer }, intelRoot);
		const document = (part: 'tcbInfo' | 'identity', content: object) => {
			const { from, to } = span(fault.expired === part);
			const dates = { issueDate: second(from), nextUpdate: second(to) };
			const text = JSON.stringify({ ...content, ...dates });
			return [text, p1363(stranger(signer, part).key, Buffer.from(text)).toString('hex')] as const;
		};
		const [tcbInfo, tcbSignature] = document('tcbInfo', tcbInfoOf(fault));
		const [identity, identitySignature] = document('identity', IDENTITY);
		const list = listBy(stranger(this.authority, 'list'), {
			...span(fault.expired === 'list'),
			revoked: revoked('platform', this.leaf),
		});
		const rootList = listBy(stranger(intelRoot, 'rootList'), {
			...span(fault.expired === 'rootList'),
			revoked: [...revoked('authority', this.authority), ...revoked('tcbSigner', this.tcbSigner)],
		});
		return {
			pck_crl_issuer_chain: this.authority.chain,
			root_ca_crl: rootList.toString('hex'),
			pck_crl: list.toString('hex'),
			tcb_info_issuer_chain: signer.chain,
			tcb_info: tcbInfo,
			tcb_info_signature: tcbSignature,
			qe_identity_issuer_chain: signer.chain,
			qe_identity: identity,
			qe_identity_signature: identitySignature,
		};
	}
}

function tcbInfoOf({ status = 'UpToDate', fmspc = FMSPC }: CollateralFault) {
	const seam = {
		mrsigner: '00'.repeat(48),
		attributes: '00'.repeat(8),
		attributesMask: 'FF'.repeat(8),
	};
	const advisories = status === 'UpToDate' ? {} : { advisoryIDs: ['INTEL-SA-00001'] };
	const components = SVNS.map((svn) => ({ svn }));
	return {
		...{ id: 'TDX', version: 3, fmspc, pceId: '0000', tcbType: 0 },
		tdxModule: seam,
		tdxModuleIdentities: [
			{ id: 'TDX_01', ...seam, tcbLevels: [{ tcb: { isvsvn: 6 }, tcbStatus: 'UpToDate' }] },
		],
		tcbLevels: [
			{
				tcb: { sgxtcbcomponents: components, pcesvn: 11, tdxtcbcomponents: components },
				...{ tcbStatus: status, ...advisories },
			},
		],
	};
}

const IDENTITY = {
	...{ id: 'TD_QE', version: 2, miscselect: '00000000', miscselectMask: 'FFFFFFFF' },
	...{ attributes: '00'.repeat(16), attributesMask: 'FF'.repeat(16) },
	...{ mrsigner: QE_SIGNER.toUpperCase(), isvprodid: 2 },
	tcbLevels: [{ tcb: { isvsvn: 4 }, tcbStatus: 'UpToDate' }],
};

function qeReport(bound: Buffer): Buffer {
	const report = Buffer.alloc(384);
	Buffer.from(QE_SIGNER, 'hex').copy(report, 128);
	report.writeUInt16LE(2, 256);
	report.writeUInt16LE(4, 258);
	bound.copy(report, 320);
	return report;
}

function pckExtension(): Buffer {
	const svns = [...SVNS, 11].map((svn, index) =>
		sequence(oid(`${SGX}.2.${index + 1}`), integer(svn)),
	);
	const tcb = sequence(
		oid(`${SGX}.2`),
		sequence(...svns, sequence(oid(`${SGX}.2.18`), octets(Buffer.from(SVNS)))),
	);
	const pceId = sequence(oid(`${SGX}.3`), octets(Buffer.alloc(2)));
	const fmspc = sequence(oid(`${SGX}.4`), octets(Buffer.from(FMSPC, 'hex')));
	const type = sequence(oid(`${SGX}.5`), der(0x0a, Buffer.of(0)));
	return sequence(oid(SGX), octets(sequence(tcb, pceId, fmspc, type)));
}

function p1363(key: KeyObject, bytes: Buffer): Buffer {
	return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' });
}

function uint(value: number, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	bytes.writeUIntLE(value, 0, length);
	return bytes;
}

function second(ms: number): string {
	return new Date(ms).toISOString().replace(/\.\d+/, '');
}
