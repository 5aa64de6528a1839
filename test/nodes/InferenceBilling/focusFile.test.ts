import { parse } from 'csv-parse/sync';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { amountOf, exactText, ZERO } from '../../../lib/billing/amount';
import { binaryBuffer } from '../../engine/runNode';
import type { UsageEntry } from '../../service/service';
import { withService } from '../withService';
import { brokenRules, MANDATORY, OTHERS, type FocusRecord } from './focusRules';

const from = '2026-01-31T23:59:00.000Z';
const world = withService({ history: { entries: 95, from, stepMs: 1000 } });
const node = new InferenceBilling();

const run = async (parameters: INodeParameters = {}) =>
	await world.run({
		node,
		parameters: {
			...{ resource: 'usage', operation: 'getAll', outputAs: 'focusFile' },
			...{ billingAccountId: 'team-a', providerName: 'The Service', ...parameters },
		},
	});

async function csvOf(file: IBinaryData | undefined) {
	if (file === undefined) throw new Error('There is no file');
	const text = (await binaryBuffer(file)).toString('utf8');
	const [columns = [], ...cells] = parse(text, { relax_column_count: false }) as string[][];
	const rows = cells.map((row): FocusRecord =>
		Object.fromEntries(columns.map((name, n) => [name, row[n] === '' ? null : (row[n] ?? null)])),
	);
	return { columns, rows };
}

async function focusOf(parameters: INodeParameters = {}) {
	const { item } = await run(parameters);
	return { ...(await csvOf(item.binary?.data)), item };
}

const entry = (change: Partial<UsageEntry>): UsageEntry => ({
	...{ amount: -0.5, currency: 'USD', inferenceDetails: null, notes: 'API Inference' },
	...{ pricePerUnitUsd: 1, sku: 'text-basic-input-mtoken', units: 0.5 },
	timestamp: '2026-02-28T23:59:59.999Z',
	...change,
});
const details = (requestId: string) => ({
	...{ completionTokens: 7, promptTokens: 5, requestId, inferenceExecutionTime: 1 },
});
const lastOf = async (change: Partial<UsageEntry>) => {
	world.service.record(entry(change));
	const { rows } = await focusOf({ filters: { start: '2026-02-28T00:00:00Z' } });
	expect(rows.flatMap(brokenRules)).toEqual([]);
	return rows.at(-1);
};

