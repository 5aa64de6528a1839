import type { StackedBars } from '../chart/stackedBars';
import { slotsWithin, type Span, type SlotUnit } from '../slots';
import type { SpendTally } from '../tally';
import { chartedProducts, chartOf } from './chartOf';
import { mainAmount } from './lines';
import { BUDGET_CURRENCY, type MonthlyBudget } from './outlook';
import { productColors } from './productColors';
import type { SpendReport } from './spendReport';
import { currencyWords, placesFor } from './words';

/** With one more for the others, as many as a legend has room for. */
const SERIES = 7;

interface ReportChartOptions {
	span: Span;
	/** The span in words. */
	subtitle: string;
	zone: string;
	/** Of the tally. */
	unit: SlotUnit;
	names?: Map<string, string>;
	budget?: MonthlyBudget;
}

/** The chart of each currency of a report: one product has one colour in all of them, and amounts are written as in the tables. */
export function reportCharts(
	report: SpendReport,
	tally: SpendTally,
	{ span, subtitle, zone, unit, names, budget }: ReportChartOptions,
): Map<string, StackedBars> {
	const { currencies, totals, period } = report;
	const days = slotsWithin(span, zone, 'day').length;
	const colors = productColors(
		currencies.map((currency) =>
			chartedProducts(tally.currencies.get(currency), SERIES).top.map(({ product }) => product),
		),
	);
	return new Map(
		currencies.map((currency) => {
			const money = currencyWords(currency);
			const own = totals[currency];
			const places = own === undefined ? 2 : placesFor(mainAmount(own));
			return [
				currency,
				chartOf(tally, {
					...{ currency, span, zone, unit: days <= 2 ? unit : 'day' },
					...{ title: `Spend in ${money}: ${period.label}`, subtitle, money },
					...{ series: SERIES, names, colors, places },
					...(currency === BUDGET_CURRENCY ? { budget } : {}),
				}),
			];
		}),
	);
}
