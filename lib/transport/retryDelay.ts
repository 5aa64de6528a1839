import type { FailureFacts } from './failure';

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
const BLOCK_MS = 30_000;
const JITTER_MS = 250;

export interface RetryInput {
	failure: Pick<FailureFacts, 'kind' | 'status' | 'code' | 'headers'>;
	/** How many times the call was sent so far, from 1. */
	attempt: number;
	/** Unix milliseconds. */
	now: number;
	/** 0 to 1. */
	random: number;
	/** Whether sending the call again can cost nothing: it is free, or carries an idempotency key. */
	repeatable: boolean;
}

/**
 * Milliseconds to wait before the call is sent again, or undefined when it must not be
 * (SPECIFICATION, Errors: 429, 500 and 503 with exponential back-off; NOTES 1.6).
 */
export function retryDelay(input: RetryInput): number | undefined {
	const { failure, repeatable } = input;
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
			return failure.code === 'MODEL_OFFLINE'
				? undefined
				: Math.max(retryAfter(input), backoff(input));
		case 502:
		case 504:
			return repeatable ? backoff(input) : undefined;
		default:
			return undefined;
	}
}

/** Exponential back-off with jitter: between half and the whole of 1 s, 2 s, 4 s ... up to 30 s. */
function backoff({ attempt, random }: RetryInput): number {
	const ceiling = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
	return Math.round((ceiling * (1 + random)) / 2);
}

function rateLimitDelay(input: RetryInput): number {
	const { failure, now, random } = input;
	const named = Math.max(retryAfter(input), resetDelay(failure.headers ?? {}, now));
	if (named > 0) return named + Math.round(JITTER_MS * random);
	return failure.code === 'MODEL_OVERLOADED' ||
		failure.code === 'RATE_LIMIT_EXCEEDED' ||
		hasRoom(failure.headers ?? {})
		? backoff(input)
		: Math.max(BLOCK_MS, backoff(input));
}

/** JSON-RPC: another call of the same user is under way, although the limit leaves room (NOTES 10). */
function hasRoom(headers: Record<string, unknown>): boolean {
	return (numeric(headers['x-ratelimit-remaining']) ?? 0) > 0;
}

/** `x-ratelimit-reset-requests` is Unix seconds, `x-ratelimit-reset-tokens` seconds from now (NOTES 1.3); JSON-RPC sends `x-ratelimit-reset`, in Unix seconds (NOTES 10). */
function resetDelay(headers: Record<string, unknown>, now: number): number {
	const usedUp = (name: string) => (numeric(headers[`x-ratelimit-remaining-${name}`]) ?? 0) <= 0;
	const requests = numeric(headers['x-ratelimit-reset-requests']);
	const tokens = numeric(headers['x-ratelimit-reset-tokens']);
	const calls = numeric(headers['x-ratelimit-reset']);
	return Math.max(
		0,
		calls !== undefined && !hasRoom(headers) ? calls * 1000 - now : 0,
		requests !== undefined && usedUp('requests') ? requests * 1000 - now : 0,
		tokens !== undefined && usedUp('tokens') ? tokens * 1000 : 0,
	);
}

function retryAfter({ failure, now }: RetryInput): number {
	const value = failure.headers?.['retry-after'];
	const seconds = numeric(value);
	if (seconds !== undefined) return Math.max(0, seconds * 1000);
	const date = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}

function numeric(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const number = Number(value);
	return value === '' || !Number.isFinite(number) ? undefined : number;
}
