import type { FailureFacts } from '../../core/failure';
import { verdictOf } from './verdict';
import { allowances, ASK_AGAIN_MS, LONGEST_WINDOW_MS, retryAfter } from './rateHeaders';

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
const JITTER_MS = 250;
const LONGEST_ASK_AGAIN_MS = 600_000;

interface RetryInput {
	failure: Omit<FailureFacts, 'charge'>;
	/** How many times the call was sent so far, from 1. */
	attempt: number;
	/** 0 to 1. */
	random: number;
	/** Whether sending the call again can cost nothing: it is free, or carries an idempotency key. */
	repeatable: boolean;
	/** Whether the call makes something whose answer comes this one time, so that only a refusal that is sure is retried. */
	once?: boolean;
}

/**
 * Milliseconds to wait before the call is sent again, or undefined when it must not be (docs/maintainers/service.md#charges). Whether it
 * may be is for the verdict to say; how long it waits is not, since that depends on the try, on chance and on the time.
 */
export function retryDelay(input: RetryInput): number | undefined {
	const { failure, repeatable, once } = input;
	const { again, reason, atLeastMs = 0 } = verdictOf(failure);
	if (again === 'never' || (again === 'if-idempotent' && !repeatable)) return undefined;
	if (reason === 'trouble' && once === true) return undefined;
	const named = believedDelay(namedDelay(failure), input.attempt);
	if (reason !== 'limit') return Math.max(named, atLeastMs, backoff(input));
	return named > 0 ? named + Math.round(JITTER_MS * input.random) : backoff(input);
}

/** Milliseconds that a refusal names, by `Retry-After` or by the reset of a limit that is used up; 0 where it names none. */
export function namedDelay(failure: RetryInput['failure']): number {
	const { headers = {} } = failure;
	const resets =
		verdictOf(failure).reason === 'limit'
			? Object.values(allowances(headers)).map(({ left = 0, resetMs = 0 }) =>
					left > 0 ? 0 : resetMs,
				)
			: [];
	return Math.max(retryAfter(headers), ...resets);
}

/** The part of a named wait that is believed after so many refusals: of one that no window lasts, a minute, then two, four, at most ten. */
export function believedDelay(namedMs: number, refusals: number): number {
	if (namedMs <= LONGEST_WINDOW_MS) return namedMs;
	return Math.min(namedMs, LONGEST_ASK_AGAIN_MS, ASK_AGAIN_MS * 2 ** (refusals - 1));
}

/** Exponential back-off with jitter: between half and the whole of 1 s, 2 s, 4 s ... up to 30 s. */
export function backoff({ attempt, random }: Pick<RetryInput, 'attempt' | 'random'>): number {
	const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
	return Math.round((ceiling * (1 + random)) / 2);
}
