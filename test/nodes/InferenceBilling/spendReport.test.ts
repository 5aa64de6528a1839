import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { clock } from '../../../lib/transport/clock';
import { binaryBuffer } from '../../engine/runNode';
import type { UsageEntry } from '../../service/service';
import { withService } from '../withService';

const world = withService();
const node = new InferenceBilling();
const operation = 'getSpendReport';
const path = '/billing/usage-history';
const now = '2026-03-30T06:00:00.000Z';
const zone = { timeZone: 'Europe/Berlin' };

const entry = (timestamp: string, amount: number, more: Partial<UsageEntry> = {}): UsageEntry => ({
	amount,
	currency: 'USD',
	inferenceDetails: null,
	notes: '',
	pricePerUnitUsd: 1,
	sku: 'web-search',
	timestamp,
	units: 1,
	...more,
});
const details = (requestId: string) => ({
	requestId,
	inferenceExecutionTime: 10,
	promptTokens: 100,
	completionTokens: 20,
});

/** The 29th of March in Berlin has 23 hours: from 23:00 to 22:00 UTC. */
function recordTwoDays(): void {
	for (const one of [
		entry('2026-03-27T22:59:59.999Z', -1000),
		entry('2026-03-27T23:00:00.000Z', -0.5),
		entry('2026-03-28T22:59:59.999Z', -0.3),
		entry('2026-03-28T23:00:00.000Z', -0.1, { sku: 'alpha-input', inferenceDetails: details('a') }),
		entry('2026-03-28T23:00:00.500Z', -0.2, {
			sku: 'alpha-output',
			inferenceDetails: details('a'),
		}),
		entry('2026-03-29T01:10:00.000Z', -1e-7, { inferenceDetails: details('b') }),
		entry('2026-03-29T12:00:00.000Z', 0.05, { inferenceDetails: details('b') }),
		entry('2026-03-29T21:59:59.999Z', -2, { currency: 'DIEM', sku: '<b>&`*' }),
		entry('2026-03-29T22:00:00.000Z', -1000),
	]) {
		world.service.record(one);
	}
}

beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse(now));
	recordTwoDays();
});

async function report(parameters: INodeParameters = {}) {
	const { outputs, error } = await world.run({
		node,
		parameters: { operation, ...zone, ...parameters },
	});
	expect(error).toBeUndefined();
	expect(outputs[0]).toHaveLength(1);
	return { json: outputs[0]?.[0]?.json ?? {}, binary: outputs[0]?.[0]?.binary ?? {} };
}

const queries = () => world.service.requests(path).map(({ query }) => query);

