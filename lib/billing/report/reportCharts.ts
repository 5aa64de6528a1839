import type { StackedBars } from '../chart/stackedBars';
import { intervalNamesWithin, type IntervalUnit } from '../intervals';
import type { ReportPeriods } from '../period';
import type { SpendTally } from '../tally';
import { readableCurrency } from './formatting';
import { assignProductColors } from './productColors';
import type { ProductName } from './productNames';
import { intervalRows } from './reportRows';
import { budgetChart, chartedModels, spendChart } from './spendChart';
import type { SpendReport } from './spendReport';
import { placesOf } from './statement';

/** With one more for the others, as many as a legend has room for. */
const MAX_NAMED_SERIES = 7;

interface ReportChartOptions {
	periods: ReportPeriods;
	subtitle: string;
	zone: string;
	/** Of the tally. */
	unit: IntervalUnit;
	names?: Map<string, ProductName>;
}

/** The charts of each currency of a report, one of its days and one of its budget: a model has one colour in all of them, and amounts are written as in the tables. */
export function chartsOfReport(
	report: SpendReport,
	tally: SpendTally,
	{ periods, subtitle, zone, unit, names }: ReportChartOptions,
): Map<string, StackedBars[]> {
	const { currencies, totals, period } = report;
	const { current: span, whole = span } = periods;
	const days = intervalNamesWithin(span, zone, 'day').length;
	const look = { series: MAX_NAMED_SERIES, names };
	const colors = assignProductColors(
		currencies.map((currency) =>
			chartedModels(tally.currencies.get(currency), look).top.map(({ product }) => product),
		),
	);
	return new Map(
		currencies.map((currency) => {
			const money = readableCurrency(currency);
			const summary = totals[currency];
			const places = summary === undefined ? 2 : placesOf(summary);
			const shared = { ...{ zone, subtitle, money, places } };
			const ofDays = spendChart(tally, {
				...{ ...shared, ...look, currency, span, unit: days <= 2 ? unit : 'day', colors },
				title: `Spend in ${money}: ${period.label}`,
			});
			if (summary?.budget === undefined) return [currency, [ofDays]];
			const rows = intervalRows(tally, currency, span, zone, 'day');
			const title = `Spend and budget in ${money}: ${period.label}`;
			const options = { ...shared, title, span: whole };
			return [currency, [ofDays, budgetChart(rows, summary.budget.budget, options)]];
		}),
	);
}
