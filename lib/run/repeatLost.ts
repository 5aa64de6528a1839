import { clock, wait } from '../core/clock';
import { failureOrRethrow, ServiceFailure, type FailureFacts } from '../core/failure';
import type { Step } from '../wire/send';
import { retryDelay } from '../wire/errors/retryDelay';
import type { Payer } from './payer';
import { countCall } from './spending';

/**
 * Sends a request again, as often as the user allows, when its answer was lost and may have been charged; each repeat counts as a call.
 * Throws the last ServiceFailure, with a possible charge of the attempts before it.
 */
export const repeatLost: Step<Payer> = async (next, call) => {
	const { payer, end, leavesModel, lostAnswers = 0 } = call;
	// Another model takes the place of a repeat.
	if (leavesModel === true) return await next(call);
	const send = async (repeats: number) => {
		if (repeats > 0) countCall(payer);
		return await next(call);
	};
	for (let repeats = 0; ; repeats++) {
		const outcome = await send(repeats).catch(failureOrRethrow);
		if (!(outcome instanceof ServiceFailure)) return outcome;
		const isLast = lostAnswers + repeats >= payer.settings.repeatLostAnswers;
		const delay = isLast ? undefined : lostAnswerDelayMs(outcome.facts, repeats + 1);
		if (delay === undefined) throw repeats === 0 ? outcome : withPossibleCharge(outcome);
		// A run that was stopped meanwhile repeats nothing.
		if (end?.aborted === true) throw outcome;
		payer.onRepeat?.(outcome);
		await wait(delay, end);
	}
};

/** Milliseconds to the next request, for an answer that was lost; undefined for any other failure. */
function lostAnswerDelayMs(failure: FailureFacts, attempt: number): number | undefined {
	if (failure.charge !== 'possible') return undefined;
	return retryDelay({ failure, attempt, random: clock.random(), repeatable: true });
}

/** A refusal says nothing of the requests before it. */
function withPossibleCharge(failure: ServiceFailure): ServiceFailure {
	const { charge = 'none' } = failure.facts;
	return charge === 'none' ? failure.withMessage(failure.message, { charge: 'possible' }) : failure;
}