describe('Inference Billing: Get Spend Report', () => {
	it('adds up yesterday in the time zone, and the day before, in one walk', async () => {
		const { json } = await report();
		expect(queries()).toEqual([
			{
				startTimestamp: '2026-03-27T23:00:00.000Z',
				endTimestamp: '2026-03-29T22:00:00.000Z',
			},
		]);
		expect(json).toMatchObject({
			period: {
				label: 'Yesterday',
				timeZone: 'Europe/Berlin',
				start: '2026-03-29T00:00:00.000+01:00',
				end: '2026-03-30T00:00:00.000+02:00',
			},
			comparedWith: {
				start: '2026-03-28T00:00:00.000+01:00',
				end: '2026-03-29T00:00:00.000+01:00',
			},
			currencies: ['USD', 'DIEM'],
			entries: 5,
			calls: 2,
			promptTokens: 200,
			completionTokens: 40,
		});
		expect(json.totals).toEqual({
			USD: {
				spend: 0.3000001,
				refunds: 0.05,
				net: 0.2500001,
				exact: { spend: '0.3000001', refunds: '0.05', net: '0.2500001' },
				entries: 4,
				calls: 2,
				promptTokens: 200,
				completionTokens: 40,
				before: {
					spend: 0.8,
					refunds: 0,
					net: 0.8,
					exact: { spend: '0.8', refunds: '0', net: '0.8' },
				},
				change: { absolute: -0.5499999, exact: '-0.5499999', percent: -68.75 },
			},
			DIEM: expect.objectContaining({
				spend: 2,
				entries: 1,
				calls: 0,
				change: { absolute: 2, exact: '2', percent: null },
			}),
			BUNDLED_CREDITS: expect.objectContaining({ spend: 0, entries: 0 }),
		});
	});

	it('splits the spend by product, and puts those beyond the top together', async () => {
		const { json } = await report({ currency: 'USD', options: { top: 1, compare: false } });
		expect(queries()).toEqual([
			{
				currency: 'USD',
				startTimestamp: '2026-03-28T23:00:00.000Z',
				endTimestamp: '2026-03-29T22:00:00.000Z',
			},
		]);
		expect(Object.keys(json.totals as IDataObject)).toEqual(['USD']);
		expect(json.comparedWith).toBeNull();
		expect(json.byProduct).toMatchObject([
			{ product: 'alpha-output', products: 1, spend: 0.2, calls: 1, units: 1, share: 66.67 },
			{ product: null, products: 2, spend: 0.1000001, refunds: 0.05, calls: null, share: 33.33 },
		]);
	});

	it('lists every day or hour of the period, the missing hour of the spring night left out', async () => {
		const { json } = await report({ groupBy: ['day', 'hour'], currency: 'USD' });
		expect(json.byDay).toMatchObject([{ day: '2026-03-29', spend: 0.3000001, calls: 2 }]);
		const hours = json.byHour as IDataObject[];
		expect(hours).toHaveLength(23);
		expect(hours.slice(0, 4).map(({ hour, spend, calls }) => [hour, spend, calls])).toEqual([
			['2026-03-29T00:00+01:00', 0.3, 1],
			['2026-03-29T01:00+01:00', 0, 0],
			['2026-03-29T03:00+02:00', 1e-7, 1],
			['2026-03-29T04:00+02:00', 0, 0],
		]);
		expect(json).not.toHaveProperty('byProduct');
	});

	it('walks a running period and the same part of the one before on their own', async () => {
		await report({ timeSpan: 'thisMonth' });
		expect(queries()).toEqual([
			{
				startTimestamp: '2026-01-31T23:00:00.000Z',
				endTimestamp: '2026-02-28T07:00:00.000Z',
			},
			{
				startTimestamp: '2026-02-28T23:00:00.000Z',
				endTimestamp: now,
			},
		]);
	});

	it('takes a custom period in the time zone, and as many days before it', async () => {
		await report({ timeSpan: 'custom', start: '2026-03-28T00:00:00', end: '2026-03-30' });
		expect(queries()).toEqual([
			{
				startTimestamp: '2026-03-25T23:00:00.000Z',
				endTimestamp: '2026-03-29T22:00:00.000Z',
			},
		]);
	});

	it('goes on after a refused cursor and counts nothing twice', async () => {
		for (let index = 0; index < 2500; index++) {
			world.service.record(entry('2026-03-29T10:00:00.000Z', -0.001));
		}
		world.service.fault({ refuseCursor: true });
		const { json } = await report({ currency: 'USD' });
		expect(queries()).toHaveLength(5);
		expect(json.totals).toMatchObject({ USD: { entries: 2504, exact: { spend: '2.8000001' } } });
	});

	it('gives what the service adds up per model and API key under a name of its own', async () => {
		const byModel = [{ modelName: 'Alpha', totalUsd: 1 }];
		world.service.fault({
			path: '/billing/usage-analytics',
			status: 200,
			body: { byModel, byKey: [] },
		});
		const { json } = await report({ groupBy: ['model'] });
		expect(json.serviceFigures).toEqual({
			startDate: '2026-03-28',
			endDate: '2026-03-29',
			timeZone: 'UTC',
			byModel,
		});
		expect(world.service.requests('/billing/usage-analytics')[0]?.query).toEqual({
			startDate: '2026-03-28',
			endDate: '2026-03-29',
		});
	});
});

