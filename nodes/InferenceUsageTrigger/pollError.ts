import type { INode } from 'n8n-workflow';

import { ServiceFailure, type FailureFacts } from '../../lib/core/failure';
import { nodeError } from '../../lib/wire/errors/nodeError';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { retryDelay } from '../../lib/wire/errors/retryDelay';

/** The failure as n8n's error, with the cause by which n8n decides how long the trigger rests (n8n 2.41 and later). */
export function pollError(node: INode, error: unknown) {
	const shown = nodeError(node, error);
	if (!(error instanceof ServiceFailure)) return shown;
	const cause = n8nCauseOf(error.facts);
	const failure = CAUSES_WITH_RETRY_TIME.has(cause)
		? { cause, retryAfterMs: retryDelayMsOf(error.facts) }
		: { cause };
	return Object.assign(shown, { failure });
}

const CAUSES_WITH_RETRY_TIME = new Set([
	'rate-limited',
	'quota-exhausted',
	'temporarily-unavailable',
]);

const CAUSE_OF_REASON = {
	limit: 'rate-limited',
	trouble: 'temporarily-unavailable',
	access: 'credential-invalid',
	funds: 'quota-exhausted',
	request: 'configuration-invalid',
};

function n8nCauseOf(facts: FailureFacts): string {
	if (facts.kind === 'input') return 'configuration-invalid';
	const { reason = 'trouble' } = verdictOf(facts);
	return CAUSE_OF_REASON[reason];
}

function retryDelayMsOf(failure: FailureFacts): number | undefined {
	return retryDelay({ failure, attempt: 1, random: 0, repeatable: true });
}
