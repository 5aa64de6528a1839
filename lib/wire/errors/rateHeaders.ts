import { clock } from '../../core/clock';
import { answerDate } from '../../core/serviceTime';

type Headers = Record<string, unknown>;

/** What one limit leaves: how much a window holds, how much of it is left, and milliseconds until it restarts (negative: it did already). */
export interface Allowance {
	limit?: number;
	left?: number;
	resetMs?: number;
}

/** The windows of the service last a minute (docs/maintainers/service.md#rate-limits); where nothing is named, a call counts for as long. */
export const WINDOW_MS = 60_000;
/** A window that is named longer than this is one of a day, or no window: only a refusal is held back for it. */
export const LONGEST_WINDOW_MS = 75_000;
/** After the named end of a window, the next one has certainly started. */
export const MARGIN_MS = 250;
/** Two resets that are closer belong to one window: services name whole seconds. */
export const SAME_MS = 1_500;

/** Resets may be wrong, and limits of a day may be raised: so long after a call, a window of a minute has certainly restarted. */
export const ASK_AGAIN_MS = 62_000;

/** Ours and the service's clock count as equal within these bounds: its Date header has whole seconds only. */
const EARLIER_MS = 2_000;
const LATER_MS = 1_000;
/** The longest limits of the service are those of a day (docs/maintainers/service.md#rate-limits); what is later is no reset. */
const LONGEST_MS = 90_000_000;
/** Smaller numbers are seconds from now, larger ones Unix seconds, and from here on milliseconds. */
const SECONDS_FROM_NOW = 1e8;
const MILLISECONDS = 1e11;
const UNITS: Record<string, number> = { ms: 1, s: 1e3, m: 6e4, h: 3.6e6, d: 8.64e7 };
/** An amount with its unit, as a letter or a word. */
const AMOUNT = /([\d.]+) *(ms|s|m|h|d)(?:ec(?:ond)?|in(?:ute)?|r|our|ay)?s? *,? */giy;

/** A limit that is used up, and the seconds until it is not, in the one field of the IETF draft "RateLimit header fields for HTTP". */
const USED_UP = /\b(?:r|remaining)=0 *[;,] *(?:t|reset)=(\d+)/;

/**
 * The limits that an answer reports (docs/maintainers/service.md#rate-limits): `x-ratelimit-limit-requests`, `-remaining-requests` and `-reset-requests`, the
 * same of tokens; JSON-RPC sends `x-ratelimit-limit`, `-remaining` and `-reset`, with a refusal only. A proxy may send those of the IETF draft. A negative rest or a limit of 0 says nothing.
 */
export function allowances(headers: Headers): Record<'requests' | 'tokens', Allowance> {
	const [, seconds] = USED_UP.exec(String(headers.ratelimit)) ?? [];
	const draft =
		seconds === undefined ? {} : { 'ratelimit-remaining': 0, 'ratelimit-reset': seconds };
	const all: Headers = { ...draft, ...headers };
	const of = (kind: string, also: string): Allowance => {
		const value = (name: string) =>
			all[`x-ratelimit-${name}-${kind}`] ??
			all[`x-ratelimit-${name}${also}`] ??
			all[`ratelimit-${name}${also}`];
		const [limit, left] = [numeric(value('limit')), numeric(value('remaining'))];
		const isUnlimited = (left ?? 0) < 0 || (limit ?? 1) <= 0;
		const resetMs = untilMs(value('reset'), headers);
		const known = isUnlimited ? { resetMs } : { limit, left, resetMs };
		return Object.fromEntries(Object.entries(known).filter(([, is]) => is !== undefined));
	};
	return { requests: of('requests', ''), tokens: of('tokens', '-tokens') };
}

/** Milliseconds until the moment that `Retry-After` names, as seconds or as a date, or that some gateways name in milliseconds; 0 without. */
export function retryAfter(headers: Headers): number {
	const ms = numeric(headers['retry-after-ms']);
	const exact = ms === undefined ? undefined : untilMs(ms / 1000, headers);
	return Math.max(
		0,
		exact ?? untilMs(headers['retry-after'] ?? headers['x-retry-after'], headers) ?? 0,
	);
}

/** When a limit restarts, as a Unix time in milliseconds by the clock of the service; undefined where the header names no such moment. */
export function resetAt(headers: Headers): number | undefined {
	const reset = new Date(momentOf(headers['x-ratelimit-reset-requests'], headers)).getTime();
	return Number.isNaN(reset) ? undefined : reset;
}

function untilMs(value: unknown, headers: Headers): number | undefined {
	const ms = momentOf(value, headers) - serviceTime(headers);
	return Math.abs(ms) <= LONGEST_MS ? ms : undefined;
}

/** The moment of a reset: Unix seconds or milliseconds, seconds from now, a duration such as `1m3.2s` or `30 seconds`, an ISO or an HTTP date; NaN for anything else. */
function momentOf(value: unknown, headers: Headers): number {
	const number = numeric(value);
	if (number !== undefined) {
		if (number < SECONDS_FROM_NOW) return serviceTime(headers) + number * 1000;
		return number > MILLISECONDS ? number : number * 1000;
	}
	if (typeof value !== 'string') return Number.NaN;
	const ms = durationMs(value);
	if (ms !== undefined) return serviceTime(headers) + ms;
	// One form of HTTP dates names no zone, and none means that of the machine.
	const isZoned = /(Z|[A-Z]{3,4}|[+-]\d\d:?\d\d)$/i.test(value.trim());
	return Date.parse(isZoned ? value : `${value}Z`);
}

function durationMs(text: string): number | undefined {
	const parts = [...text.replace(/^PT/i, '').matchAll(AMOUNT)];
	if (parts.length === 0 || text.replace(/^PT/i, '').replace(AMOUNT, '') !== '') return undefined;
	return parts.reduce(
		(sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit.toLowerCase()] ?? 0),
		0,
	);
}

/** What the service's clock shows, by the Date header of an answer that has just arrived; ours without it. */
function serviceTime(headers: Headers): number {
	const now = clock.now();
	const date = answerDate({ headers }) ?? now;
	const ahead = date - now;
	return ahead >= -EARLIER_MS && ahead <= LATER_MS ? now : date;
}

function numeric(value: unknown): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const number = Number(value);
	return value === '' || !Number.isFinite(number) ? undefined : number;
}