describe('the FOCUS file of the usage history', () => {
	it('keeps every rule of the specification in every row', async () => {
		const { columns, rows, item } = await focusOf({ options: { pageSize: 10 } });
		expect(rows).toHaveLength(95);
		expect(item?.json).toMatchObject({ entries: 95 });
		expect(item?.binary?.data).toMatchObject({
			...{ fileName: 'focus-cost-and-usage.csv', mimeType: 'text/csv' },
		});
		expect([...columns].sort()).toEqual([...Object.keys(MANDATORY), ...Object.keys(OTHERS)].sort());
		for (const name of columns) expect(name).toMatch(/^(x_)?[A-Z][A-Za-z]{1,49}$/);
		const firstCustom = columns.findIndex((name) => name.startsWith('x_'));
		expect(columns.slice(firstCustom).every((name) => name.startsWith('x_'))).toBe(true);
		expect(rows.flatMap(brokenRules)).toEqual([]);
	});

	it('adds up to what the service lists, digit by digit', async () => {
		const answer = await fetch(`${world.service.url}/billing/usage-history`, {
			headers: { authorization: `Bearer ${world.service.keys.user}` },
		});
		const { data } = (await answer.json()) as { data: UsageEntry[] };
		const { rows } = await focusOf({ options: { pageSize: 10 } });
		const sum = (values: unknown[]) =>
			exactText(values.reduce((whole: typeof ZERO, one) => whole.plus(amountOf(one, 'x')), ZERO));
		const listed = (currency: string) =>
			sum(data.filter((one) => one.currency === currency).map(({ amount }) => -amount));
		expect(sum(rows.map(({ BilledCost }) => BilledCost))).toBe(listed('USD'));
		for (const currency of ['USD', 'DIEM', 'BUNDLED_CREDITS']) {
			const own = rows.filter(({ PricingCurrency }) => PricingCurrency === currency);
			const costs = own.map(({ PricingCurrencyEffectiveCost }) => PricingCurrencyEffectiveCost);
			expect(sum(costs)).toBe(listed(currency));
		}
	});

	it('puts a charge into its month, and a request beside its tokens', async () => {
		const inferenceDetails = details('r-1');
		expect(await lastOf({ inferenceDetails })).toMatchObject({
			...{ BilledCost: '0.5', PricingQuantity: '0.5', PricingUnit: '1000000 Tokens' },
			...{ BillingPeriodStart: '2026-02-01T00:00:00Z', BillingPeriodEnd: '2026-03-01T00:00:00Z' },
			...{ ChargePeriodStart: '2026-02-28T23:59:59Z', ChargePeriodEnd: '2026-03-01T00:00:00Z' },
			...{ x_RequestId: 'r-1', x_PromptTokens: '5', x_CompletionTokens: '7' },
			...{ BillingAccountId: 'team-a', ServiceProviderName: 'The Service' },
		});
	});

	it('makes a refund a credit, and bills nothing for staked credit', async () => {
		expect(await lastOf({ amount: 0.25 })).toMatchObject({
			...{ ChargeCategory: 'Credit', BilledCost: '-0.25', PricingQuantity: null },
		});
		expect(await lastOf({ currency: 'DIEM' })).toMatchObject({
			...{ BilledCost: '0', PricingCurrency: 'DIEM', PricingCurrencyEffectiveCost: '0.5' },
		});
	});

	it.each(['=1+1', 'a "quoted", name\r\nof two lines'])(
		'holds a hostile product: %j',
		async (sku) => {
			const row = await lastOf({ sku });
			expect(row?.SkuId).toBe(sku.startsWith('=') ? `'${sku}` : sku);
		},
	);

	it('says what a product counts, and names a charge that has no product', async () => {
		expect(await lastOf({})).toMatchObject({ SkuMeter: 'Input Tokens', Tags: null });
		const sku = 'speech-mchar';
		expect(await lastOf({ sku })).toMatchObject({ SkuMeter: 'Characters', SkuPriceId: sku });
		const unnamed = { SkuId: 'Unnamed', SkuPriceId: 'Unnamed', SkuMeter: 'Units' };
		expect(await lastOf({ sku: '' })).toMatchObject(unnamed);
	});

	it('tags the charges of requests that have a cost label', async () => {
		const ids = ['r-1', 'r-2'];
		for (const requestId of ids)
			world.service.record(entry({ inferenceDetails: details(requestId) }));
		const costLabel = 'Sales, "EU"';
		const { rows } = await focusOf({
			filters: { start: '2026-02-28T00:00:00Z' },
			options: { labelsByRequestId: JSON.stringify([{ requestId: 'r-2', costLabel }]) },
		});
		expect(rows.flatMap(brokenRules)).toEqual([]);
		const tags = ids.map((id) => rows.find((row) => row.x_RequestId === id)?.Tags ?? null);
		expect(tags).toEqual([null, JSON.stringify({ costLabel })]);
	});

	it('reads a long history in several windows at once, and each entry once', async () => {
		const { rows } = await focusOf({ options: { pageSize: 10 } });
		expect(rows).toHaveLength(95);
		const asked = world.service.requests('/billing/usage-history').map(({ query }) => query);
		expect(
			asked.filter(({ startTimestamp }) => startTimestamp !== undefined).length,
		).toBeGreaterThan(1);
		const times = rows.map(({ ChargePeriodStart }) => ChargePeriodStart);
		expect(times).toEqual([...times].sort());
	});

	it('counts a charge without units as one request', async () => {
		const row = await lastOf({ units: null as never });
		expect(row).toMatchObject({ PricingQuantity: '1', PricingUnit: 'Requests' });
	});

	it('has a header and no row where nothing was charged', async () => {
		const { columns, rows } = await focusOf({ filters: { start: '2030-01-01T00:00:00Z' } });
		expect(columns).toContain('BilledCost');
		expect(rows).toEqual([]);
	});

	it.each([
		[{ billingAccountId: ' ' }, 'Billing Account ID must not be empty'],
		[{ providerName: ' ' }, 'Provider Name must not be empty'],
		[
			{ options: { labelsByRequestId: '[7]' } },
			'Each entry of Labels by Request ID must have requestId and costLabel, but entry 1 is 7',
		],
	])('refuses %j before anything is sent', async (parameters, message) => {
		expect((await run(parameters)).error?.message).toBe(message);
		expect(world.service.journal).toEqual([]);
	});

	it('says why a walk ended early', async () => {
		world.service.fault({ path: '/billing/usage-history', delayMs: 0 });
		const body = { error: 'The history is being moved' };
		world.service.fault({ path: '/billing/usage-history', status: 409, body, times: 99 });
		const { error } = await run({ options: { pageSize: 10 } });
		expect(error).toMatchObject({ httpCode: '409' });
		expect(error?.message).toContain('The history is being moved');
	});
});

it.each<[string, object, string]>([
	['a missing column', { ListCost: undefined }, 'ListCost is missing'],
	['a signed number', { BilledCost: '+1' }, 'BilledCost "+1" is no decimal'],
	['an empty name', { ServiceName: null }, 'ServiceName must not be null'],
	['a local time', { ChargePeriodEnd: '2026-01-01T00:00:00+01:00' }, 'is no moment'],
	['a unit without a quantity', { PricingQuantity: null, ChargeCategory: 'Tax' }, 'must be null'],
])('the rules find %s', async (_what, change, said) => {
	const { rows } = await focusOf();
	expect(brokenRules({ ...rows[0], ...change }).join()).toContain(said);
});

describe('the FOCUS file of a spend report', () => {
	const report = (more: INodeParameters = {}) =>
		run({
			...{ resource: 'report', operation: 'get', period: 'custom', timeZone: 'UTC' },
			...{ start: '2026-01-31', end: '2026-02-01', files: ['focus'], focusField: 'finance' },
			...{ groupBy: [], options: { comparePeriods: false }, currency: 'all' },
			...more,
		});

	it('has the charges of its period, and the sums of the report', async () => {
		const { item } = await report();
		const { rows } = await csvOf(item.binary?.finance);
		expect(rows.length).toBeGreaterThan(10);
		expect(rows.flatMap(brokenRules)).toEqual([]);
		expect(item.json.files).toEqual([
			expect.objectContaining({ field: 'finance', entries: rows.length, mimeType: 'text/csv' }),
		]);
		const billed = rows.reduce((sum, row) => sum.plus(amountOf(row.BilledCost, 'x')), ZERO);
		expect(item.json).toMatchObject({ totals: { USD: { net: Number(billed) } } });
	});

	it.each([
		[{ providerName: ' ' }, 'Provider Name must not be empty'],
		[
			{ files: ['focus', 'html'], htmlField: 'finance' },
			'Each file needs a field of its own, but two have "finance"',
		],
	])('refuses %j before anything is sent', async (parameters, message) => {
		expect((await report(parameters)).error?.message).toBe(message);
		expect(world.service.journal).toEqual([]);
	});
});
