import { OTHERS_COLOR } from '../chart/drawing';
import type { StackedBars } from '../chart/stackedBars';
import { columnTexts } from '../roundedText';
import { intervalNamesWithin, type TimeSpan, type IntervalUnit } from '../intervals';
import {
	rankProducts,
	emptyGroup,
	groupIntervals,
	groupSum,
	wholeCurrency,
	ZERO_SUM,
	type SpendTally,
} from '../tally';
import type { MonthlyBudget } from './outlook';
import { monthName } from './times';

/** More bars than this are not legible at the width of a chat. */
const MAX_DAY_BARS = 62;

export interface ChartOptions {
	currency: string;
	span: TimeSpan;
	zone: string;
	/** Of the bars; the tally is made in this or in a smaller unit. */
	unit: IntervalUnit;
	title: string;
	subtitle: string;
	/** What the amounts are counted in, in words. */
	money: string;
	series: number;
	names?: Map<string, string>;
	/** Of the products; by their places where left out. */
	colors?: Map<string, string>;
	places: number;
	budget?: MonthlyBudget;
}

/** The spend of one currency as bars of a day each, stacked by product; hours where that is the unit, and months in a long period. */
export function spendChart(tally: SpendTally, options: ChartOptions): StackedBars {
	const { currency, span, zone, unit, title, subtitle, money } = options;
	const currencyTally = tally.currencies.get(currency);
	const slots = intervalNamesWithin(span, zone, unit);
	const isByMonth = unit === 'day' && slots.length > MAX_DAY_BARS;
	const length = isByMonth ? 'yyyy-mm'.length : unit === 'day' ? 'yyyy-mm-dd'.length : undefined;
	const nameOf = (slot: string) => slot.slice(0, length);
	const bars = groupIntervals(currencyTally, nameOf);
	const { top, others } = chartedProducts(currencyTally, options.series);
	const names = [...new Set(slots.map(nameOf))];
	const totals = columnTexts(
		names.map((name) => groupSum(bars.get(name) ?? emptyGroup()).spend),
		options.places,
	);
	const manyDays = new Set(slots.map((slot) => slot.slice(0, 10))).size > 1;
	return {
		title,
		subtitle,
		unit: money,
		series: [
			...top.map(({ product }) => options.names?.get(product) ?? (product || '(no name)')),
			...(others > 0 ? ['Others'] : []),
		],
		...(options.colors && {
			colors: [...top.map(({ product }) => options.colors?.get(product) ?? ''), OTHERS_COLOR],
		}),
		places: options.places,
		...(options.budget && {
			limit: {
				name: `Budget per ${isByMonth ? 'month' : unit}`,
				values: budgetPerBar(options.budget, slots, unit, nameOf),
			},
		}),
		bars: names.map((name, index) => {
			const group = bars.get(name) ?? emptyGroup();
			const shown = top.map(({ product }) => (group.products.get(product) ?? ZERO_SUM).spend);
			const rest = shown.reduce((sum, spend) => sum.minus(spend), groupSum(group).spend);
			return {
				label: barName(name, manyDays),
				total: totals[index],
				values: [...shown, ...(others > 0 ? [rest] : [])].map(Number),
			};
		}),
	};
}

/** The products that a chart shows by name, the largest first, and how many others there are. */
export function chartedProducts(
	tally: Parameters<typeof wholeCurrency>[0],
	series: number,
): Pick<ReturnType<typeof rankProducts>, 'top' | 'others'> {
	const { products } = wholeCurrency(tally);
	// One product alone is shown by its name, not as others.
	return rankProducts(products, products.size === series + 1 ? products.size : series);
}

function budgetPerBar(
	budget: MonthlyBudget,
	slots: string[],
	unit: IntervalUnit,
	nameOf: (slot: string) => string,
): number[] {
	const sums = new Map<string, number>();
	for (const slot of slots) {
		const name = nameOf(slot);
		sums.set(name, (sums.get(name) ?? 0) + Number(budget.shareOfInterval(slot, unit)));
	}
	return [...sums.values()];
}

function barName(name: string, manyDays: boolean): string {
	const [, year, month, day, time] = /^(\d+)-(\d+)(?:-(\d+)(?:T([\d:]+))?)?/.exec(name) ?? [];
	const word = monthName(month ?? '');
	if (day === undefined) return `${word} ${year}`;
	const date = `${Number(day)} ${word}`;
	if (time === undefined) return date;
	return manyDays ? `${date} ${time}` : time;
}
