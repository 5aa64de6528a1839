import { createHash, createPublicKey } from 'node:crypto';

import { hexBytes } from './bytes';
import {
	type Certificate,
	commonName,
	isP1363SignedBy,
	mustNotBeRevoked,
	type PckFacts,
	readPck,
	readRevocationList,
	verifyChain,
} from './certificate';
import { type CheckList, Mismatch, requireFact, requireThat } from './checkList';
import { QE_IDENTITY, readSigned, TCB_INFO, type QeIdentity, type TcbInfo } from './collateral';
import type { VerificationInputs } from './question';
import type { Quote } from './quote';

const PLATFORM_CA = /^Intel SGX PCK (Platform|Processor) CA$/;

/** The platform: certificates, revocation lists, quoting enclave, and the level of its parts. */
export function checkPlatform(
	checks: CheckList,
	quote: Quote | undefined,
	question: VerificationInputs,
): PlatformStatus | undefined {
	const { collateral, now, roots } = question;
	const chain = checks.check('Certificate Chain', `a root ${roots.intel}`, () => {
		const [leaf, authority, root, ...more] = verifyChain(
			requireFact(quote).chain,
			roots.intel,
			now,
		);
		const found = {
			leaf: requireFact(leaf),
			authority: requireFact(authority),
			root: requireFact(root),
		};
		requireThat(more.length === 0, 'a chain of another length');
		const names = Object.values(found).map(({ x509 }) => commonName(x509));
		requireThat(
			names[0] === 'Intel SGX PCK Certificate' && PLATFORM_CA.test(names[1] ?? ''),
			names.join(', '),
		);
		return [names.join(', '), found];
	});
	const info = checks.check('TCB Info', 'signed by Intel and in force', () => {
		const read = readSigned(collateral, 'tcb_info', TCB_INFO, roots.intel, now);
		return [`until ${read.document.nextUpdate}`, read];
	});
	const identity = checks.check('Quoting Enclave Identity', 'signed by Intel and in force', () => {
		const read = readSigned(collateral, 'qe_identity', QE_IDENTITY, roots.intel, now);
		return [`until ${read.document.nextUpdate}`, read];
	});
	checks.check(
		'Revocation Lists',
		'signed by their issuers, in force, without these certificates',
		() => {
			const { leaf, authority, root } = requireFact(chain);
			const [issuer] = verifyChain(collateral.pck_crl_issuer_chain, roots.intel, now);
			requireThat(hasSameKey(issuer, authority), 'a list by another authority');
			const pckList = readRevocationList(hexBytes(collateral.pck_crl, 'the list'), authority, now);
			const rootList = readRevocationList(hexBytes(collateral.root_ca_crl, 'the list'), root, now);
			mustNotBeRevoked(leaf, pckList);
			for (const one of [authority, requireFact(info).signer, requireFact(identity).signer])
				mustNotBeRevoked(one, rootList);
			return [
				`until ${new Date(Math.min(pckList.nextUpdate, rootList.nextUpdate)).toISOString()}`,
				true,
			];
		},
	);
	checks.check('Quoting Enclave Report', 'signed by the platform, for the key of the quote', () => {
		const { qeReport, qeSignature, attestationKey, qeAuthData } = requireFact(quote);
		requireThat(
			isP1363SignedBy(requireFact(chain).leaf.x509.publicKey, qeReport, qeSignature),
			'the signature is wrong',
		);
		const bound = createHash('sha256').update(attestationKey).update(qeAuthData).digest();
		requireThat(
			qeReport.subarray(320).equals(Buffer.concat([bound, Buffer.alloc(32)])),
			'a report for another key',
		);
		return ['signed', true];
	});
	const pck = checks.check('Platform', 'the one that the TCB info is about', () => {
		const facts = readPck(requireFact(chain).leaf);
		const { fmspc, pceId } = requireFact(info).document;
		requireThat(
			facts.fmspc === fmspc.toLowerCase() && facts.pceId === pceId.toLowerCase(),
			`FMSPC ${facts.fmspc}, PCE ${facts.pceId}`,
		);
		return [`FMSPC ${facts.fmspc}`, facts];
	});
	const partStatuses: PlatformStatus[] = [];
	const checkLevel = (name: string, look: () => PlatformStatus) =>
		checks.check(name, 'a level that Intel lists', () => {
			const found = look();
			partStatuses.push(found);
			return [found.status, found];
		});
	checkLevel('Platform Level', () =>
		platformTcbStatus(requireFact(info).document, requireFact(pck), requireFact(quote)),
	);
	checkLevel('TDX Module', () => moduleTcbStatus(requireFact(info).document, requireFact(quote)));
	checkLevel('Quoting Enclave', () =>
		enclaveTcbStatus(requireFact(identity).document, requireFact(quote)),
	);
	const overallStatus = partStatuses.length === 0 ? undefined : worstStatus(partStatuses);
	const accepted = question.acceptsHardening
		? 'UpToDate, or a platform that needs hardening'
		: 'UpToDate';
	checks.check('TCB Status', accepted, () => {
		const { status, advisories } = requireFact(overallStatus);
		requireThat(
			partStatuses.length === 3 && isAccepted(status, question.acceptsHardening),
			[status, ...advisories].join(', '),
		);
		return [status, status];
	});
	return overallStatus;
}

