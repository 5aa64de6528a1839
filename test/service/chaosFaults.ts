import type { Fault } from './faults';
import type { JournalEntry } from './journal';

/** What can go wrong by chance. */
export const CHAOS_KINDS = [
	'429',
	'overloaded',
	'500',
	'503',
	'502',
	'504',
	'resetBefore',
	'resetAfter',
	'resetMidway',
	'slowBody',
	'truncated',
	'malformed',
	'wrongType',
	'clockSkew',
	'vanished',
	'rejectedPoll',
] as const;

/** Also trouble with a model that only some loads ask for, and a body that takes as long as Timeout says. */
export type ChaosKind = (typeof CHAOS_KINDS)[number] | 'offline' | 'gone' | 'stalled';

const MINUTE_MS = 60_000;
const refusal = (status: number, error: string, code?: string) => ({
	status,
	body: { error, code },
});

/** The trouble of one kind; `a` and `b` are chance, from 0 to 1. */
export function chaosFault(
	kind: ChaosKind,
	{ path }: Pick<JournalEntry, 'path'>,
	{ now, a, b }: { now: number; a: number; b: number },
): Fault {
	switch (kind) {
		case '429':
			return limited(path, now, 1 + Math.floor(a * 5));
		case 'overloaded':
			return refusal(429, 'The model has too much to do', 'MODEL_OVERLOADED');
		case '500':
			return refusal(500, 'The work on this call failed', 'INFERENCE_FAILED');
		case '503':
			return refusal(503, 'There is no room now', 'MODEL_AT_CAPACITY');
		case '502':
			return { status: 502, body: PAGE, contentType: 'text/html', processed: a < 0.5 };
		case '504':
			return { ...refusal(504, 'That took too long', 'REQUEST_TIMEOUT'), processed: a < 0.5 };
		case 'resetBefore':
			return { cut: 'before' };
		case 'resetAfter':
			return { cut: 'before', processed: true };
		case 'resetMidway':
			return { cut: 'midway' };
		case 'slowBody':
			return { slow: { pieces: 2 + Math.floor(a * 4), everyMs: 1 + Math.floor(b * 8) } };
		case 'truncated':
			return { cut: 'short' };
		case 'stalled':
			return { cut: 'stall' };
		case 'malformed':
			return { malformed: true, processed: true };
		case 'wrongType':
			return { headers: { 'content-type': a < 0.5 ? 'text/plain' : 'application/octet-stream' } };
		case 'clockSkew':
			return { skewMs: (b < 0.5 ? -1 : 1) * Math.round(5 + a * 600) * MINUTE_MS };
		case 'vanished':
			return refusal(404, 'The media is not there', 'MEDIA_NOT_FOUND');
		case 'offline':
			return refusal(503, 'The model is offline', 'MODEL_OFFLINE');
		case 'gone':
			return refusal(410, 'The model was withdrawn', 'MODEL_WITHDRAWN');
		case 'rejectedPoll':
			return refusal(400, 'There is no such request', 'REQUEST_ID_NOT_FOUND');
	}
}

const PAGE = '<html><head><title>502 Bad Gateway</title></head><body>gateway</body></html>';

/** A 429 as the service sends it for a limit that others have used up: JSON-RPC has headers of its own. */
function limited(path: string, now: number, seconds: number): Fault {
	const reset = String(Math.ceil(now / 1000) + seconds);
	const body = { error: 'The rate limit is reached', code: 'RATE_LIMIT_EXCEEDED' };
	const headers: Record<string, string> = path.startsWith('/crypto/rpc/')
		? { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }
		: {
				'x-ratelimit-remaining-requests': '0',
				'x-ratelimit-reset-requests': reset,
				'x-ratelimit-reset-tokens': String(seconds),
				'x-ratelimit-type': 'global',
			};
	return { status: 429, body, headers };
}
