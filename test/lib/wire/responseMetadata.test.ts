import { logDeprecation, responseMetadata } from '../../../lib/wire/responseMetadata';

const facts = (headers: Record<string, unknown>) => responseMetadata({ headers });

describe('responseMetadata', () => {
	it('returns every fact of the headers in its unit', () => {
		expect(
			facts({
				'cf-ray': 'ray-7',
				'x-service-version': '20260701.120000',
				'x-service-model-id': 'm',
				'x-service-model-name': 'Model',
				'x-service-model-router': 'r',
				'x-service-balance-usd': '12.50',
				'x-service-balance-diem': '0',
				'x-balance-remaining': '3.100000',
				'x-ratelimit-type': 'user',
				'x-ratelimit-limit-requests': '75',
				'x-ratelimit-remaining-requests': '0',
				'x-ratelimit-reset-requests': '1772366400',
				'x-ratelimit-limit-tokens': 750000,
				'x-ratelimit-remaining-tokens': '1',
				'x-ratelimit-reset-tokens': '59.5',
				'x-service-model-deprecation-warning': 'Going away',
			}),
		).toEqual({
			requestId: 'ray-7',
			serviceVersion: '20260701.120000',
			modelId: 'm',
			modelName: 'Model',
			modelRouter: 'r',
			balanceBefore: { usd: 12.5, diem: 0 },
			walletBalanceAfter: 3.1,
			rateLimit: {
				type: 'user',
				limitRequests: 75,
				remainingRequests: 0,
				resetRequestsAt: '2026-03-01T12:00:00.000Z',
				limitTokens: 750_000,
				remainingTokens: 1,
				resetTokensInSeconds: 59.5,
			},
			modelDeprecation: { warning: 'Going away' },
		});
	});

	it.each([
		['1772366400000', 'milliseconds'],
		['1772366400', 'seconds'],
		['2026-03-01T12:00:00Z', 'an ISO date'],
		['Sun, 01 Mar 2026 12:00:00 GMT', 'an HTTP date'],
	])('reads the reset %s as %s', (value) => {
		const { rateLimit } = facts({ 'x-ratelimit-reset-requests': value });
		expect(rateLimit).toEqual({ resetRequestsAt: '2026-03-01T12:00:00.000Z' });
	});

	it('reports that an address is deprecated, and when it ends', () => {
		const headers = { deprecation: '@1772366400', sunset: 'Sun, 01 Mar 2026 12:00:00 GMT' };
		expect(facts(headers)).toEqual(headers);
		const warn = jest.fn();
		logDeprecation({ logger: { warn } as never }, 'Chat', { headers });
		expect(warn.mock.calls).toEqual([
			['The service will withdraw what "Chat" calls: look for an update', headers],
		]);
	});

	it('leaves out what was not sent', () => {
		expect(facts({})).toEqual({});
		expect(facts({ 'cf-ray': 'ray-7' })).toEqual({ requestId: 'ray-7' });
	});

	it.each(['', 'soon', '1e30', '-1e30'])(
		'loses no paid answer over the reset %j, which is no time',
		(value) => {
			const { rateLimit } = facts({
				'x-ratelimit-reset-requests': value,
				'x-ratelimit-type': 'user',
			});
			expect(rateLimit).toEqual({ type: 'user' });
		},
	);
});

describe('noteWithdrawal', () => {
	it.each([
		[{}, undefined],
		[{ 'x-service-deprecated': 'false' }, undefined],
		[{ 'x-service-deprecated': 'true' }, { warning: 'This model is deprecated' }],
		[
			{ 'x-service-deprecated': 'true', 'x-service-deprecated-replacement': 'new-one' },
			{ warning: 'This model is deprecated', replacement: 'new-one' },
		],
		[
			{
				'x-service-model-deprecation-warning': 'Ends soon',
				'x-service-model-deprecation-date': '2026-12-01',
			},
			{ warning: 'Ends soon', date: '2026-12-01' },
		],
	])('%j becomes %j', (headers, expected) => {
		const warn = jest.fn();
		expect(logDeprecation({ logger: { warn } as never }, 'Chat', { headers })).toEqual(expected);
		expect(warn).toHaveBeenCalledTimes(expected === undefined ? 0 : 1);
	});
});
