import { allowances, retryAfter } from '../../../lib/pacing/rateHeaders';

const now = Date.parse('2026-03-01T12:00:00.400Z');
const unix = (ms: number) => String(Math.ceil((now + ms) / 1000));
const date = (ms: number) => new Date(now + ms).toUTCString();

describe('allowances', () => {
	it('reads requests with a Unix reset and tokens with seconds', () => {
		const headers = {
			'x-ratelimit-limit-requests': '20',
			'x-ratelimit-remaining-requests': '7',
			'x-ratelimit-reset-requests': unix(30_000),
			'x-ratelimit-limit-tokens': '1000',
			'x-ratelimit-remaining-tokens': '0',
			'x-ratelimit-reset-tokens': '12',
		};
		expect(allowances(headers, now)).toEqual({
			requests: { limit: 20, left: 7, resetAt: Number(unix(30_000)) * 1000 },
			tokens: { limit: 1000, left: 0, resetAt: now + 12_000 },
		});
	});

	it('reads what JSON-RPC sends with a refusal', () => {
		const headers = {
			'x-ratelimit-limit': '100',
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': unix(9_000),
		};
		expect(allowances(headers, now).requests).toEqual({
			limit: 100,
			left: 0,
			resetAt: Number(unix(9_000)) * 1000,
		});
	});

	it.each([
		['the same clock', -400, 0],
		['about a second behind', -1_200, 0],
		['a minute behind', -60_000, 60_400],
		['ten minutes ahead', 600_000, -599_600],
	])('turns the reset into our time: %s', (_case, ahead, shift) => {
		const headers = { date: date(ahead), 'x-ratelimit-reset-requests': unix(30_000) };
		const { resetAt } = allowances(headers, now).requests;
		expect(resetAt).toBe(Number(unix(30_000)) * 1000 + shift);
	});

	it.each([[{}], [{ 'x-ratelimit-remaining-requests': '', 'x-ratelimit-reset-requests': 'soon' }]])(
		'knows nothing from %j',
		(headers) => {
			expect(allowances(headers, now)).toEqual({ requests: {}, tokens: {} });
		},
	);
});

describe('retryAfter', () => {
	it.each([
		[{ 'retry-after': '7' }, 7_000],
		[{ 'retry-after': date(90_000) }, 89_600],
		[{ 'retry-after': date(690_000), date: date(600_000) }, 90_000],
		[{ 'retry-after': date(-5_000) }, 0],
		[{ 'retry-after': 'later' }, 0],
		[{}, 0],
	])('of %j is %i ms', (headers, ms) => {
		expect(retryAfter(headers, now)).toBe(ms);
	});
});