describe('the message and the files', () => {
	it('writes for Slack, with names that are no mark-up', async () => {
		const { json } = await report();
		expect(json.text).toContain('*Spend: Yesterday*');
		expect(json.text).toContain('29 Mar 2026 00:00 to 30 Mar 2026 00:00 (Europe/Berlin)');
		expect(json.text).toContain('Spend: 0.30 USD\nRefunds: 0.05 USD\nNet: 0.25 USD');
		expect(json.text).toContain('Change: -0.55 (-68.75 %)');
		expect(json.text).toContain('`&lt;b&gt;&amp;ˋ*` 2.00 DIEM · 100 %');
		const types = (json.blocks as IDataObject[]).map(({ type }) => type);
		const currency = ['section', 'section', 'divider'];
		expect(types).toEqual(['header', ...currency, ...currency, 'context']);
	});

	it.each(['memory', 'filesystem'] as const)(
		'gives a chart for each currency and a page, binary data in %s',
		async (binaryMode) => {
			const { outputs, error } = await world.run({
				node,
				binaryMode,
				parameters: { operation, ...zone, files: ['chart', 'html'], htmlField: 'page' },
			});
			expect(error).toBeUndefined();
			const [item] = outputs[0] ?? [];
			const { json, binary } = { json: item?.json, binary: item?.binary };
			expect(json?.files).toMatchObject([
				{ field: 'chart', currency: 'USD', fileName: 'spend-2026-03-29-USD.png' },
				{ field: 'chart_DIEM', currency: 'DIEM', mimeType: 'image/png' },
				{ field: 'page', fileName: 'spend-2026-03-29.html', mimeType: 'text/html' },
			]);
			const png = await binaryBuffer(binary?.chart);
			expect(png.subarray(1, 4).toString()).toBe('PNG');
			const page = (await binaryBuffer(binary?.page)).toString();
			expect(page).toContain('&#60;b&#62;&#38;`*');
			expect(page).not.toContain('<b>');
			expect(page.match(/<img alt="[^"]+" src="data:image\/svg\+xml;base64,/g)).toHaveLength(2);
			expect(page).not.toMatch(/(?:src|href)="(?!data:)/);
		},
	);

	it('makes no file that is not wanted, and a report of nothing', async () => {
		const { json, binary } = await report({
			files: [],
			timeSpan: 'custom',
			start: '2025-01-01',
			end: '2025-01-02',
		});
		expect(binary).toEqual({});
		expect(json).toMatchObject({ currencies: ['USD'], entries: 0, files: [], byProduct: [] });
		expect(json.totals).toMatchObject({ USD: { net: 0, change: { percent: null } } });
	});

	it('says that a key for inference only cannot read it', async () => {
		const { error } = await world.run({
			...world.accessWith({ apiKey: world.service.keys.inference }),
			node,
			parameters: { operation },
		});
		expect(error).toMatchObject({ httpCode: '403' });
	});

	it('makes no report of an entry whose amount is no number', async () => {
		const broken = { ...entry('2026-03-29T10:00:00.000Z', 0), amount: 'much' };
		world.service.fault({ path, status: 200, body: { data: [broken], nextCursor: null } });
		const { error } = await world.run({ node, parameters: { operation, ...zone } });
		expect(error?.message).toBe(
			'The service sent a usage entry whose amount is not a number: "much" [item 0]',
		);
	});
});

const custom = { timeSpan: 'custom', start: '2026-01-01', end: '2026-01-02' };
const bad: Array<[INodeParameters, string]> = [
	[
		{ timeZone: 'Berlin' },
		'Time Zone must be an IANA name such as Europe/Berlin or UTC, but "Berlin" was given',
	],
	[
		{ timeSpan: '={{ "week" }}' },
		'Period must be one of custom, last30Days, last7Days, lastMonth, thisMonth, today, yesterday, but "week" was given',
	],
	[{ ...custom, start: '={{ "" }}' }, 'Start must not be empty'],
	[
		{ ...custom, end: '={{ "soon" }}' },
		'End must be a date and time such as 2026-01-31T08:00:00Z, but "soon" was given',
	],
	[
		{ ...custom, end: '2026-01-01' },
		'End must be later than Start, but Start is 2025-12-31T23:00:00.000Z and End is 2025-12-31T23:00:00.000Z',
	],
	[
		{ ...custom, groupBy: ['hour'], end: '2026-02-02' },
		'A period that is grouped by hour may have at most 31 days, but 32 were given',
	],
	[
		{ ...custom, start: '2001-01-01' },
		'The period may have at most 3660 days, but 9132 were given',
	],
	[
		{ currency: '={{ "EUR" }}' },
		'Currency must be one of all, USD, DIEM, BUNDLED_CREDITS, but "EUR" was given',
	],
	[
		{ groupBy: ['week'] },
		'Group By must be one of apiKey, day, hour, model, product, but "week" was given',
	],
	[{ files: ['pdf'] }, 'Files must be one of chart, html, but "pdf" was given'],
	[{ chartField: '={{ " " }}' }, 'Put Chart in Field must not be empty'],
	[
		{ files: ['chart', 'html'], htmlField: 'chart' },
		'Chart and HTML report need a field each, but both have "chart"',
	],
	[{ options: { top: 0 } }, 'Top Products must be a whole number from 1 to 100, but 0 was given'],
	[
		{ options: { compare: '={{ "no" }}' } },
		'Compare With Period Before must be true or false, but "no" was given',
	],
];

describe('what is refused before anything is sent', () => {
	it.each(bad)('%j', async (parameters, sentence) => {
		const { error } = await world.run({ node, parameters: { operation, ...zone, ...parameters } });
		expect(error?.message).toBe(`${sentence} [item 0]`);
		expect(world.service.journal).toEqual([]);
	});
});
