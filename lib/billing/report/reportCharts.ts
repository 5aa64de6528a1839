import type { StackedBars } from '../chart/stackedBars';
import {
	intervalNamesWithin,
	type IntervalUnit,
	type TimeSpan,
	type ReportPeriods,
} from '../period';
import {
	type SpendTally,
	rankProducts,
	emptyGroup,
	groupIntervals,
	groupSum,
	mergeProducts,
	wholeCurrency,
	ZERO_SUM,
} from '../tally';
import { readableCurrency } from './formatting';
import type { ProductName } from './productNames';
import { intervalRows } from './reportRows';
import type { SpendReport } from './spendReport';
import { placesOf } from './currencyTables';
import { OTHERS_COLOR, seriesColor, PRODUCT_COLORS, STRONG_COLOR_COUNT } from '../chart/drawing';
import { type Amount, columnTexts } from '../amount';
import { monthName } from './times';
import { hashOf } from '../../core/record';

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

/** More bars than this are not legible at the width of a chat. */
const MAX_DAY_BARS = 62;

interface ChartOptions {
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
	names?: Map<string, ProductName>;
	/** Of the models; by their places where left out. */
	colors?: Map<string, string>;
	places: number;
}

/** The spend of one currency as bars of a day each, stacked by model; hours where that is the unit, and months in a long period. */
export function spendChart(tally: SpendTally, options: ChartOptions): StackedBars {
	const { currency, span, zone, unit, title, subtitle, money } = options;
	const currencyTally = tally.currencies.get(currency);
	const slots = intervalNamesWithin(span, zone, unit);
	const nameOf = barOfSlot(slots, unit);
	const modelOf = (product: string) => options.names?.get(product)?.model ?? product;
	const bars = new Map(
		[...groupIntervals(currencyTally, nameOf)].map(([name, { products }]) => [
			name,
			{ products: mergeProducts(products, modelOf) },
		]),
	);
	const { top, others } = chartedModels(currencyTally, options);
	const modelNames = new Map(
		[...(options.names?.values() ?? [])].map((one) => [one.model, one.modelName]),
	);
	const names = [...new Set(slots.map(nameOf))];
	const totals = columnTexts(
		names.map((name) => groupSum(bars.get(name) ?? emptyGroup()).spend),
		options.places,
	);
	return {
		title,
		subtitle,
		unit: money,
		series: [
			...top.map(({ product }) => modelNames.get(product) ?? (product || '(no name)')),
			...(others > 0 ? ['Others'] : []),
		],
		...(options.colors && {
			colors: [...top.map(({ product }) => options.colors?.get(product) ?? ''), OTHERS_COLOR],
		}),
		places: options.places,
		bars: names.map((name, index) => {
			const group = bars.get(name) ?? emptyGroup();
			const shown = top.map(({ product }) => (group.products.get(product) ?? ZERO_SUM).spend);
			const rest = shown.reduce((sum, spend) => sum.minus(spend), groupSum(group).spend);
			return {
				...barLabelOf(name, slots),
				total: totals[index],
				values: [...shown, ...(others > 0 ? [rest] : [])].map(Number),
			};
		}),
	};
}

/** How the sum so far stands against a budget, day by day; the days that are still to come are empty. */
function budgetChart(
	days: Array<{ slot: string; net: Amount }>,
	budget: Amount,
	options: Pick<ChartOptions, 'span' | 'zone' | 'title' | 'subtitle' | 'money' | 'places'>,
): StackedBars {
	const { span, zone, title, subtitle, money, places } = options;
	const slots = intervalNamesWithin(span, zone, 'day');
	const nameOf = barOfSlot(slots, 'day');
	let sum = 0;
	const sums = new Map<string, number>();
	for (const { slot, net } of days) sums.set(nameOf(slot), (sum += Number(net)));
	return {
		...{ title, subtitle, places, unit: money, series: ['Spend so far'], colors: [seriesColor(0)] },
		limit: { name: 'Budget', value: Number(budget) },
		bars: [...new Set(slots.map(nameOf))].map((name) => ({
			...barLabelOf(name, slots),
			values: [sums.get(name) ?? 0],
		})),
	};
}

/** The bar that a slot belongs to: its own, and its month in a long period. */
function barOfSlot(slots: string[], unit: IntervalUnit): (slot: string) => string {
	const isByMonth = unit === 'day' && slots.length > MAX_DAY_BARS;
	const length = isByMonth ? 'yyyy-mm'.length : unit === 'day' ? 'yyyy-mm-dd'.length : undefined;
	return (slot) => slot.slice(0, length);
}

/** The models that a chart shows by name, the largest first, and how many others there are. */
function chartedModels(
	tally: Parameters<typeof wholeCurrency>[0],
	{ series, names }: Pick<ChartOptions, 'series' | 'names'>,
): Pick<ReturnType<typeof rankProducts>, 'top' | 'others'> {
	const { products } = wholeCurrency(tally);
	const models = mergeProducts(products, (product) => names?.get(product)?.model ?? product);
	// One model alone is shown by its name, not as others.
	return rankProducts(models, models.size === series + 1 ? models.size : series);
}

/** A bar's label, and the part of it that is enough beside one of the same day or month. */
function barLabelOf(name: string, slots: string[]): { label: string; short?: string } {
	const [, year, month, day, time] = /^(\d+)-(\d+)(?:-(\d+)(?:T([\d:]+))?)?/.exec(name) ?? [];
	const word = monthName(month ?? '');
	if (day === undefined) return { label: `${word} ${year}`, short: word };
	const date = `${Number(day)} ${word}`;
	if (time === undefined) return { label: date, short: String(Number(day)) };
	const manyDays = slots.some((slot) => slot.slice(0, 10) !== slots[0]?.slice(0, 10));
	return manyDays ? { label: `${date} ${time}`, short: time } : { label: time };
}

/**
 * The colour of each product in all charts of a report, from the products of each chart, the largest first. It follows from the name, so
 * that a product mostly has the same one in the next report, too; where two want one, the later one takes the next that is free.
 */
export function assignProductColors(charts: string[][]): Map<string, string> {
	const colors = new Map<string, string>();
	const takenColors = new Set<string>();
	for (const products of charts) {
		const here = new Set(products.map((product) => colors.get(product)));
		for (const product of products) {
			if (colors.has(product)) continue;
			const wanted = preferredColors(product);
			const color =
				wanted.find((one) => !takenColors.has(one)) ?? wanted.find((one) => !here.has(one)) ?? '';
			colors.set(product, color);
			takenColors.add(color);
			here.add(color);
		}
	}
	return colors;
}

/** All colours, those that are strong and far apart first, from the one on that the name points to. */
function preferredColors(product: string): string[] {
	const strong = PRODUCT_COLORS.slice(0, STRONG_COLOR_COUNT);
	const first = Buffer.from(hashOf(product), 'base64url').readUInt16BE() % STRONG_COLOR_COUNT;
	return [
		...strong.slice(first),
		...strong.slice(0, first),
		...PRODUCT_COLORS.slice(STRONG_COLOR_COUNT),
	];
}
