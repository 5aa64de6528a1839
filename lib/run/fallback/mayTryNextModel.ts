import type { FailureFacts } from '../../core/failure';
import { isBlock } from '../../wire/pacing/rateLimits';

/**
 * Whether another model may be asked after this failure: the call was certainly not charged (docs/maintainers/service.md#charges), and the model
 * is offline, withdrawn, unknown, over capacity or, if `hasOwnLimits`, at its rate limit.
 */
export function mayTryNextModel(facts: FailureFacts, hasOwnLimits: boolean): boolean {
	const { kind, charge = 'none', status, code, fields = [] } = facts;
	if (kind !== 'refused' || charge !== 'none') return false;
	switch (status) {
		case undefined:
			// It was held back and not sent.
			return hasOwnLimits && code === 'RATE_LIMIT_EXCEEDED';
		case 400:
			return code === 'INVALID_MODEL' || (fields.length === 1 && fields[0] === 'model');
		case 404:
			return code === 'MODEL_NOT_FOUND';
		case 410:
		case 503:
			return true;
		case 429:
			return code === 'MODEL_OVERLOADED' || (hasOwnLimits && !isBlock(facts));
		default:
			return false;
	}
}
