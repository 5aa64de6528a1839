import type { IDataObject } from 'n8n-workflow';

import type { Attestation } from './attest';

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
