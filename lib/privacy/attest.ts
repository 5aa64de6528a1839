import { randomBytes } from 'node:crypto';
import type { IExecuteSingleFunctions, IDataObject } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { clock } from '../core/clock';
import type { Collateral } from './enclave/collateral';
import { ROOTS } from './enclave/question';
import {
	unverifiedPlatformOf,
	verifyEvidence,
	type PlatformId,
	type Verification,
} from './enclave/verify';
import { credentialTypeOf } from '../wire/credential';
import { collateralOf, forgetCollateral } from './collateralSource';
import type { EnclaveChoices } from './enclaveChoices';

export interface Attestation {
	model: string;
	nonce: string;
	/** Milliseconds. */
	at: number;
	verdict: Verification;
}

/** What is verified with where nothing could be asked for: every check of it fails. */
const EMPTY_COLLATERAL: Collateral = {
	...{ pck_crl_issuer_chain: '', root_ca_crl: '', pck_crl: '' },
	...{ tcb_info_issuer_chain: '', tcb_info: '', tcb_info_signature: '' },
	...{ qe_identity_issuer_chain: '', qe_identity: '', qe_identity_signature: '' },
};

/** Asks an enclave for evidence with a nonce of its own, and verifies it. `ask` sends the request. Throws a ServiceFailure. */
export async function attest(
	context: IExecuteSingleFunctions,
	model: string,
	choices: EnclaveChoices,
	ask: (query: { model: string; nonce: string }) => Promise<Answer>,
): Promise<Attestation> {
	const bytes = randomBytes(32);
	const nonce = bytes.toString('hex');
	const { body } = await ask({ model, nonce });
	const platform = platformIdIn(body);
	const fetched = async () => {
		if (platform === undefined) return EMPTY_COLLATERAL;
		const { collateralUrl } = await context.getCredentials(credentialTypeOf(context.getNode()));
		return await collateralOf(context, collateralUrl, platform);
	};
	const collateral = choices.collateral ?? (await fetched());
	const at = clock.now();
	const { allowed, acceptsHardening } = choices;
	const question = {
		model,
		nonce: bytes,
		collateral,
		now: at,
		roots: ROOTS,
		allowed,
		acceptsHardening,
	};
	const verification = verifyEvidence(body, question);
	if (!verification.verified) forgetCollateral();
	return { model, nonce, at, verdict: verification };
}

function platformIdIn(body: unknown): PlatformId | undefined {
	try {
		return unverifiedPlatformOf(body);
	} catch {
		return undefined;
	}
}

export function attestationReport(attestation: Attestation): IDataObject {
	const { verdict: verification, nonce } = attestation;
	const { form, upstreamModel } = verification;
	return {
		...attestationSummary(attestation),
		checks: verification.checks.map((check) => ({ ...check })),
		...{ nonce, form, upstreamModel },
	};
}

const ANY_PROGRAM =
	'Any program in a genuine enclave is accepted. To accept one only, enter its composeHash in Allowed Programs.';

export function attestationSummary({ model, at, verdict: verification }: Attestation): IDataObject {
	const { verified, tcbStatus, advisories, measurements, program, gpus } = verification;
	const { composeHash = null, osImageHash = null, appId = null, ...registers } = measurements;
	return {
		...{ model, verified, program },
		...(program === 'not pinned' && { programNote: ANY_PROGRAM }),
		...{ tcbStatus, advisories },
		...{ composeHash, osImageHash, appId },
		measurements: registers,
		gpus,
		verifiedAt: new Date(at).toISOString(),
	};
}
