import { KNOWN_CURRENCIES } from '../amount';
import type { ReportPeriods } from '../period';
import type { RequestCounts } from '../recentRequests';
import { localIsoText, type TimeSpan } from '../intervals';
import { anomaliesOf, type Anomaly } from './anomalies';
import {
	BUDGET_CURRENCY,
	budgetShare,
	monthAheadOf,
	outlookOf,
	type MonthlyBudget,
	type CurrencySummary,
} from './outlook';
import {
	labelRows,
	currenciesOf,
	productRows,
	intervalRows,
	totalsOf,
	type LabelRow,
	type ProductRow,
	type IntervalRow,
	type ComparedTallies,
} from './reportRows';

export interface ReportOptions {
	label: string;
	periods: ReportPeriods;
	zone: string;
	/** The only currency that was asked for, if there is one. */
	currency?: string;
	top: number;
	names?: Map<string, string>;
	/** Which of `product`, `costLabel`, `day` and `hour` have rows. */
	groups: Set<string>;
	budget?: MonthlyBudget;
	/** Whether all charges of the period are recorded; true if left out. */
	complete?: boolean;
}

export interface SpendReport extends RequestCounts {
	period: { label: string; timeZone: string; start: string; end: string };
	/** False for a period that is still running, or ended so lately that charges may still be recorded. */
	complete: boolean;
	comparedWith: { start: string; end: string } | null;
	/** Those that had any entry in either period. */
	currencies: string[];
	entries: number;
	totals: Record<string, CurrencySummary>;
	/** The days that stand out; empty in a period of less than a week. */
	anomalies: Anomaly[];
	byProduct?: ProductRow[];
	byCostLabel?: LabelRow[];
	byDay?: Array<Omit<IntervalRow, 'slot'> & { day: string }>;
	byHour?: Array<Omit<IntervalRow, 'slot'> & { hour: string }>;
}

/** The report as data. Requests are counted over all currencies; money stands for each currency on its own. */
export function spendReport(
	tallies: ComparedTallies & { byLabel?: ComparedTallies },
	options: ReportOptions,
): SpendReport {
	const { label, periods, zone, currency, top } = options;
	const currencies = currenciesOf(tallies, currency ?? 'USD');
	const reportedCurrencies =
		currency === undefined ? [...new Set([...KNOWN_CURRENCIES, ...currencies])] : currencies;
	const ends = ({ start, end }: TimeSpan) => ({
		start: localIsoText(start, zone),
		end: localIsoText(end, zone),
	});
	const rowsPer = (unit: 'day' | 'hour') =>
		currencies.flatMap((one) => intervalRows(tallies, one, periods, zone, unit));
	return {
		period: { label, timeZone: zone, ...ends(periods.current) },
		complete: options.complete ?? true,
		comparedWith: tallies.before ? ends(periods.before) : null,
		currencies,
		entries: tallies.current.entryCount,
		...tallies.current.allCounts,
		totals: Object.fromEntries(
			reportedCurrencies.map((one) => [
				one,
				{ ...totalsOf(tallies, one), ...outlookFields(tallies, one, options) },
			]),
		),
		anomalies: currencies.flatMap((one) => anomaliesOf(tallies, one, periods.current, zone)),
		...(options.groups.has('product')
			? { byProduct: currencies.flatMap((one) => productRows(tallies, one, top, options.names)) }
			: {}),
		...(tallies.byLabel ? { byCostLabel: labelRowsOf(tallies.byLabel, currencies, top) } : {}),
		...(options.groups.has('day')
			? { byDay: rowsPer('day').map(({ slot, ...row }) => ({ day: slot, ...row })) }
			: {}),
		...(options.groups.has('hour')
			? { byHour: rowsPer('hour').map(({ slot, ...row }) => ({ hour: slot, ...row })) }
			: {}),
	};
}

/** How a currency stands against its budget, and what it comes to at the end of a running period. */
function outlookFields(
	tallies: ComparedTallies,
	currency: string,
	{ periods, zone, budget: monthly, complete = true }: ReportOptions,
): Pick<CurrencySummary, 'budget' | 'forecast' | 'monthAhead'> {
	const budget =
		monthly !== undefined && currency === BUDGET_CURRENCY
			? budgetShare(tallies, periods, monthly)
			: undefined;
	const expected = outlookOf(tallies, currency, periods, zone, budget);
	const monthAhead = complete ? monthAheadOf(tallies, currency, periods, zone) : undefined;
	return {
		...(budget && { budget }),
		...(expected && { forecast: expected }),
		...(monthAhead && { monthAhead }),
	};
}

function labelRowsOf(tallies: ComparedTallies, currencies: string[], top: number): LabelRow[] {
	return currencies.flatMap((currency) => labelRows(tallies, currency, top));
}