/** The quote itself: its signature, and that the host cannot look into the enclave. */
export function checkQuote(checks: CheckList, quote: Quote | undefined): void {
	checks.check('Quote Signature', 'made by the key of the quoting enclave', () => {
		const { signed, signature, attestationKey } = requireFact(quote);
		const [x, y] = [attestationKey.subarray(0, 32), attestationKey.subarray(32)];
		const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') };
		const key = createPublicKey({ key: jwk, format: 'jwk' });
		requireThat(isP1363SignedBy(key, signed, signature), 'the signature is wrong');
		return ['signed', true];
	});
	checks.check('Debug', 'off, and SEPT_VE_DISABLE on', () => {
		const { tdAttributes } = requireFact(quote);
		const seen = `attributes ${tdAttributes.toString('hex')}`;
		requireThat(tdAttributes[0] === 0 && ((tdAttributes[3] ?? 0) & 0x10) !== 0, seen);
		return [seen, true];
	});
}

function hasSameKey(one: Certificate | undefined, other: Certificate): boolean {
	return one?.x509.publicKey.equals(other.x509.publicKey) === true;
}

/** The TCB status of a part of the platform, with the advisories of Intel that concern it. */
interface PlatformStatus {
	status: string;
	advisories: string[];
}

/** The statuses of Intel, the better ones first; any other word is refused. */
const STATUSES = [
	'UpToDate',
	'SWHardeningNeeded',
	'ConfigurationNeeded',
	'ConfigurationAndSWHardeningNeeded',
	'OutOfDate',
	'OutOfDateConfigurationNeeded',
	'Revoked',
];

/** What is accepted where the user accepts platforms that need hardening. */
const HARDENING_STATUSES = ['SWHardeningNeeded', 'ConfigurationAndSWHardeningNeeded'];

interface TcbLevel<T> {
	tcb: T;
	tcbStatus: string;
	advisoryIDs: string[];
}

/** The level of the platform: the first one that its components reach. Throws a Mismatch where there is none. */
function platformTcbStatus(info: TcbInfo, pck: PckFacts, { tcbSvn }: Quote): PlatformStatus {
	// With a TDX module that has an identity of its own, the first two numbers are those of the module.
	const start = (tcbSvn[1] ?? 0) > 0 ? 2 : 0;
	return reachedLevel(
		info.tcbLevels,
		'the platform',
		({ pcesvn, sgxtcbcomponents, tdxtcbcomponents }) => {
			const sgx = sgxtcbcomponents.every(({ svn }, index) => (pck.svns[index] ?? -1) >= svn);
			const tdx = tdxtcbcomponents.every(
				({ svn }, index) => index < start || (tcbSvn[index] ?? -1) >= svn,
			);
			return sgx && tdx && pck.pceSvn >= pcesvn;
		},
	);
}

