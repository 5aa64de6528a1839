type Headers = Record<string, unknown>;

/** What one limit leaves: how much a window holds, how much of it is left, and when it restarts, in Unix milliseconds of our clock. */
export interface Allowance {
	limit?: number;
	left?: number;
	resetAt?: number;
}

/** Ours and the service's clock count as equal within these bounds: its Date header has whole seconds only. */
const EARLIER_MS = 2_000;
const LATER_MS = 1_000;
/** The longest limits of the service are those of a day (docs/service.md#rate-limits); what is later is no reset. */
const LONGEST_MS = 90_000_000;
const SECONDS_FROM_NOW = 1e8;
const MILLISECONDS = 1e11;

/**
 * The limits that an answer reports (docs/service.md#headers): `x-ratelimit-reset-requests` is Unix seconds, `x-ratelimit-reset-tokens` seconds from now;
 * JSON-RPC sends `x-ratelimit-limit`, `-remaining` and `-reset`, in Unix seconds, with a refusal only (docs/service.md#json-rpc).
 */
export function allowances(
	headers: Headers,
	now: number,
): Record<'requests' | 'tokens', Allowance> {
	const of = (name: string) => numeric(headers[`x-ratelimit-${name}`]);
	const skew = clockSkew(headers, now);
	const reset = of('reset-requests') ?? of('reset');
	const seconds = of('reset-tokens');
	const within = (at: number | undefined) =>
		at === undefined || Math.abs(at - now) > LONGEST_MS ? undefined : at;
	return {
		requests: {
			limit: of('limit-requests') ?? of('limit'),
			left: of('remaining-requests') ?? of('remaining'),
			resetAt: within(moment(reset, skew, now)),
		},
		tokens: {
			limit: of('limit-tokens'),
			left: of('remaining-tokens'),
			resetAt: within(seconds === undefined ? undefined : now + seconds * 1000),
		},
	};
}

/** Milliseconds until the moment that `Retry-After` names, as seconds or as a date; 0 without it. */
export function retryAfter(headers: Headers, now: number): number {
	const value = headers['retry-after'];
	const seconds = numeric(value);
	if (seconds !== undefined) return sane(seconds * 1000);
	const date = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(date) ? 0 : sane(date - clockSkew(headers, now) - now);
}

function sane(ms: number): number {
	return ms > 0 && ms <= LONGEST_MS ? ms : 0;
}

/** A reset in Unix milliseconds of our clock. It is Unix seconds; other units, as gateways send them, are recognized by their size. */
function moment(reset: number | undefined, skew: number, now: number): number | undefined {
	if (reset === undefined) return undefined;
	if (reset < SECONDS_FROM_NOW) return now + reset * 1000;
	return (reset > MILLISECONDS ? reset : reset * 1000) - skew;
}

/** How far the service's clock is ahead of ours, in milliseconds, by the Date header of an answer that has just arrived. */
function clockSkew(headers: Headers, now: number): number {
	const date = typeof headers.date === 'string' ? Date.parse(headers.date) : Number.NaN;
	const ahead = date - now;
	return Number.isNaN(ahead) || (ahead >= -EARLIER_MS && ahead <= LATER_MS) ? 0 : ahead;
}

function numeric(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const number = Number(value);
	return value === '' || !Number.isFinite(number) ? undefined : number;
}
