import type { INodeParameters } from 'n8n-workflow';

import { signedPayments } from '../../../lib/wallet/dailyLimit';
import { withService, WALLETS } from '../withService';
import { offerOf, topUpRuns } from './topUpRuns';

const world = withService();
const { address } = WALLETS.evm;
const asked = () => world.service.requests('/x402/top-up').length;
const paid = () => world.service.payments.reduce((sum, { amountUsd }) => sum + amountUsd, 0);

interface Setting {
	parameters?: INodeParameters;
	data?: object;
	items?: number;
	continues?: boolean;
}
const run = topUpRuns(world);
const topUp = async ({ parameters, data, items = 1, continues }: Setting = {}) =>
	await run(parameters, data, {
		items: Array.from({ length: items }, () => ({ json: {} })),
		...(continues && { continueOnFail: 'continueRegularOutput' as const }),
	});

describe('Never Pay More Than (USD)', () => {
	it('is for all items together: 50 items with a maximum of 10 pay nothing', async () => {
		const { error } = await topUp({ items: 50 });
		expect(error?.message).toMatch(/^Nothing was signed: 3 top-ups cost at least 15 USD/);
		expect(world.service.journal).toEqual([]);
	});

	it('pays for as many items as it allows where the node continues', async () => {
		const { items } = await topUp({ items: 50, continues: true, data: { maxPerDay: 0 } });
		expect(paid()).toBe(10);
		const failed = items.filter(({ json }) => json.error !== undefined);
		expect(failed).toHaveLength(48);
	});

	it('holds where the service suggests nothing and asks for more than the least', async () => {
		world.service.fault({ path: /balance/, status: 404, body: { error: 'Unknown' }, times: 2 });
		world.service.fault({ path: '/x402/top-up', status: 402, body: offerOf('6000000') });
		const { error } = await topUp({ items: 2, parameters: { amount: '' } });
		expect(error?.message).toMatch(
			/^Nothing was signed: a top-up of 5 USD, after 6 USD in this execution, would exceed the 10 of Never Pay More Than/,
		);
		expect(paid()).toBe(6);
	});

	it.each([/balance/, /transactions/])(
		'signs nothing where a page of another server says that the wallet is not known: %s',
		async (path) => {
			const page = { body: '<html><title>Not here</title></html>', contentType: 'text/html' };
			world.service.fault({ path, status: 404, ...page });
			const { error } = await topUp({ parameters: { amount: '', maxAmount: 11 } });
			expect(error?.message).toMatch(/^Nothing was signed: .*Not here/);
			expect(paid()).toBe(0);
		},
	);

	it('holds in a dry run', async () => {
		const { error } = await topUp({ items: 3, parameters: { dryRun: true } });
		expect(error?.message).toMatch(/^Nothing was signed: 3 top-ups/);
	});

	it('pays two items one after the other within it', async () => {
		const { items } = await topUp({ items: 2 });
		expect(items.map(({ json }) => json.balanceUsd)).toEqual([5, 10]);
		expect(paid()).toBe(10);
	});
});

describe('Max Amount per Day', () => {
	it('counts what other processes paid, by the transaction list of the service', async () => {
		world.service.credit(address, 12);
		const { error } = await topUp({ data: { maxPerDay: 15 } });
		expect(error?.message).toBe(
			'Nothing was signed: a top-up of 5 USD would exceed the Max Amount per Day of 15 USD. Within the last 24 hours the service lists top-ups of 12 USD, and this n8n signed payments of 0 USD',
		);
		expect(asked()).toBe(1);
		expect((await topUp({ data: { maxPerDay: 17 } })).error).toBeUndefined();
	});

	it('survives a restart', async () => {
		await topUp({ data: { maxPerDay: 12 } });
		await topUp({ data: { maxPerDay: 12 } });
		signedPayments.clear();
		const { error } = await topUp({ data: { maxPerDay: 12 } });
		expect(error?.message).toMatch(/^Nothing was signed: .*lists top-ups of 10 USD, .* of 0 USD$/);
		expect(paid()).toBe(10);
	});

	it('counts payments that the service hides', async () => {
		const empty = { data: { transactions: [], pagination: { hasMore: false } } };
		world.service.fault({ path: /transactions/, status: 200, body: empty, times: 99 });
		await topUp({ data: { maxPerDay: 12 } });
		await topUp({ data: { maxPerDay: 12 } });
		const { error } = await topUp({ data: { maxPerDay: 12 } });
		expect(error?.message).toMatch(
			/lists top-ups of 0 USD, and this n8n signed payments of 10 USD$/,
		);
		expect(paid()).toBe(10);
	});

	it('holds for executions that run at the same time', async () => {
		const runs = await Promise.all(
			Array.from({ length: 8 }, async () => await topUp({ data: { maxPerDay: 12 } })),
		);
		expect(runs.filter(({ error }) => error === undefined)).toHaveLength(2);
		expect(paid()).toBe(10);
	});

	it('is 20 USD where the credential does not say, and no limit where it says 0', async () => {
		world.service.credit(address, 16);
		expect((await topUp()).error?.message).toMatch(/Max Amount per Day of 20 USD/);
		expect((await topUp({ data: { maxPerDay: 0 } })).error).toBeUndefined();
	});

	it('walks a long list, past the charges of a busy wallet', async () => {
		world.service.credit(address, 18);
		for (let count = 0; count < 210; count++) world.service.credit(address, -0.01);
		const { error } = await topUp();
		expect(error?.message).toMatch(/lists top-ups of 18 USD/);
	});

	it.each([
		['cannot be read', { status: 403, body: { error: 'No' } }, /could not be checked/],
		['is a page', { status: 200, body: '<html>', contentType: 'text/html' }, /could not be/],
		[
			'never ends',
			{
				status: 200,
				body: {
					data: { transactions: [{ id: 'a', amount: -1 }], pagination: { hasMore: true } },
				},
			},
			/the same page twice/,
		],
		[
			'has amounts that are no numbers',
			{ status: 200, body: { data: { transactions: [{ type: 'TOP_UP', amount: 'x' }] } } },
			/an amount is not a number/,
		],
	])('signs nothing when the list %s', async (_what, fault, sentence) => {
		world.service.fault({ path: /transactions/, times: 300, ...fault });
		const { error } = await topUp();
		expect(error?.message).toMatch(/^Nothing was signed/);
		expect(error?.message).toMatch(sentence);
		expect(world.service.payments).toEqual([]);
	});

	it.each([-1, [], [5], false, true, {}, Number.NaN, '0x0', '-0'])(
		'refuses a maximum that is no amount: %j',
		async (maxPerDay) => {
			world.service.credit(address, 16);
			const { error } = await topUp({ data: { maxPerDay } });
			expect(error?.message).toMatch(
				/^Max Amount per Day \(USD\) of the credential must be an amount/,
			);
			expect(world.service.payments).toEqual([]);
		},
	);
});

it('does not run with Ignore SSL Issues', async () => {
	const { error } = await topUp({
		parameters: { requestOptions: { allowUnauthorizedCerts: true } },
	});
	expect(error?.message).toMatch(/^Top Up does not run with Ignore SSL Issues/);
	expect(world.service.journal).toEqual([]);
});
