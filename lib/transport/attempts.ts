import { clock, wait } from './clock';
import { cancelled } from './exchange';
import { ServiceFailure } from './failure';
import { retryDelay } from './retryDelay';

export interface RetryPolicy {
	/** How often a call is sent at the most, the first time included. */
	maxTries: number;
	/** How long all waits of one call may take together, in milliseconds. */
	maxWaitMs: number;
	/** Whether a call that may have been received can be sent again without cost. */
	repeatable: boolean;
	signal?: AbortSignal;
	/** Told before each wait, so that the other calls of the run can pause too. */
	onWait?(ms: number, failure: ServiceFailure): void;
}

/**
 * What `send` gives, sent again as the policy and the service's answer allow (house law 3).
 * Throws the last ServiceFailure, with the number of tries and the time waited in its message; other errors pass at once.
 */
export async function withRetry<T>(send: () => Promise<T>, policy: RetryPolicy): Promise<T> {
	let waited = 0;
	for (let attempt = 1; ; attempt++) {
		if (policy.signal?.aborted) throw cancelled();
		const [outcome] = await Promise.allSettled([send()]);
		if (outcome.status === 'fulfilled') return outcome.value;
		const failure: unknown = outcome.reason;
		if (!(failure instanceof ServiceFailure)) throw failure;
		const delay = retryDelay({
			failure: failure.facts,
			attempt,
			now: clock.now(),
			random: clock.random(),
			repeatable: policy.repeatable,
		});
		if (delay === undefined) throw failure;
		if (attempt >= policy.maxTries || waited + delay > policy.maxWaitMs) {
			throw givenUp(failure, attempt, waited, delay, policy);
		}
		policy.onWait?.(delay, failure);
		await wait(delay, policy.signal);
		waited += delay;
	}
}

function givenUp(
	failure: ServiceFailure,
	tries: number,
	waited: number,
	delay: number,
	policy: RetryPolicy,
): ServiceFailure {
	const times = tries === 1 ? 'once' : `${tries} times in ${seconds(waited)} s`;
	const next =
		tries < policy.maxTries
			? `; the next try would have to wait ${seconds(delay)} s, longer than Max Wait allows`
			: '';
	return new ServiceFailure(`${failure.message} (tried ${times}${next})`, failure.facts);
}

function seconds(ms: number): number {
	return Math.round(ms / 100) / 10;
}
