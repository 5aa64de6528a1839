import type { FailureFacts } from '../../../../lib/core/failure';
import { retryDelay } from '../../../../lib/wire/errors/retryDelay';
import { withFakeClock } from '../../core/fakeClock';

withFakeClock();

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const NOW_SECONDS = NOW / 1000;

interface Change {
	attempt?: number;
	random?: number;
	repeatable?: boolean;
}

const refused = (
	status: number,
	facts: Partial<FailureFacts> = {},
	{ attempt = 1, random = 0, repeatable = false }: Change = {},
) =>
	retryDelay({
		failure: { kind: 'refused', status, ...facts },
		attempt,
		random,
		repeatable,
	});

describe('which refusals are sent again', () => {
	const NEVER = [302, 400, 401, 402, 403, 404, 409, 410, 413, 415, 422];
	it.each([
		...NEVER.map((status) => [status, undefined, undefined]),
		...[408, 499, 501, 502, 504, 520, 524].map((status) => [status, undefined, 500]),
		...[500, 503, 521].map((status) => [status, 500, 500]),
	])('status %i: paid %p ms, free %p ms', (status = 0, paid, free) => {
		expect(refused(status)).toBe(paid);
		expect(refused(status, {}, { repeatable: true })).toBe(free);
	});

	it('does not wait for a model that is offline', () => {
		expect(refused(503, { code: 'MODEL_OFFLINE' }, { repeatable: true })).toBeUndefined();
		expect(refused(503, { code: 'MODEL_AT_CAPACITY' })).toBe(500);
	});

	it.each(['unreachable', 'timeout', 'malformed'] as const)(
		'sends again after "%s" only what is free',
		(kind) => {
			const input = { failure: { kind }, attempt: 2, random: 1 };
			expect(retryDelay({ ...input, repeatable: true })).toBe(2_000);
			expect(retryDelay({ ...input, repeatable: false })).toBeUndefined();
		},
	);

	it.each(['input', 'cancelled'] as const)('never sends again after "%s"', (kind) => {
		const input = { failure: { kind, status: 429 }, attempt: 1, random: 0 };
		expect(retryDelay({ ...input, repeatable: true })).toBeUndefined();
	});
});

describe('back-off', () => {
	it.each([
		[1, 500, 1_000],
		[2, 1_000, 2_000],
		[3, 2_000, 4_000],
		[4, 4_000, 8_000],
		[5, 8_000, 16_000],
		[6, 15_000, 30_000],
		[7, 15_000, 30_000],
		[8, 15_000, 30_000],
	])('attempt %i waits %i to %i ms', (attempt, least, most) => {
		for (const status of [500, 503]) {
			expect(refused(status, {}, { attempt, random: 0 })).toBe(least);
			expect(refused(status, {}, { attempt, random: 1 })).toBe(most);
			for (const random of [0.1, 0.35, 0.5, 0.99]) {
				const delay = refused(status, {}, { attempt, random });
				expect(delay).toBeGreaterThanOrEqual(least);
				expect(delay).toBeLessThanOrEqual(most);
			}
		}
	});

	it('is never shorter than Retry-After on 500 and 503', () => {
		expect(refused(503, { headers: { 'retry-after': '12' } })).toBe(12_000);
		expect(refused(500, { headers: { 'retry-after': '0' } }, { attempt: 3 })).toBe(2_000);
	});
});

describe('rate limit', () => {
	const limit = (headers: Record<string, unknown>, code = 'RATE_LIMIT_EXCEEDED') =>
		refused(429, { headers, code });
	const inSeconds = (seconds: number) => String(NOW_SECONDS + seconds);

	it.each([
		['Unix seconds', { 'x-ratelimit-reset-requests': inSeconds(42) }, 42_000],
		['Unix seconds as a number', { 'x-ratelimit-reset-requests': NOW_SECONDS + 7 }, 7_000],
		[
			'requests used up',
			{ 'x-ratelimit-reset-requests': inSeconds(9), 'x-ratelimit-remaining-requests': '0' },
			9_000,
		],
		[
			'tokens used up',
			{ 'x-ratelimit-reset-tokens': '17', 'x-ratelimit-remaining-tokens': '0' },
			17_000,
		],
		[
			'the later of both',
			{
				'x-ratelimit-reset-requests': inSeconds(5),
				'x-ratelimit-remaining-requests': '0',
				'x-ratelimit-reset-tokens': '31',
				'x-ratelimit-remaining-tokens': '0',
			},
			31_000,
		],
		[
			'tokens left: their reset does not count',
			{
				'x-ratelimit-reset-requests': inSeconds(5),
				'x-ratelimit-remaining-requests': '0',
				'x-ratelimit-reset-tokens': '59',
				'x-ratelimit-remaining-tokens': '900',
			},
			5_000,
		],
		['Retry-After in seconds', { 'retry-after': '13' }, 13_000],
		[
			'JSON-RPC calls used up, in Unix seconds',
			{ 'x-ratelimit-reset': inSeconds(21), 'x-ratelimit-remaining': '0' },
			21_000,
		],
		[
			'JSON-RPC calls left: another call of the user is under way',
			{ 'x-ratelimit-reset': inSeconds(21), 'x-ratelimit-remaining': '99' },
			500,
		],
		['Retry-After as a date', { 'retry-after': 'Sun, 01 Mar 2026 12:00:20 GMT' }, 20_000],
		[
			'the longer of Retry-After and reset',
			{ 'retry-after': '3', 'x-ratelimit-reset-requests': inSeconds(8) },
			8_000,
		],
	])('waits until the reset: %s', (_case, headers, expected) => {
		expect(limit(headers)).toBe(expected);
	});

	it.each([
		['no header', {}],
		['a reset that has passed', { 'x-ratelimit-reset-requests': inSeconds(-5) }],
		['a date that has passed', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }],
		['a header that is no number', { 'x-ratelimit-reset-requests': 'soon', 'retry-after': 'soon' }],
		['an empty header', { 'x-ratelimit-reset-requests': '', 'retry-after': '' }],
		[
			'both limits with room left',
			{
				'x-ratelimit-reset-requests': inSeconds(50),
				'x-ratelimit-remaining-requests': '3',
				'x-ratelimit-reset-tokens': '50',
				'x-ratelimit-remaining-tokens': '3',
			},
		],
	])('backs off after %s', (_case, headers) => {
		expect(limit(headers)).toBe(500);
		expect(limit(headers, 'MODEL_OVERLOADED')).toBe(500);
	});

	it('backs off up to 30 seconds when a 429 has neither a header nor a code', () => {
		expect(refused(429)).toBe(500);
		expect(refused(429, {}, { attempt: 8, random: 1 })).toBe(30_000);
	});

	it('spreads the calls that wait for the same reset by up to a quarter of a second', () => {
		const headers = { 'retry-after': '10' };
		expect(refused(429, { headers }, { random: 1 })).toBe(10_250);
		expect(refused(429, { headers }, { random: 0.5 })).toBe(10_125);
	});

	it('is sent again for paid calls too, as the service did not do the work', () => {
		expect(refused(429, { code: 'MODEL_OVERLOADED' }, { repeatable: false })).toBe(500);
	});
});
