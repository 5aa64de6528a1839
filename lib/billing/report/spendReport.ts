import { KNOWN_CURRENCIES, type Amount } from '../amount';
import { type ReportPeriods, localIsoText, type TimeSpan } from '../period';
import type { RequestCounts, SpendTally } from '../tally';
import { anomaliesOf, type Anomaly } from './anomalies';
import { moversOf, type Mover } from './movers';
import { BUDGET_CURRENCY, budgetOfSpan, budgetShare } from './budget';
import { outlookOf, type CurrencySummary } from './outlook';
import type { ProductName } from './productNames';
import {
	currenciesOf,
	intervalRows,
	labelRows,
	modelRows,
	productRows,
	totalsOf,
	type ComparedTallies,
	type IntervalRow,
	type LabelRow,
	type ModelRow,
	type ProductRow,
} from './reportRows';

export interface ReportOptions {
	label: string;
	periods: ReportPeriods;
	zone: string;
	currency?: string;
	top: number;
	names?: Map<string, ProductName>;
	/** Which of `product`, `costLabel`, `day` and `hour` have rows. */
	groups: Set<string>;
	monthlyBudget?: Amount;
	/** Whether all charges of the period are recorded; true if left out. */
	complete?: boolean;
}

/** The report as data, with exact amounts. */
export interface SpendReport extends RequestCounts {
	period: { label: string; timeZone: string; start: string; end: string };
	/** False for a period that is still running, or ended so lately that charges may still be recorded. */
	complete: boolean;
	comparedWith: { start: string; end: string } | null;
	/** Those that had any entry in either period. */
	currencies: string[];
	entries: number;
	totals: Record<string, CurrencySummary>;
	/** What changed most since the period before. */
	movers: Mover[];
	/** The days that stand out; empty in a period of less than a week. */
	anomalies: Anomaly[];
	byModel?: ModelRow[];
	byProduct?: ProductRow[];
	byCostLabel?: LabelRow[];
	byDay?: Array<Omit<IntervalRow, 'slot'> & { day: string }>;
	byHour?: Array<Omit<IntervalRow, 'slot'> & { hour: string }>;
}

export interface ReportTallies extends ComparedTallies {
	/** The same with labels in the place of products. */
	byLabel?: ComparedTallies;
	/** By hour: what a forecast rests on. */
	recent?: SpendTally;
}

/** The report as data. Requests are counted over all currencies; money stands for each currency on its own. */
export function spendReport(tallies: ReportTallies, options: ReportOptions): SpendReport {
	const { label, periods, zone, currency, top, names, groups } = options;
	const currencies = currenciesOf(tallies, currency ?? 'USD');
	const reportedCurrencies =
		currency === undefined ? [...new Set([...KNOWN_CURRENCIES, ...currencies])] : currencies;
	const ends = ({ start, end }: TimeSpan) => ({
		start: localIsoText(start, zone),
		end: localIsoText(end, zone),
	});
	const rowsPer = (unit: 'day' | 'hour') =>
		currencies.flatMap((one) => intervalRows(tallies.current, one, periods.current, zone, unit));
	const rowsOf = <T>(rows: (currency: string) => T[]) => currencies.flatMap(rows);
	const { byLabel } = tallies;
	return {
		period: { label, timeZone: zone, ...ends(periods.current) },
		complete: options.complete ?? true,
		comparedWith: tallies.before ? ends(periods.before) : null,
		currencies,
		entries: tallies.current.entryCount,
		...tallies.current.allCounts,
		totals: Object.fromEntries(
			reportedCurrencies.map((one) => [one, summaryOf(tallies, one, options)]),
		),
		movers: rowsOf((one) => moversOf(tallies, one, names)),
		anomalies: rowsOf((one) => anomaliesOf(tallies, one, periods.current, zone)),
		...(groups.has('product') && {
			byModel: rowsOf((one) => modelRows(tallies, one, top, names)),
			byProduct: rowsOf((one) => productRows(tallies, one, top, names)),
		}),
		...(byLabel && { byCostLabel: rowsOf((one) => labelRows(byLabel, one, top)) }),
		...(groups.has('day') && {
			byDay: rowsPer('day').map(({ slot, ...row }) => ({ day: slot, ...row })),
		}),
		...(groups.has('hour') && {
			byHour: rowsPer('hour').map(({ slot, ...row }) => ({ hour: slot, ...row })),
		}),
	};
}

/** What a currency came to, how it stands against its budget, and what it comes to at the end of a running month. */
function summaryOf(
	tallies: ReportTallies,
	currency: string,
	{ periods: { current, whole: span = current }, zone, monthlyBudget }: ReportOptions,
): CurrencySummary {
	const totals = totalsOf(tallies, currency);
	const days = intervalRows(tallies.current, currency, current, zone, 'day');
	const budget =
		monthlyBudget !== undefined && currency === BUDGET_CURRENCY
			? budgetShare(
					budgetOfSpan(monthlyBudget, span, zone),
					days,
					tallies.current.currencies.keys(),
				)
			: undefined;
	const { recent } = tallies;
	const outlook = recent && {
		...{ recent: [recent], currency, span, zone, used: totals.net, now: current.end },
		...{ budget: budget?.budget, complete: budget?.complete ?? true },
	};
	return { ...totals, ...(budget && { budget }), ...(outlook && { forecast: outlookOf(outlook) }) };
}
