import type { NodeHint } from 'n8n-workflow';

const MODEL = '($parameter["model"]?.value ?? $parameter["model"] ?? "")';

/** What is shown while a model that can be encrypted to is chosen, and the call is not encrypted. */
export function encryptionHints(): NodeHint[] {
	return [
		{
			message:
				'This call is not encrypted, although the model supports it. To encrypt it, set <b>Encryption</b> to Required.',
			type: 'info',
			location: 'ndv',
			whenToDisplay: 'beforeExecution',
			displayCondition: `={{ /^(e2ee|tee)-/.test(String(${MODEL})) && $parameter["encryption"] !== "required" }}`,
		},
	];
}
