import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { clock } from '../../../lib/core/clock';
import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';
import { entry, recordTwoDays } from './spendHistory';

const world = withService();
const run = world.runner(new InferenceBilling(), { resource: 'report', operation: 'get' });
const path = '/billing/usage-history';
const now = '2026-03-30T06:00:00.000Z';
const zone = { timeZone: 'Europe/Berlin' };

beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse(now));
	recordTwoDays(world.service);
});

async function report(parameters: INodeParameters = {}) {
	const { item, items } = await run({ ...zone, files: [], ...parameters });
	expect(items).toHaveLength(1);
	return { json: item.json ?? {}, binary: item.binary ?? {} };
}

describe('the message and the files', () => {
	it('writes for Slack, with names that are no mark-up', async () => {
		const { json } = await report();
		expect(json.text).toContain('*Spend: Yesterday*');
		expect(json.text).toContain('29 Mar 2026 (Europe/Berlin)');
		expect(json.text).toContain(
			'Spend (before refunds): *0.3000 USD* · Refunds: *0.0500 USD* · Net spend: *0.2500 USD*',
		);
		expect(json.text).toContain('Change (net): *-0.5500 USD (-68.7%)*');
		expect(json.text).toContain('• Web search: 0.0000001 USD (0.000033%)');
		const types = (json.blocks as IDataObject[]).map(({ type }) => type);
		expect(types).toEqual(['header', 'section', 'section', 'context']);
	});

	it.each(['memory', 'filesystem'] as const)(
		'returns a chart for each currency and a page, binary data in %s',
		async (binaryMode) => {
			const { item } = await run(
				{ ...zone, files: ['chart', 'html'], htmlField: 'page' },
				{ binaryMode },
			);
			const { json, binary } = { json: item.json, binary: item.binary };
			expect(json?.files).toMatchObject([
				{ field: 'chart', currency: 'USD', fileName: 'spend-2026-03-29-USD.png' },
				{ field: 'chart_DIEM', currency: 'DIEM', mimeType: 'image/png' },
				{ field: 'page', fileName: 'spend-2026-03-29.html', mimeType: 'text/html' },
			]);
			const png = await binaryBuffer(binary?.chart);
			expect(png.subarray(1, 4).toString()).toBe('PNG');
			const page = (await binaryBuffer(binary?.page)).toString();
			expect(page).toContain('&lt;b&gt;&amp;`*');
			expect(page).not.toContain('<b>');
			expect(page.match(/<svg [^>]*role="img"/g)).toHaveLength(4);
			expect(page).not.toMatch(/ (?:src|href)=|<script/);
		},
	);

	it.each([
		['2026-03-23', '2026-03-30', '2026-03-23_to_2026-03-29'],
		['2026-03-23T00:00:00+01:00', '2026-03-23T12:00:00+01:00', '2026-03-23'],
	])('names the files after the first and the last day of %s to %s', async (start, end, dates) => {
		const files = ['chart', 'focus', 'html'];
		const parties = { billingAccountId: 'a-1', providerName: 'Service' };
		const { json } = await report({
			files,
			...parties,
			currency: 'USD',
			period: 'custom',
			start,
			end,
		});
		expect((json.files as IDataObject[]).map(({ fileName }) => fileName)).toEqual([
			...[`spend-${dates}-USD.png`, `spend-${dates}.html`, `focus-${dates}.csv`],
		]);
		expect(Object.keys(json).slice(0, 3)).toEqual(['text', 'blocks', 'totals']);
	});

	it('keeps paths out of the names of files, whatever a currency is called', async () => {
		const currencies = ['../../etc/x', '..!..!etc!x', '<!channel>', 'constructor'];
		for (const currency of currencies) {
			const odd = { currency: currency as 'USD' };
			world.service.record(entry('2026-03-29T10:00:00.000Z', -1, odd));
		}
		const { json, binary } = await report({ files: ['chart'] });
		const files = json.files as IDataObject[];
		expect(files).toHaveLength(6);
		for (const { fileName } of files) expect(fileName).toMatch(/^spend-2026-03-29-[\w-]+\.png$/);
		expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(6);
		expect(Object.keys(binary)).toEqual(files.map(({ field }) => field));
	});

	it('makes no file that is not wanted, and a report of nothing', async () => {
		const { json, binary } = await report({
			files: [],
			period: 'custom',
			start: '2025-01-01',
			end: '2025-01-02',
		});
		expect(binary).toEqual({});
		expect(json).toMatchObject({ currencies: ['USD'], entries: 0, files: [], byProduct: [] });
		expect(json.totals).toMatchObject({ USD: { net: 0, change: { percent: null } } });
	});

	it('makes no report of an entry whose amount is no number', async () => {
		const broken = { ...entry('2026-03-29T10:00:00.000Z', 0), amount: 'much' };
		world.service.fault({ path, status: 200, body: { data: [broken], nextCursor: null } });
		const { error } = await run({ ...zone });
		expect(error?.message).toBe(
			'The service sent a usage entry whose amount is not a number: "much"',
		);
	});
});
