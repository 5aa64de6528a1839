import type { QeIdentity, TcbInfo } from './collateral';
import { Mismatch, requireThat } from './checkList';
import type { PckFacts } from './pck';
import type { Quote } from './quote';

/** The TCB status of a part of the platform, with the advisories of Intel that concern it. */
export interface PlatformStatus {
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
export function platformTcbStatus(info: TcbInfo, pck: PckFacts, { tcbSvn }: Quote): PlatformStatus {
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
export function moduleTcbStatus(
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
export function enclaveTcbStatus(identity: QeIdentity, { qeReport }: Quote): PlatformStatus {
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

export function worstStatus(standings: PlatformStatus[]): PlatformStatus {
	const rank = ({ status }: PlatformStatus) => {
		const found = STATUSES.indexOf(status);
		return found < 0 ? STATUSES.length : found;
	};
	const [first] = standings.toSorted((one, other) => rank(other) - rank(one));
	const advisories = new Set(standings.flatMap((one) => one.advisories));
	return { status: first?.status ?? 'unknown', advisories: [...advisories].sort() };
}

export function isAccepted(status: string, acceptsHardening: boolean): boolean {
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
