import type { Amount } from '../../../../lib/billing/amount';
import { forecastBasis } from '../../../../lib/billing/report/pastSpend';
import type { StackedBars } from '../../../../lib/billing/chart/stackedBars';
import { usageChargeOf } from '../../../../lib/billing/usageEntry';
import {
	customPeriods,
	reportPeriods,
	type PeriodName,
	createIntervalNamer,
	intervalNamesWithin,
} from '../../../../lib/billing/period';
import { htmlPage } from '../../../../lib/billing/report/htmlPage';
import { chartsOfReport } from '../../../../lib/billing/report/reportCharts';
import type { ProductName } from '../../../../lib/billing/report/productNames';
import { spendReport, type SpendReport } from '../../../../lib/billing/report/spendReport';
import { statementOf, type Statement } from '../../../../lib/billing/report/statement';
import { SpendTally } from '../../../../lib/billing/tally';

export interface PageWish {
	/** Entries of the wire, in order of time. */
	entries: Iterable<object>;
	zone: string;
	period?: Exclude<PeriodName, 'custom'>;
	/** ISO 8601; the report is made at this time. */
	now: string;
	/** Days of a period that ends now, in place of one with a name. */
	days?: number;
	groups?: string[];
	top?: number;
	/** Of products that have a readable one. */
	names?: Map<string, ProductName>;
	monthlyBudget?: Amount;
	label?: string;
	/** Without the period before. */
	alone?: boolean;
	withoutCharts?: boolean;
}

/** A report and its page, made as the node makes them. */
export function madePage(wish: PageWish): {
	report: SpendReport;
	statement: Statement;
	charts: Map<string, StackedBars[]>;
	html: string;
} {
	const { entries, zone, now, period = 'yesterday', groups = ['product', 'day'], top = 10 } = wish;
	const end = Date.parse(now);
	const periods =
		wish.days === undefined
			? reportPeriods(period, end, zone)
			: customPeriods({ start: end - wish.days * 86_400_000, end }, zone);
	const { current, before } = periods;
	const tallies = {
		current: new SpendTally(createIntervalNamer(zone, 'hour')),
		...(wish.alone ? {} : { before: new SpendTally() }),
		...(periods.whole && { recent: new SpendTally(createIntervalNamer(zone, 'hour')) }),
	};
	const basis = forecastBasis(end, zone);
	for (const entry of entries) {
		const charge = usageChargeOf({ ...entry });
		const within = (span: typeof current) => charge.at >= span.start && charge.at < span.end;
		if (within(current)) tallies.current.add(charge);
		else if (within(before)) tallies.before?.add(charge);
		if (within(basis)) tallies.recent?.add(charge);
	}
	const { names, monthlyBudget, label = 'Yesterday' } = wish;
	const report = spendReport(tallies, {
		label,
		periods,
		zone,
		top,
		groups: new Set(groups),
		names,
		...(monthlyBudget && { monthlyBudget }),
	});
	const unit = intervalNamesWithin(current, zone, 'day').length <= 2 ? 'hour' : 'day';
	const look = { periods, subtitle: '', zone, unit, names } as const;
	const statement = statementOf(report);
	const charts = wish.withoutCharts ? new Map() : chartsOfReport(report, tallies.current, look);
	return { report, statement, charts, html: htmlPage(statement, charts) };
}
