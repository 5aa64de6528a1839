import type { FailureFacts } from '../../core/failure';
import { NO_ENCRYPTION } from '../../privacy/sendEncrypted';
import { NOT_PRIVATE } from '../../privacy/privacy';
import { verdictOf } from '../../wire/errors/verdict';
import type { FallbackRule } from './types';

/**
 * Whether another model may be asked after this failure of one: the call was certainly not charged (docs/maintainers/service.md#charges), and the
 * model is at fault or, if each has limits of its own, at its rate limit.
 */
export function mayTryNextModel(facts: FailureFacts, { hasOwnLimits }: FallbackRule): boolean {
	if ((facts.charge ?? 'none') !== 'none') return false;
	const { modelFault, reason, limitOf } = verdictOf(facts);
	return modelFault !== undefined || (hasOwnLimits && reason === 'limit' && limitOf === 'calls');
}

/** The same for a fallback model: a request that it does not take (400), or must not get, was made for another one. */
export function mayTryModelAfter(facts: FailureFacts, rule: FallbackRule): boolean {
	const { kind, charge = 'none', status, code } = facts;
	if (code === NO_ENCRYPTION || code === NOT_PRIVATE) return true;
	return (
		mayTryNextModel(facts, rule) || (kind === 'refused' && charge === 'none' && status === 400)
	);
}

/** Whether an answer was lost before any of it came: it may have been charged, and the user can allow to send it again. */
export function isLostAnswer(facts: FailureFacts): boolean {
	const isLost = facts.charge === 'possible' && verdictOf(facts).again === 'if-idempotent';
	return isLost && facts.hasBegun !== true;
}
