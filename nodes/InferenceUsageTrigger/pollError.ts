import type { INode } from 'n8n-workflow';

import { ServiceFailure, type FailureFacts } from '../../lib/core/failure';
import { nodeError } from '../../lib/wire/errors/nodeError';
import { retryDelay } from '../../lib/wire/pacing/rateLimits';

/** The failure as n8n's error, with the cause by which n8n decides how long the trigger rests (n8n 2.41 and later). */
export function pollError(node: INode, error: unknown) {
	const shown = nodeError(node, error);
	if (!(error instanceof ServiceFailure)) return shown;
	const cause = causeOf(error.facts);
	const failure = TIMED.has(cause) ? { cause, retryAfterMs: restMs(error.facts) } : { cause };
	return Object.assign(shown, { failure });
}

const TIMED = new Set(['rate-limited', 'quota-exhausted', 'temporarily-unavailable']);

function causeOf({ kind, status = 0 }: FailureFacts): string {
	if (kind === 'input') return 'configuration-invalid';
	if (kind !== 'refused' || status >= 500) return 'temporarily-unavailable';
	if (status === 401 || status === 403) return 'credential-invalid';
	if (status === 402) return 'quota-exhausted';
	return status === 429 ? 'rate-limited' : 'configuration-invalid';
}

function restMs(failure: FailureFacts): number | undefined {
	return retryDelay({ failure, attempt: 1, random: 0, repeatable: true });
}
