import type { FailureFacts } from '../base/failure';
import { ANSWER_TOO_LARGE } from '../base/bounds';
import { allowances, retryAfter } from './rateHeaders';

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
const JITTER_MS = 250;
/** Resets may be wrong, and limits of a day may be raised: so long after a call, a window of a minute has certainly restarted. */
export const PROBE_MS = 62_000;

/** The connection was refused, so nothing was sent and even a paid call may be retried. */
const NOT_NOW = /^(ECONNREFUSED|EAI_AGAIN)$/;

type Refusal = Pick<FailureFacts, 'kind' | 'status' | 'code' | 'headers'>;

export interface RetryInput {
	failure: Refusal;
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
 * Milliseconds to wait before the call is sent again, or undefined when it must not be
 * (docs/service.md#charges).
 */
export function retryDelay(input: RetryInput): number | undefined {
	const { failure, repeatable, once } = input;
	if (failure.code === ANSWER_TOO_LARGE) return undefined;
	if (failure.kind === 'unreachable' && NOT_NOW.test(failure.code ?? '')) return backoff(input);
	if (
		failure.kind === 'unreachable' ||
		failure.kind === 'timeout' ||
		failure.kind === 'malformed'
	) {
		return repeatable ? backoff(input) : undefined;
	}
	if (failure.kind !== 'refused') return undefined;
	switch (failure.status) {
		case 429:
			return rateLimitDelay(input);
		case 500:
		case 503:
			return once === true || failure.code === 'MODEL_OFFLINE'
				? undefined
				: Math.max(retryAfter(failure.headers ?? {}), backoff(input));
		case 502:
		case 504:
			return repeatable ? backoff(input) : undefined;
		default:
			return undefined;
	}
}

/** Whether a 429 names no limit: it is for every call, after too many failures, or without a reason (docs/service.md#rate-limits). */
export function isBlock({ status, code, headers = {} }: Refusal): boolean {
	if (status !== 429 || code === 'MODEL_OVERLOADED' || code === 'RATE_LIMIT_EXCEEDED') return false;
	return Object.values(allowances(headers)).every((known) => Object.keys(known).length === 0);
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
