import { stackedBarsSvg } from '../../../../lib/billing/chart/stackedBarsSvg';
import { usageChargeOf, type UsageEntry } from '../../../../lib/billing/usageEntry';
import { spendChart } from '../../../../lib/billing/report/reportCharts';
import { htmlPage } from '../../../../lib/billing/report/htmlPage';
import { PAGE_CHART_FORMATS } from '../../../../lib/billing/report/pageStyle';
import { slackBlocks, slackText } from '../../../../lib/billing/report/slack';
import { spendReport } from '../../../../lib/billing/report/spendReport';
import { statementOf } from '../../../../lib/billing/report/statement';
import { createIntervalNamer } from '../../../../lib/billing/period';
import { SpendTally } from '../../../../lib/billing/tally';
import { attempt, must } from '../fuzzer';

const DAY = 86_400_000;
const SPAN = {
	start: Date.parse('2026-03-01T00:00:00Z'),
	end: Date.parse('2026-03-01T00:00:00Z') + 2 * DAY,
};
const PERIODS = { current: SPAN, before: { start: SPAN.start - DAY, end: SPAN.start } };

/** The report of some entries in every form, in which nothing that the service wrote may be mark-up. Whether there was one. */
export async function reported(entries: UsageEntry[], zone: string): Promise<boolean> {
	const { value: forms } = await attempt(() => formsOf(entries, zone));
	if (forms === undefined) return false;
	const { html, svgs, slack } = forms;
	must(!html.includes('<x-planted'), 'no product is mark-up in a page');
	must(!svgs.some((svg) => svg.includes('<x-planted')), 'nor in a chart');
	must(!/<[!@#h]/.test(slack), 'no product is a mention or a link in Slack');
	return true;
}

function formsOf(entries: UsageEntry[], zone: string) {
	const tally = new SpendTally(createIntervalNamer(zone, 'hour'));
	for (const entry of entries) tally.add(usageChargeOf(entry));
	const options = { label: 'Test', periods: PERIODS, zone, top: 2 };
	const groups = new Set(['product', 'day', 'hour']);
	const report = spendReport({ current: tally, before: new SpendTally() }, { ...options, groups });
	const words = { title: 'Test', subtitle: '', money: 'USD', series: 2, places: 4 };
	const charts = new Map(
		report.currencies.map((currency) => [
			currency,
			[spendChart(tally, { currency, span: SPAN, zone, unit: 'day', ...words })],
		]),
	);
	const statement = statementOf(report);
	return {
		report,
		html: htmlPage(statement, charts),
		svgs: [...charts.values()]
			.flat()
			.map((chart) => stackedBarsSvg(chart, PAGE_CHART_FORMATS.wide, 'chart')),
		slack: slackText(statement) + JSON.stringify(slackBlocks(statement)),
	};
}