/** The level of the TDX module that the quote names. Throws a Mismatch where Intel does not list it. */
function moduleTcbStatus(
	info: TcbInfo,
	{ tcbSvn, mrSignerSeam, seamAttributes }: Quote,
): PlatformStatus {
	const [svn = 0, version = 0] = tcbSvn;
	const id = `TDX_${version.toString(16).padStart(2, '0').toUpperCase()}`;
	const identity = info.tdxModuleIdentities.find((one) => one.id === id);
	const module = version > 0 ? identity : info.tdxModule;
	if (module === undefined) throw new Mismatch(`the TDX module ${id}, which Intel does not list`);
	const { mrsigner, attributes, attributesMask } = module;
	requireThat(
		mrSignerSeam.toString('hex') === mrsigner.toLowerCase(),
		'a TDX module that Intel did not sign',
	);
	requireThat(
		maskedBits(seamAttributes, attributesMask).equals(hexToBytes(attributes)),
		'other attributes of the TDX module',
	);
	if (version === 0) return { status: 'UpToDate', advisories: [] };
	return reachedLevel(identity?.tcbLevels ?? [], 'the TDX module', ({ isvsvn }) => svn >= isvsvn);
}

/** The level of the quoting enclave. Throws a Mismatch where it is not the one of Intel. */
function enclaveTcbStatus(identity: QeIdentity, { qeReport }: Quote): PlatformStatus {
	const { miscselect, miscselectMask, attributes, attributesMask, mrsigner, isvprodid } = identity;
	const misc = Buffer.from(qeReport.subarray(16, 20)).reverse();
	requireThat(
		maskedBits(misc, miscselectMask).equals(hexToBytes(miscselect)),
		'another MISCSELECT',
	);
	requireThat(
		maskedBits(qeReport.subarray(48, 64), attributesMask).equals(
			maskedBits(hexToBytes(attributes), attributesMask),
		),
		'other attributes',
	);
	const signer = qeReport.subarray(128, 160).toString('hex');
	requireThat(signer === mrsigner.toLowerCase(), `a quoting enclave signed by ${signer}`);
	const product = qeReport.readUInt16LE(256);
	requireThat(product === isvprodid, `a quoting enclave of product ${product}`);
	const svn = qeReport.readUInt16LE(258);
	return reachedLevel(identity.tcbLevels, 'the quoting enclave', ({ isvsvn }) => svn >= isvsvn);
}

function worstStatus(standings: PlatformStatus[]): PlatformStatus {
	const rank = ({ status }: PlatformStatus) => {
		const found = STATUSES.indexOf(status);
		return found < 0 ? STATUSES.length : found;
	};
	const [first] = standings.toSorted((one, other) => rank(other) - rank(one));
	const advisories = new Set(standings.flatMap((one) => one.advisories));
	return { status: first?.status ?? 'unknown', advisories: [...advisories].sort() };
}

function isAccepted(status: string, acceptsHardening: boolean): boolean {
	return status === 'UpToDate' || (acceptsHardening && HARDENING_STATUSES.includes(status));
}

function reachedLevel<T>(
	levels: Array<TcbLevel<T>>,
	what: string,
	reaches: (tcb: T) => boolean,
): PlatformStatus {
	const found = levels.find(({ tcb }) => reaches(tcb));
	if (found === undefined) throw new Mismatch(`${what} is below every level that Intel lists`);
	return { status: found.tcbStatus, advisories: found.advisoryIDs };
}

function maskedBits(value: Buffer, mask: string): Buffer {
	const bits = hexToBytes(mask);
	requireThat(bits.length === value.length, 'a mask of another length');
	return Buffer.from(value.map((byte, index) => byte & (bits[index] ?? 0)));
}

function hexToBytes(hex: string): Buffer {
	return Buffer.from(hex, 'hex');
}
