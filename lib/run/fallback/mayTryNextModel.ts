import type { FailureFacts } from '../../core/failure';
import { verdictOf } from '../../wire/errors/verdict';

/**
 * Whether another model may be asked after this failure: the call was certainly not charged (docs/maintainers/service.md#charges), and the model
 * is offline, withdrawn, unknown, over capacity or, if `hasOwnLimits`, at its rate limit.
 */
export function mayTryNextModel(facts: FailureFacts, hasOwnLimits: boolean): boolean {
	if ((facts.charge ?? 'none') !== 'none') return false;
	const { otherModel } = verdictOf(facts);
	return otherModel === 'any' || (otherModel === 'if-own-limits' && hasOwnLimits);
}
