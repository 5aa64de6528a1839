import type { StackedBars } from '../chart/stackedBars';
import { intervalNamesWithin, type TimeSpan, type IntervalUnit } from '../intervals';
import type { SpendTally } from '../tally';
import { chartedProducts, spendChart } from './spendChart';
import { mainAmount } from './factTexts';
import { BUDGET_CURRENCY, type MonthlyBudget } from './outlook';
import { assignProductColors } from './productColors';
import type { SpendReport } from './spendReport';
import { readableCurrency, placesForTotal } from './formatting';

/** With one more for the others, as many as a legend has room for. */
const MAX_NAMED_SERIES = 7;

interface ReportChartOptions {
	span: TimeSpan;
	subtitle: string;
	zone: string;
	/** Of the tally. */
	unit: IntervalUnit;
	names?: Map<string, string>;
	budget?: MonthlyBudget;
}

/** The chart of each currency of a report: one product has one colour in all of them, and amounts are written as in the tables. */
export function chartsOfReport(
	report: SpendReport,
	tally: SpendTally,
	{ span, subtitle, zone, unit, names, budget }: ReportChartOptions,
): Map<string, StackedBars> {
	const { currencies, totals, period } = report;
	const days = intervalNamesWithin(span, zone, 'day').length;
	const colors = assignProductColors(
		currencies.map((currency) =>
			chartedProducts(tally.currencies.get(currency), MAX_NAMED_SERIES).top.map(
				({ product }) => product,
			),
		),
	);
	return new Map(
		currencies.map((currency) => {
			const money = readableCurrency(currency);
			const currencyTotals = totals[currency];
			const places = currencyTotals === undefined ? 2 : placesForTotal(mainAmount(currencyTotals));
			return [
				currency,
				spendChart(tally, {
					...{ currency, span, zone, unit: days <= 2 ? unit : 'day' },
					...{ title: `Spend in ${money}: ${period.label}`, subtitle, money },
					...{ series: MAX_NAMED_SERIES, names, colors, places },
					...(currency === BUDGET_CURRENCY ? { budget } : {}),
				}),
			];
		}),
	);
}
