import { Big } from 'big.js';

import { OTHERS_COLOR } from '../../../../lib/billing/chart/drawing';
import { assignProductColors } from '../../../../lib/billing/report/reportCharts';
import { readableProductNames } from '../../../../lib/billing/report/productNames';
import { madePage } from './page';

const now = '2026-10-26T06:00:00Z';
const entry = (sku: string, amount: number, currency = 'USD', day = 20) => ({
	...{ sku, amount: -amount, currency, units: 1, timestamp: `2026-10-${day}T10:00:00Z` },
});
const names = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => `product-${from + index}`);

function colorsIn(entries: object[]) {
	const { charts, html } = madePage({ entries, zone: 'UTC', now, period: 'last7Days' });
	const byProduct = [...charts.values()]
		.flat()
		.map(({ series, colors = [] }) => new Map(series.map((name, index) => [name, colors[index]])));
	return { byProduct, html };
}

it('a product has one colour in the charts of all currencies, whatever its rank', () => {
	const entries = [
		...names(1, 5).map((sku, index) => entry(sku, 9 - index)),
		...names(3, 7).map((sku, index) => entry(sku, 1 + index, 'DIEM')),
	];
	const [usd = new Map(), diem = new Map()] = colorsIn(entries).byProduct;
	expect([usd.size, diem.size]).toEqual([5, 7]);
	for (const shared of names(3, 3)) expect(diem.get(shared)).toBe(usd.get(shared));
	for (const chart of [usd, diem]) expect(new Set(chart.values()).size).toBe(chart.size);
	expect(new Set([...usd.values(), ...diem.values()]).size).toBe(9);
});

it('two products of a chart never have the same colour, however many charts there are', () => {
	const charts = Array.from({ length: 6 }, (_, index) => names(index * 8, 8));
	const colors = assignProductColors(charts);
	for (const chart of charts) {
		expect(new Set(chart.map((product) => colors.get(product))).size).toBe(8);
	}
});

it('a product keeps its colour in the next report, where it has another rank', () => {
	const [monday] = colorsIn([entry('a', 3), entry('b', 1)]).byProduct;
	const [tuesday] = colorsIn([entry('a', 1), entry('b', 3)]).byProduct;
	expect(monday).toEqual(tuesday);
	expect(monday?.size).toBe(2);
});

it('what stands together is grey', () => {
	const [chart] = colorsIn(names(1, 12).map((sku) => entry(sku, 1))).byProduct;
	expect(chart?.get('Others')).toBe(OTHERS_COLOR);
});

it('the chart writes the amount of a day as the table of days does, so that both add up', () => {
	const third = 1 / 3;
	const entries = [19, 20, 21, 22].map((day) => entry('a', third, 'USD', day));
	const { charts, html } = madePage({ entries, zone: 'UTC', now, period: 'last7Days' });
	const days = html.slice(html.indexOf('Days in USD'));
	const cells = [...days.matchAll(/2026<\/bdi><\/th><td data-label="Spend">([^<]*)/g)].map(
		([, cell]) => cell,
	);
	expect(cells).toEqual(charts.get('USD')?.[0]?.bars.map(({ total }) => total));
	expect(cells).toEqual(['0.3334', '0.3333', '0.3333', '0.3333', '0.0000', '0.0000', '0.0000']);
	for (const cell of ['0.3334', '0.3333']) expect(html).toContain(`>${cell}</text>`);
	expect(html).toMatch(/Totals: 19 Oct 0\.3334; 20 Oct 0\.3333;/);
	expect(html).toContain(', 19 Oct: 0.3333 USD</title>');
});

it('the page has the legend as text that can break, with every name whole', () => {
	const long = `${'A product with a long readable name, '.repeat(2)}input tokens`;
	const { byProduct, html } = colorsIn([entry(long, 1), entry('b', 1)]);
	const color = byProduct[0]?.get(long);
	expect(html).toContain(`<li><span style="background:${color}"></span><bdi>${long}</bdi></li>`);
	expect(html).not.toContain('class="legend"');
	expect(html).toContain(`class="segment"`);
	expect(html.match(new RegExp(`fill="${color}"`, 'g'))?.length).toBe(2);
});

it('one model is one series, whatever its parts are called', () => {
	const skus = ['m-llm-input-mtoken', 'm-llm-output-mtoken', 'web-search'];
	const made = readableProductNames(skus, [{ id: 'm', name: 'Model' }]);
	const entries = skus.map((sku) => entry(sku, 1));
	const { charts } = madePage({ entries, zone: 'UTC', now, period: 'last7Days', names: made });
	const [days] = charts.get('USD') ?? [];
	expect(days?.series).toEqual(['Model', 'Web search']);
	expect(days?.bars.map(({ values }) => values)).toContainEqual([2, 1]);
});

it('a budget has a chart of the sum so far, with its days to come left empty', () => {
	const entries = [1, 2, 3, 4].map((day) => entry('a', 10, 'USD', 20 + day));
	const wish = { entries, zone: 'UTC', now: '2026-10-25T00:00:00Z', period: 'thisMonth' } as const;
	const { charts } = madePage({ ...wish, monthlyBudget: new Big(35) });
	const [days, budget] = charts.get('USD') ?? [];
	expect(days?.limit).toBeUndefined();
	expect(budget?.limit).toEqual({ name: 'Budget', value: 35 });
	expect(budget?.bars).toHaveLength(31);
	expect(budget?.bars.map(({ values: [sum] }) => sum).slice(19, 26)).toEqual([
		...[0, 10, 20, 30, 40, 0, 0],
	]);
});
