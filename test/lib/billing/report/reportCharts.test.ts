import { OTHERS_COLOR } from '../../../../lib/billing/chart/drawing';
import { assignProductColors } from '../../../../lib/billing/report/productColors';
import { madePage } from './page';

const now = '2026-10-26T06:00:00Z';
const entry = (sku: string, amount: number, currency = 'USD', day = 20) => ({
	...{ sku, amount: -amount, currency, units: 1, timestamp: `2026-10-${day}T10:00:00Z` },
});
const names = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => `product-${from + index}`);

function colorsIn(entries: object[]) {
	const { charts, html } = madePage({ entries, zone: 'UTC', now, period: 'last7Days' });
	const byProduct = [...charts.values()].map(
		({ series, colors = [] }) => new Map(series.map((name, index) => [name, colors[index]])),
	);
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
	expect(cells).toEqual(charts.get('USD')?.bars.map(({ total }) => total));
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

describe('30 days at this rate', () => {
	const week = (amounts: number[]) =>
		amounts.map((amount, index) => entry('a', amount, 'USD', 19 + index));
	const made = (entries: object[], wish: object = {}) =>
		madePage({ entries, zone: 'UTC', now, period: 'last7Days', ...wish });

	it('are thirty times the mean of a week, with the range of its days', () => {
		const { report, html } = made(week([1, 2, 3, 1, 2, 3, 2]));
		const { monthAhead } = report.totals.USD ?? {};
		expect(monthAhead).toMatchObject({ spend: 60, days: 7 });
		expect(monthAhead?.low).toBeGreaterThan(30);
		expect(monthAhead?.low).toBeLessThan(55);
		expect(html).toMatch(
			/<dt>30 days at this rate<\/dt><dd>60\.00 USD \(\d\d\.\d\d to \d\d\.\d\d\)</,
		);
	});

	it('count from the first day with a charge', () => {
		const { report } = made(week([0, 0, 0, 2, 2, 2, 2]).slice(3));
		expect(report.totals.USD?.monthAhead).toMatchObject({ spend: 60, low: 60, high: 60, days: 4 });
	});

	it.each([
		['a day', { period: 'yesterday' }],
		['a month', { period: 'last30Days' }],
		['a running month', { period: 'thisMonth' }],
		['parts of days', { days: 7, now: '2026-10-26T12:00:00Z' }],
	])('are not there for %s', (_what, wish) => {
		const { report } = made(week([1, 2, 3, 1, 2, 3, 2]), wish);
		expect(report.totals.USD).not.toHaveProperty('monthAhead');
	});
});
