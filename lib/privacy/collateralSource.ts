import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { header, isServed } from '../core/answer';
import { clock } from '../core/clock';
import { badInput, failureOf, messageOf, ServiceFailure } from '../core/failure';
import { readAll, giveUp, isStream } from '../core/streams';
import type { Collateral } from './enclave/collateral';
import type { PlatformName } from './enclave/verify';
import { fetchOpen } from '../files/fetchOpen';
import { withRetry } from '../wire/retry';

/** Intel's own service, and where Intel publishes the list of its root. */
export const INTEL = 'https://api.trustedservices.intel.com';
const INTEL_ROOT_LIST = 'https://certificates.trustedservices.intel.com/IntelSGXRootCA.der';

const LABEL = 'The Collateral URL of the credential';
const TIMEOUT_MS = 30_000;
const RETRIES = { maxTries: 4, maxWaitMs: 30_000, repeatable: true };
const MOST_BYTES = 5_000_000;
const MOST_KEPT = 100;

const SIGNED = z.object({
	signature: z.string(),
	tcbInfo: z.unknown(),
	enclaveIdentity: z.unknown(),
});

interface Kept {
	collateral: Promise<Collateral>;
	/** Milliseconds. */
	until: number;
}

/** What Intel published, by address and platform: it is the same for all users of this n8n. */
export const keptCollateral = new Map<string, Kept>();

/**
 * What Intel published about a platform, from the address of the credential and without its key; kept until Intel publishes it again.
 * Whoever serves it cannot change it: all of it is signed by Intel. Throws a ServiceFailure.
 */
export async function collateralOf(
	context: IExecuteSingleFunctions,
	given: unknown,
	platform: PlatformName,
): Promise<Collateral> {
	const base = (typeof given === 'string' && given.trim() !== '' ? given.trim() : INTEL).replace(
		/\/+$/,
		'',
	);
	const name = JSON.stringify([base, platform]);
	const known = keptCollateral.get(name);
	if (known !== undefined && known.until > clock.now()) return await known.collateral;
	if (keptCollateral.size >= MOST_KEPT) keptCollateral.clear();
	const entry: Kept = {
		// Calls of the same moment wait for the same answer, and fail with the same words.
		collateral: fetchAll(context, base, platform).catch((error: unknown) => {
			keptCollateral.delete(name);
			throw unavailable(base, error);
		}),
		until: clock.now() + 600_000,
	};
	keptCollateral.set(name, entry);
	const collateral = await entry.collateral;
	entry.until = Math.min(nextUpdate(collateral.tcb_info), nextUpdate(collateral.qe_identity));
	return collateral;
}

/** Forgets what did not verify, so that the next call fetches it again. */
export function forgetCollateral(): void {
	keptCollateral.clear();
}

async function fetchAll(
	context: IExecuteSingleFunctions,
	base: string,
	{ fmspc, ca }: PlatformName,
): Promise<Collateral> {
	const again = { ...RETRIES, signal: context.getExecutionCancelSignal?.() };
	const get = async (url: string) =>
		await withRetry(async () => await fetched(context, url), again);
	const sgx = `${base}/sgx/certification/v4`;
	const tdx = `${base}/tdx/certification/v4`;
	const [list, rootList, info, identity] = await Promise.all([
		get(`${sgx}/pckcrl?ca=${ca}&encoding=der`),
		get(base === INTEL ? INTEL_ROOT_LIST : `${sgx}/rootcacrl`),
		get(`${tdx}/tcb?fmspc=${fmspc}`),
		get(`${tdx}/qe/identity`),
	]);
	const tcbInfo = SIGNED.parse(JSON.parse(info.bytes.toString('utf8')));
	const qeIdentity = SIGNED.parse(JSON.parse(identity.bytes.toString('utf8')));
	return {
		pck_crl_issuer_chain: chain(list, 'sgx-pck-crl-issuer-chain'),
		root_ca_crl: listHex(rootList.bytes),
		pck_crl: listHex(list.bytes),
		tcb_info_issuer_chain: chain(info, 'tcb-info-issuer-chain', 'sgx-tcb-info-issuer-chain'),
		// Intel signs its documents without white space.
		tcb_info: JSON.stringify(tcbInfo.tcbInfo) ?? '',
		tcb_info_signature: tcbInfo.signature,
		qe_identity_issuer_chain: chain(identity, 'sgx-enclave-identity-issuer-chain'),
		qe_identity: JSON.stringify(qeIdentity.enclaveIdentity) ?? '',
		qe_identity_signature: qeIdentity.signature,
	};
}

interface Part {
	bytes: Buffer;
	headers: Record<string, unknown>;
}

async function fetched(context: IExecuteSingleFunctions, url: string): Promise<Part> {
	const response = await fetchOpen(context, { method: 'GET', url, timeout: TIMEOUT_MS }, LABEL);
	const { statusCode: status, headers, body } = response;
	if (!isServed(response)) {
		giveUp(body);
		const message = `${new URL(url).host} answered with status ${status}`;
		throw new ServiceFailure(message, { kind: 'refused', status, headers });
	}
	const whole: unknown = isStream(body)
		? await readAll(body, { bytes: MOST_BYTES }).catch((error: unknown) => {
				throw failureOf(error, 'unreachable');
			})
		: body;
	if (!Buffer.isBuffer(whole)) throw badInput(`${new URL(url).host} sent something else`);
	return { bytes: whole, headers };
}

function chain({ headers }: Part, ...names: string[]): string {
	const found = names.map((name) => header({ headers }, name)).find((one) => one !== undefined);
	return decodeURIComponent(found ?? '');
}

/** Caches serve a list in hexadecimal digits where Intel serves its bytes. */
function listHex(bytes: Buffer): string {
	const text = bytes.toString('latin1').trim();
	return /^([0-9a-fA-F]{2})+$/.test(text) ? text : bytes.toString('hex');
}

function nextUpdate(text: string): number {
	const { nextUpdate: until } = z.object({ nextUpdate: z.string() }).parse(JSON.parse(text));
	return Date.parse(until);
}

function unavailable(base: string, error: unknown): ServiceFailure {
	const reason = messageOf(error);
	return badInput(
		`The enclave could not be verified: what Intel publishes could not be read from ${base} (${reason})`,
		'Check the Collateral URL of the credential, or provide Collateral (JSON). Nothing was charged.',
	);
}
