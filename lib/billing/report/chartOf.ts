import type { StackedBars } from '../chart/stackedBars';
import { slotsWithin, type Span, type SlotUnit } from '../slots';
import { ranking, emptyGroup, grouped, sumOf, whole, NOTHING, type SpendTally } from '../tally';
import type { MonthlyBudget } from './outlook';
import { monthName } from './times';

/** More bars than this are not legible at the width of a chat. */
const MOST_DAYS = 62;

export interface ChartOptions {
	currency: string;
	span: Span;
	zone: string;
	/** Of the bars; the tally is made in this or in a smaller unit. */
	unit: SlotUnit;
	title: string;
	subtitle: string;
	/** What the amounts are counted in, in words. */
	money: string;
	/** How many products have a colour of their own. */
	series: number;
	/** What may be spent, drawn across the bars. */
	budget?: MonthlyBudget;
}

/** The spend of one currency as bars of a day each, stacked by product; hours where that is the unit, and months in a long period. */
export function chartOf(tally: SpendTally, options: ChartOptions): StackedBars {
	const { currency, span, zone, unit, title, subtitle, money } = options;
	const own = tally.currencies.get(currency);
	const slots = slotsWithin(span, zone, unit);
	const long = unit === 'day' && slots.length > MOST_DAYS;
	const length = long ? 'yyyy-mm'.length : unit === 'day' ? 'yyyy-mm-dd'.length : undefined;
	const nameOf = (slot: string) => slot.slice(0, length);
	const bars = grouped(own, nameOf);
	const { products } = whole(own);
	// One product alone is shown by its name, not as others.
	const shownSeries = products.size === options.series + 1 ? products.size : options.series;
	const { top, others } = ranking(products, shownSeries);
	const manyDays = new Set(slots.map((slot) => slot.slice(0, 10))).size > 1;
	return {
		title,
		subtitle,
		unit: money,
		series: [
			...top.map(({ product }) => product || '(no name)'),
			...(others > 0 ? ['Others'] : []),
		],
		...(options.budget && {
			limit: {
				name: `Budget per ${long ? 'month' : unit}`,
				values: budgets(options.budget, slots, unit, nameOf),
			},
		}),
		bars: [...new Set(slots.map(nameOf))].map((name) => {
			const group = bars.get(name) ?? emptyGroup();
			const shown = top.map(({ product }) => (group.products.get(product) ?? NOTHING).spend);
			const rest = shown.reduce((sum, spend) => sum.minus(spend), sumOf(group).spend);
			return {
				label: labelOf(name, manyDays),
				values: [...shown, ...(others > 0 ? [rest] : [])].map(Number),
			};
		}),
	};
}

/** The budget of each bar, in their order. */
function budgets(
	budget: MonthlyBudget,
	slots: string[],
	unit: SlotUnit,
	nameOf: (slot: string) => string,
): number[] {
	const sums = new Map<string, number>();
	for (const slot of slots) {
		const name = nameOf(slot);
		sums.set(name, (sums.get(name) ?? 0) + Number(budget.ofSlot(slot, unit)));
	}
	return [...sums.values()];
}

function labelOf(name: string, manyDays: boolean): string {
	const [, year, month, day, time] = /^(\d+)-(\d+)(?:-(\d+)(?:T([\d:]+))?)?/.exec(name) ?? [];
	const word = monthName(month ?? '');
	if (day === undefined) return `${word} ${year}`;
	const date = `${Number(day)} ${word}`;
	if (time === undefined) return date;
	return manyDays ? `${date} ${time}` : time;
}
