import { stackedBarsPng } from '../../../../lib/billing/chart/stackedBarsPng';
import { stackedBarsSvg } from '../../../../lib/billing/chart/stackedBarsSvg';
import { usageChargeOf } from '../../../../lib/billing/usageEntry';
import { reportPeriods, createIntervalNamer } from '../../../../lib/billing/period';
import { spendChart } from '../../../../lib/billing/report/reportCharts';
import { withNumbers } from '../../../../lib/billing/report/money';
import { slackText } from '../../../../lib/billing/report/slack';
import { statementOf } from '../../../../lib/billing/report/statement';
import { spendReport } from '../../../../lib/billing/report/spendReport';
import { SpendTally } from '../../../../lib/billing/tally';

const entry = { timestamp: '2026-05-02T00:00:00Z', sku: 'a', currency: 'USD', units: 1 };
const words = { title: 'T', subtitle: '', money: 'USD', places: 2 };
const look = { currency: 'USD', zone: 'UTC', series: 7, ...words };

/** A report of yesterday, of charges (negative) and refunds by product. */
function reportOf(amounts: Record<string, number>, before: number[] = [], top = 10) {
	const tallies = {
		current: new SpendTally(createIntervalNamer('UTC', 'day')),
		before: new SpendTally(),
	};
	for (const [sku, amount] of Object.entries(amounts)) {
		tallies.current.add(usageChargeOf({ ...entry, sku, amount }));
	}
	for (const amount of before) tallies.before.add(usageChargeOf({ ...entry, amount }));
	const periods = reportPeriods('yesterday', Date.parse('2026-05-03T06:00:00Z'), 'UTC');
	const groups = new Set(['product', 'day']);
	const wish = { label: 'Yesterday', periods, zone: 'UTC', top, groups };
	const chart = spendChart(tallies.current, { ...look, span: periods.current, unit: 'day' });
	return { report: spendReport(tallies, wish), chart };
}

describe('an entry', () => {
	it.each([
		[{ currency: undefined }, 'with an unknown currency: nothing'],
		[{ currency: '' }, 'with an unknown currency: ""'],
		[{ timestamp: 'x' }, 'with an invalid timestamp: "x"'],
		[{ units: 'many' }, 'whose units is not a number: "many"'],
		[{ inferenceDetails: { promptTokens: '7' } }, 'of tokens that cannot be read: "7"'],
		[{ inferenceDetails: { completionTokens: -1 } }, 'of tokens that cannot be read: -1'],
		[{ amount: null }, 'whose amount is not a number: null'],
		[{ timestamp: { toString: 1 } }, 'with an invalid timestamp: {"toString":1}'],
	])('an entry with %j is refused', (change, sentence) => {
		expect(() => usageChargeOf({ ...entry, amount: -1, ...change })).toThrow(sentence);
	});
});

it('an entry whose product is no text is called by its JSON', () => {
	const { product } = usageChargeOf({ ...entry, amount: -1, sku: { toString: 1 } });
	expect(product).toBe('{"toString":1}');
});

describe('a report', () => {
	it('a report of refunds only has no spend, and nothing to share', () => {
		const { report, chart } = reportOf({ a: 5 }, [-2]);
		expect(withNumbers(report.totals.USD)).toMatchObject({
			spend: 0,
			refunds: 5,
			net: -5,
			change: { absolute: -7, percent: -350 },
		});
		expect(withNumbers(report.byProduct)).toMatchObject([{ product: 'a', share: null, net: -5 }]);
		expect(chart.bars).toEqual([{ label: '2 May', short: '2', values: [0], total: '0.00' }]);
		expect(slackText(statementOf(report))).toContain('Net spend: *-5.0000 USD*');
	});

	it('a report of 5,000 products lists one, and says how many others there are', async () => {
		const many = Array.from({ length: 5_000 }, (_, index) => [`p${index}`, -index - 1] as const);
		const { report, chart } = reportOf(Object.fromEntries(many), [], 1);
		expect(withNumbers(report.byProduct)).toMatchObject([
			{ product: 'p4999', spend: 5_000, share: 0.04 },
			{ product: null, products: 4_999, spend: 12_497_500, share: 99.96 },
		]);
		expect(chart.series).toHaveLength(8);
		expect((await stackedBarsPng(chart)).length).toBeGreaterThan(1_000);
	});

	it('a report at the very moment its period begins is empty, its chart too', async () => {
		for (const name of ['today', 'thisMonth'] as const) {
			const { current: span, before } = reportPeriods(name, Date.parse('2026-05-01T00:00Z'), 'UTC');
			expect([span.end - span.start, before.end - before.start]).toEqual([0, 0]);
			const chart = spendChart(new SpendTally(), { ...look, span, unit: 'hour' });
			expect((await stackedBarsPng(chart)).subarray(1, 4).toString()).toBe('PNG');
			expect(stackedBarsSvg(chart)).toContain('</svg>');
			expect(stackedBarsSvg(chart)).not.toMatch(/NaN|Infinity/);
		}
	});
});
