import type { INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { clock } from '../../../lib/core/clock';
import type { UsageEntry } from '../../service/service';
import { withService } from '../withService';

const world = withService();
const node = new InferenceBilling();
const action = { resource: 'budget', operation: 'check' };
const zone = { timeZone: 'Europe/Berlin' };
const at = (now: string) => jest.spyOn(clock, 'now').mockReturnValue(Date.parse(now));

const entry = (timestamp: string, amount: number, currency = 'USD'): UsageEntry => ({
	amount,
	currency: currency as UsageEntry['currency'],
	inferenceDetails: null,
	notes: '',
	pricePerUnitUsd: 1,
	sku: 'web-search',
	timestamp,
	units: 1,
});

beforeEach(() => {
	at('2026-03-16T11:00:00.000Z');
	world.service.record(entry('2026-02-28T22:59:59.999Z', -500));
	world.service.record(entry('2026-02-28T23:00:00.000Z', -4));
	world.service.record(entry('2026-03-16T10:30:00.000Z', -5));
	world.service.record(entry('2026-03-16T10:31:00.000Z', 1));
	world.service.record(entry('2026-03-16T10:32:00.000Z', -900, 'DIEM'));
});

const check = world.runner(node, { ...action, ...zone });

async function answer(parameters: INodeParameters) {
	const { item, items } = await check(parameters);
	expect(items).toHaveLength(1);
	return item.json ?? {};
}

const query = () => world.service.journal[0]?.query;

describe('Inference Billing: Check Budget, the spend of a period', () => {
	it('says what is left of the month, and how it will end', async () => {
		const json = await answer({ budget: 10 });
		expect(query()).toEqual({
			currency: 'USD',
			startTimestamp: '2026-02-28T23:00:00.000Z',
			endTimestamp: '2026-03-31T22:00:00.000Z',
		});
		// 15.5 days of 31 less the hour of summer time.
		expect(json).toEqual({
			compare: 'spend',
			currency: 'USD',
			withinBudget: true,
			status: 'warning',
			complete: true,
			budget: 10,
			used: 8,
			remaining: 2,
			percentUsed: 80,
			spend: 9,
			refunds: 1,
			entries: 3,
			calls: 0,
			period: {
				timeZone: 'Europe/Berlin',
				start: '2026-03-01T00:00:00.000+01:00',
				end: '2026-04-01T00:00:00.000+02:00',
			},
		});
	});

	it.each([
		[8, 100, true, 'warning'],
		[8, 81, true, 'warning'],
		[8.01, 100, true, 'ok'],
		[7.99, 100, false, 'exceeded'],
		[100, 8, true, 'warning'],
		[100, 8.01, true, 'ok'],
	])(
		'a budget of %d with a warning from %d %% has the right status',
		async (budget, warnPercent, withinBudget, status) => {
			const json = await answer({ budget, options: { warnPercent } });
			expect(json).toMatchObject({ withinBudget, status });
		},
	);

	it('counts an entry in usd, and is incomplete with one in a currency that it does not know', async () => {
		const paid = (currency: string) => ({ ...entry('2026-03-16T10:33:00.000Z', -1), currency });
		const rewritten = (...odd: string[]) =>
			world.service.fault({
				async rewriteAnswer(answer) {
					const { payload } = answer;
					if (!('json' in payload)) return answer;
					const page = payload.json as { data: unknown[] };
					const data = [...page.data, ...odd.map(paid)];
					return { ...answer, payload: { json: { ...page, data } } };
				},
			});
		rewritten('usd');
		expect(await answer({ budget: 10 })).toMatchObject({ used: 9, complete: true });
		rewritten('USDC', 'usd');
		expect(await answer({ budget: 10 })).toMatchObject({
			...{ used: 9, withinBudget: false, status: 'incomplete', complete: false },
			otherCurrencies: [{ currency: 'USDC', spend: 1, refunds: 0, net: 1 }],
		});
		rewritten('USDC');
		const { error } = await check({ budget: 10, stopWhenExceeded: true });
		expect(error?.message).toContain(
			'cannot be checked: beside 8.00 USD of 10.00 USD, the history has charges in another currency (1.00 USDC)',
		);
		expect(error?.description).toMatch(/^Turn Stop When Exceeded off/);
	});

	it.each([
		['hour', '2026-03-16T10:00:00.000Z', '2026-03-16T11:00:00.000Z', 4],
		['day', '2026-03-15T23:00:00.000Z', '2026-03-16T23:00:00.000Z', 4],
		['week', '2026-03-15T23:00:00.000Z', '2026-03-22T23:00:00.000Z', 4],
	])('the spend of this %s is asked for', async (period, startTimestamp, endTimestamp, used) => {
		at('2026-03-16T10:45:00.000Z');
		const json = await answer({ period, budget: 10 });
		expect(query()).toEqual({ currency: 'USD', startTimestamp, endTimestamp });
		expect(json).toMatchObject({ used });
	});

	it('the spend of a week with a lost hour, and of the hour that comes twice, has the right bounds', async () => {
		at('2026-03-29T12:00:00.000Z');
		await answer({ period: 'week', budget: 10 });
		at('2026-10-25T01:30:00.000Z');
		await answer({ period: 'hour', budget: 10 });
		expect(world.service.journal.map((one) => one.query)).toMatchObject([
			{ startTimestamp: '2026-03-22T23:00:00.000Z', endTimestamp: '2026-03-29T22:00:00.000Z' },
			{ startTimestamp: '2026-10-25T01:00:00.000Z', endTimestamp: '2026-10-25T02:00:00.000Z' },
		]);
	});

	it.each([{}, { data: null }, { data: [], nextCursor: 1 }, { data: [{ amount: '?' }] }])(
		'is unknown, and never within budget, instead of taking %j for no spend',
		async (body) => {
			const why =
				/The (answer of the service is not complete: |service sent a usage entry with an invalid timestamp)/;
			const fault = { path: '/billing/usage-history', status: 200, body };
			world.service.fault(fault);
			expect(await answer({ budget: 10 })).toMatchObject({
				...{ status: 'unknown', withinBudget: false, complete: false, used: null },
				reason: expect.stringMatching(why) as string,
			});
			world.service.fault(fault);
			const { error, outputs } = await check({ budget: 10, stopWhenExceeded: true });
			expect(error?.message).toMatch(/^The budget for 1–31 Mar 2026 .* cannot be checked/);
			expect(error?.message).toMatch(why);
			expect(outputs.flat()).toEqual([]);
		},
	);

	it('fails where the key may not read the history', async () => {
		world.service.fault({ path: '/billing/usage-history', status: 403, body: { error: 'No' } });
		const { error, outputs } = await check({ budget: 10 });
		expect([error?.message, outputs.flat()]).toEqual([expect.stringMatching(/may not/), []]);
	});

	it('forecasts from the last days, those before the period among them', async () => {
		for (let day = 1; day <= 15; day++) {
			world.service.record(entry(`2026-03-${String(day).padStart(2, '0')}T09:00:00.000Z`, -2));
		}
		const budgets = { options: { forecast: true } };
		expect((await answer({ budget: 100, ...budgets })).forecast).toMatchObject({
			status: 'unsure',
			reason: 'the same days of last month cost 498.00 USD more than usual',
		});
		const read = world.service.journal.length;
		expect((await answer({ budget: 1000, ...budgets })).forecast).toMatchObject({
			...{ status: 'within', reason: null, cause: null },
		});
		expect((await answer({ budget: 45, ...budgets })).forecast).toMatchObject({
			status: 'exceeded',
		});
		// The days before the period were read once.
		expect(world.service.journal.slice(read).map((one) => one.query)).toMatchObject([
			{ startTimestamp: '2026-02-28T23:00:00.000Z' },
			{ startTimestamp: '2026-02-28T23:00:00.000Z' },
		]);
	});

	it('says every digit when rounded figures would look alike', async () => {
		world.service.record(entry('2026-03-16T10:40:00.000Z', -0.001));
		const { error } = await check({ budget: 8, stopWhenExceeded: true });
		expect(error?.message).toContain('8.001 USD spent of 8 USD');
	});

	it('counts one currency only', async () => {
		expect(await answer({ currency: 'DIEM', budget: 1000 })).toMatchObject({
			used: 900,
			entries: 1,
		});
	});

	it('stops the workflow with the figures', async () => {
		const { error, outputs, status } = await check({ budget: 7.5, stopWhenExceeded: true });
		expect(error?.message).toBe(
			'The budget for 1–31 Mar 2026 (Europe/Berlin) is exceeded: 8.00 USD spent of 7.50 USD',
		);
		expect(error?.description).toMatch(/^Raise the budget, or turn .+ branch on withinBudget\./);
		expect([status, outputs.flat()]).toEqual(['error', []]);
		expect((await check({ budget: 8, stopWhenExceeded: true })).error).toBeUndefined();
	});
});

describe('Inference Billing: Check Budget, a balance', () => {
	const body = (usd: number | null, diem: number | null, allocation = 0) => ({
		canConsume: true,
		consumptionCurrency: 'USD',
		balances: { usd, diem },
		diemEpochAllocation: allocation,
	});
	const balance = (...given: Parameters<typeof body>) =>
		world.service.fault({ path: '/billing/balance', status: 200, body: body(...given) });
	const compare = { compare: 'balance' };

	it('says what is left above the lowest balance', async () => {
		const json = await answer({ ...compare, lowestBalance: 25.5 });
		expect(world.service.journal).toMatchObject([{ path: '/billing/balance', query: {} }]);
		expect(json).toEqual({
			compare: 'balance',
			currency: 'USD',
			withinBudget: true,
			status: 'ok',
			balance: 100,
			lowestBalance: 25.5,
			remaining: 74.5,
			percentUsed: null,
			canConsume: true,
			consumptionCurrency: 'USD',
		});
	});

	it('knows the used share of DIEM from the allocation, and of USD from a full balance', async () => {
		balance(1, 10, 100);
		expect(await answer({ ...compare, currency: 'DIEM' })).toMatchObject({
			percentUsed: 90,
			status: 'warning',
		});
		balance(20, 0, 0);
		const options = { fullBalance: 80, warnPercent: 75 };
		expect(await answer({ ...compare, options })).toMatchObject({
			percentUsed: 75,
			status: 'warning',
		});
		balance(1, 10, 0);
		expect(await answer({ ...compare, currency: 'DIEM' })).toMatchObject({ percentUsed: null });
	});

	it('stops the workflow with the figures', async () => {
		balance(0.0021, null);
		const { error } = await check({ ...compare, lowestBalance: 1, stopWhenExceeded: true });
		expect(error?.message).toBe(
			'The balance is too low: 0.0021 USD left, but at least 1.00 USD required',
		);
		expect(error?.description).toMatch(/^Top up the account, lower Lowest Balance, or turn /);
	});

	it.each(['USD', 'DIEM'])('does not guess a balance in %s that is not there', async (currency) => {
		balance(null, null);
		const { error } = await check({ ...compare, currency });
		expect(error?.message).toBe(`The service returned no balance in ${currency}`);
	});
});
