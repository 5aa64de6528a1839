import type { IExecuteSingleFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { header, isServed } from '../core/answer';
import { clock } from '../core/clock';
import { badInput, failureOf, messageOf, ServiceFailure } from '../core/failure';
import { readAll, cancelBody, isStream } from '../core/streams';
import type { Collateral } from './enclave/collateral';
import type { PlatformId } from './enclave/verify';
import { fetchWithoutCredential } from '../files/fetchWithoutCredential';
import { withRetry } from '../wire/retry';

/** Intel's own service, and where Intel publishes the list of its root. */
export const INTEL_SERVICE_URL = 'https://api.trustedservices.intel.com';
const INTEL_ROOT_CRL_URL = 'https://certificates.trustedservices.intel.com/IntelSGXRootCA.der';

const COLLATERAL_URL_LABEL = 'The Collateral URL of the credential';
const FETCH_TIMEOUT_MS = 30_000;
const RETRIES = { maxTries: 4, maxWaitMs: 30_000, repeatable: true };
const MAX_PART_BYTES = 5_000_000;
const MAX_KEPT_COLLATERAL = 100;

const SIGNED_DOCUMENT = z.object({
	signature: z.string(),
	tcbInfo: z.unknown(),
	enclaveIdentity: z.unknown(),
});

interface CollateralEntry {
	collateral: Promise<Collateral>;
	/** Milliseconds. */
	until: number;
}

/** What Intel published, by address and platform: it is the same for all users of this n8n. */
export const keptCollateral = new Map<string, CollateralEntry>();

/**
 * What Intel published about a platform, from the address of the credential and without its key; kept until Intel publishes it again.
 * Whoever serves it cannot change it: all of it is signed by Intel. Throws a ServiceFailure.
 */
export async function collateralOf(
	context: IExecuteSingleFunctions,
	given: unknown,
	platform: PlatformId,
): Promise<Collateral> {
	const base = (
		typeof given === 'string' && given.trim() !== '' ? given.trim() : INTEL_SERVICE_URL
	).replace(/(?<!\/)\/+$/, '');
	const name = JSON.stringify([base, platform]);
	const known = keptCollateral.get(name);
	if (known !== undefined && known.until > clock.now()) return await known.collateral;
	if (keptCollateral.size >= MAX_KEPT_COLLATERAL) keptCollateral.clear();
	const entry: CollateralEntry = {
		// Calls of the same moment wait for the same answer, and fail with the same words.
		collateral: fetchCollateral(context, base, platform).catch((error: unknown) => {
			keptCollateral.delete(name);
			throw unavailableFailure(base, error);
		}),
		until: clock.now() + 600_000,
	};
	keptCollateral.set(name, entry);
	const collateral = await entry.collateral;
	entry.until = Math.min(nextUpdateMs(collateral.tcb_info), nextUpdateMs(collateral.qe_identity));
	return collateral;
}

/** Forgets what did not verify, so that the next call fetches it again. */
export function forgetCollateral(): void {
	keptCollateral.clear();
}

async function fetchCollateral(
	context: IExecuteSingleFunctions,
	base: string,
	{ fmspc, ca }: PlatformId,
): Promise<Collateral> {
	const again = { ...RETRIES, signal: context.getExecutionCancelSignal?.() };
	const get = async (url: string) =>
		await withRetry(async () => await fetchPart(context, url), again);
	const sgx = `${base}/sgx/certification/v4`;
	const tdx = `${base}/tdx/certification/v4`;
	const [pckCrl, rootCrl, info, identity] = await Promise.all([
		get(`${sgx}/pckcrl?ca=${ca}&encoding=der`),
		get(base === INTEL_SERVICE_URL ? INTEL_ROOT_CRL_URL : `${sgx}/rootcacrl`),
		get(`${tdx}/tcb?fmspc=${fmspc}`),
		get(`${tdx}/qe/identity`),
	]);
	const tcbInfo = SIGNED_DOCUMENT.parse(JSON.parse(info.bytes.toString('utf8')));
	const qeIdentity = SIGNED_DOCUMENT.parse(JSON.parse(identity.bytes.toString('utf8')));
	return {
		pck_crl_issuer_chain: issuerChain(pckCrl, 'sgx-pck-crl-issuer-chain'),
		root_ca_crl: crlHex(rootCrl.bytes),
		pck_crl: crlHex(pckCrl.bytes),
		tcb_info_issuer_chain: issuerChain(info, 'tcb-info-issuer-chain', 'sgx-tcb-info-issuer-chain'),
		// Intel signs its documents without white space.
		tcb_info: JSON.stringify(tcbInfo.tcbInfo) ?? '',
		tcb_info_signature: tcbInfo.signature,
		qe_identity_issuer_chain: issuerChain(identity, 'sgx-enclave-identity-issuer-chain'),
		qe_identity: JSON.stringify(qeIdentity.enclaveIdentity) ?? '',
		qe_identity_signature: qeIdentity.signature,
	};
}

interface CollateralPart {
	bytes: Buffer;
	headers: Record<string, unknown>;
}

async function fetchPart(context: IExecuteSingleFunctions, url: string): Promise<CollateralPart> {
	const response = await fetchWithoutCredential(
		context,
		{ method: 'GET', url, timeout: FETCH_TIMEOUT_MS },
		COLLATERAL_URL_LABEL,
	);
	const { statusCode: status, headers, body } = response;
	if (!isServed(response)) {
		cancelBody(body);
		const message = `${new URL(url).host} answered with status ${status}`;
		throw new ServiceFailure(message, { kind: 'refused', status, headers });
	}
	const content: unknown = isStream(body)
		? await readAll(body, { bytes: MAX_PART_BYTES }).catch((error: unknown) => {
				throw failureOf(error, 'unreachable');
			})
		: body;
	if (!Buffer.isBuffer(content))
		throw badInput(
			`${new URL(url).host} sent something else`,
			'Check Collateral URL: it must be the address of a certificate cache.',
		);
	return { bytes: content, headers };
}

function issuerChain({ headers }: CollateralPart, ...names: string[]): string {
	const found = names.map((name) => header({ headers }, name)).find((one) => one !== undefined);
	return decodeURIComponent(found ?? '');
}

/** Caches serve a list in hexadecimal digits where Intel serves its bytes. */
function crlHex(bytes: Buffer): string {
	const text = bytes.toString('latin1').trim();
	return /^([0-9a-fA-F]{2})+$/.test(text) ? text : bytes.toString('hex');
}

function nextUpdateMs(text: string): number {
	const { nextUpdate: until } = z.object({ nextUpdate: z.string() }).parse(JSON.parse(text));
	return Date.parse(until);
}

function unavailableFailure(base: string, error: unknown): ServiceFailure {
	const reason = messageOf(error);
	return badInput(
		`The enclave could not be verified: what Intel publishes could not be read from ${base} (${reason})`,
		'Check the Collateral URL of the credential, or provide Collateral (JSON). Nothing was charged.',
	);
}
