import { clock, wait } from '../base/clock';
import { caught, ServiceFailure, type FailureFacts } from '../base/failure';
import { retryDelay } from '../pacing/retryDelay';

export interface RepeatPolicy {
	/** How many times a request may be sent again although it may have been charged. */
	times: number;
	signal: AbortSignal | undefined;
	/** Called before each wait. */
	onRepeat(failure: ServiceFailure): void;
}

/**
 * The result of `send`, which gets the number of repeats and is called again as often as the user allows when its answer was lost and may have been charged.
 * Throws the last ServiceFailure, with a possible charge of the attempts before it.
 */
export async function repeatLost<T>(
	send: (repeats: number) => Promise<T>,
	{ times, signal, onRepeat }: RepeatPolicy,
): Promise<T> {
	for (let repeats = 0; ; repeats++) {
		const outcome = await send(repeats).catch(caught);
		if (!(outcome instanceof ServiceFailure)) return outcome;
		const delay = repeats < times ? delayOf(outcome.facts, repeats + 1) : undefined;
		if (delay === undefined) throw repeats === 0 ? outcome : withCharge(outcome);
		onRepeat(outcome);
		await wait(delay, signal);
	}
}

/** Milliseconds to the next request, for an answer that was lost; undefined for any other failure. */
function delayOf(failure: FailureFacts, attempt: number): number | undefined {
	if (failure.charge !== 'possible') return undefined;
	const [now, random] = [clock.now(), clock.random()];
	return retryDelay({ failure, attempt, now, random, repeatable: true });
}

/** A refusal says nothing of the requests before it. */
function withCharge(failure: ServiceFailure): ServiceFailure {
	const { charge = 'none' } = failure.facts;
	return charge === 'none' ? failure.as(failure.message, { charge: 'possible' }) : failure;
}
