import { randomBytes } from 'node:crypto';
import type { IExecuteSingleFunctions, IDataObject } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { clock } from '../core/clock';
import type { Collateral } from './enclave/collateral';
import { ROOTS } from './enclave/question';
import { platformOf, verifyEvidence, type PlatformName, type Verification } from './enclave/verify';
import { credentialType } from '../wire/credential';
import { collateralOf, forgetCollateral } from './collateralSource';
import type { EnclaveChoices } from './enclaveChoices';

/** A verification, with the nonce and the time that it was made for. */
export interface Attestation {
	model: string;
	nonce: string;
	/** Milliseconds. */
	at: number;
	verdict: Verification;
}

/** What is verified with where nothing could be asked for: every check of it fails. */
const NONE: Collateral = {
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
	const platform = nameOf(body);
	const fetched = async () => {
		if (platform === undefined) return NONE;
		const { collateralUrl } = await context.getCredentials(credentialType(context.getNode()));
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
	const verdict = verifyEvidence(body, question);
	if (!verdict.verified) forgetCollateral();
	return { model, nonce, at, verdict };
}

function nameOf(body: unknown): PlatformName | undefined {
	try {
		return platformOf(body);
	} catch {
		return undefined;
	}
}

/** What the output says of a verification, check by check. */
export function reportOf(attestation: Attestation): IDataObject {
	const { verdict, nonce } = attestation;
	const { form, upstreamModel } = verdict;
	return {
		...summaryOf(attestation),
		checks: verdict.checks.map((check) => ({ ...check })),
		...{ nonce, form, upstreamModel },
	};
}

/** What the output of a chat says of the enclave that it was encrypted to. */
export function summaryOf({ model, at, verdict }: Attestation): IDataObject {
	const { verified, tcbStatus, advisories, measurements, program, gpus } = verdict;
	const { composeHash = null, osImageHash = null, appId = null, ...registers } = measurements;
	return {
		...{ model, verified, program, tcbStatus, advisories },
		...{ composeHash, osImageHash, appId },
		measurements: registers,
		gpus,
		verifiedAt: new Date(at).toISOString(),
	};
}
