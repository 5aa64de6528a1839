import type { FailureFacts } from '../../core/failure';
import { verdictOf } from './verdict';
import { allowances, PROBE_MS, retryAfter } from './rateHeaders';

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
const JITTER_MS = 250;
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
	const { again, reason } = verdictOf(failure);
	if (again === 'never' || (again === 'if-idempotent' && !repeatable)) return undefined;
	if (reason === 'limit') return rateLimitDelay(input);
	if (reason === 'trouble' && once === true) return undefined;
	return Math.max(retryAfter(failure.headers ?? {}), backoff(input));
}

/** Exponential back-off with jitter: between half and the whole of 1 s, 2 s, 4 s ... up to 30 s. */
export function backoff({ attempt, random }: Pick<RetryInput, 'attempt' | 'random'>): number {
	const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
	return Math.round((ceiling * (1 + random)) / 2);
}

function rateLimitDelay(input: RetryInput): number {
	const { failure, attempt, random } = input;
	const headers = failure.headers ?? {};
	const resets = Object.values(allowances(headers)).map(({ left = 0, resetMs = 0 }) =>
		left > 0 ? 0 : resetMs,
	);
	const longest = attempt > 1 ? Number.POSITIVE_INFINITY : PROBE_MS;
	const named = Math.max(retryAfter(headers), Math.min(longest, Math.max(...resets)));
	return named > 0 ? named + Math.round(JITTER_MS * random) : backoff(input);
}
