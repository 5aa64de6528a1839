import type { NodeHint } from 'n8n-workflow';

const MODEL = '($parameter["model"]?.value ?? $parameter["model"] ?? "")';

/**
 * What is shown while a model in an enclave is chosen, and the call is not encrypted. A hint sees the ID alone, not the list of models; the
 * interface documents the prefixes of such IDs.
 */
export function encryptionHints(): NodeHint[] {
	return [
		{
			message:
				'This call is not encrypted: the service can read it. To encrypt it, set <b>Encryption</b> to Required.',
			type: 'info',
			location: 'ndv',
			whenToDisplay: 'beforeExecution',
			displayCondition: `={{ /^(e2ee|tee)-/.test(String(${MODEL})) && $parameter["encryption"] !== "required" }}`,
		},
	];
}
