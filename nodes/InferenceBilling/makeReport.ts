import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import { clock } from '../../lib/core/clock';
import type { StackedBars } from '../../lib/billing/chart/stackedBars';
import { stackedBarsPng } from '../../lib/billing/chart/stackedBarsPng';
import { wireText } from '../../lib/core/wireText';
import { itemNumber } from '../../lib/files/fileName';
import { storeBinary } from '../../lib/files/outputFile';
import { loadModelsOnce } from '../../lib/models/fetchModel';
import type { Item } from '../../lib/run/item';
import type { Prepare, RunMemory, SendRequest } from '../../lib/wire/send';
import { isFullyRecorded, intervalNamesWithin } from '../../lib/billing/period';
import { htmlPage } from '../../lib/billing/report/htmlPage';
import { withNumbers } from '../../lib/billing/report/money';
import { readableProductNames, type ProductName } from '../../lib/billing/report/productNames';
import type { ComparedTallies } from '../../lib/billing/report/reportRows';
import { chartsOfReport } from '../../lib/billing/report/reportCharts';
import { slackBlocks, slackText } from '../../lib/billing/report/slack';
import { spendReport } from '../../lib/billing/report/spendReport';
import { statementOf, type Statement } from '../../lib/billing/report/statement';
import { datesOfSpan } from '../../lib/billing/report/times';
import { wholeCurrency } from '../../lib/billing/tally';
import { answerDate } from '../../lib/core/serviceTime';
import { fetchServiceFigures } from './analytics';
import { storeFocusFile } from './historyFile';
import { readReportSettings, type ReportSettings } from './reportSettings';
import { readMaxPages, tallyPeriods, type HistorySource } from './walkCharges';

/** Refuses settings that cannot be met, before anything is sent. */
export const checkReport: Prepare = function () {
	readReportSettings(this, clock.now());
};

/** Walks the history of the period once, and returns the report as one item. */
export async function makeReport(item: Item): Promise<INodeExecutionData[]> {
	const { context, request, run, send } = item;
	const settings = readReportSettings(context, clock.now());
	const { label, zone, periods, currency, compare, top, groups, monthlyBudget } = settings;
	const labels = groups.has('costLabel') ? settings.labels : undefined;
	const { current } = periods;
	const days = intervalNamesWithin(current, zone, 'day').length;
	const unit = groups.has('hour') || days <= 2 ? 'hour' : 'day';
	const scope = { currency, zone, unit, compare, labels } as const;
	let began = clock.now();
	const timed: SendRequest = async (...call) => {
		const answer = await send(...call);
		began = Math.min(began, answerDate(answer) ?? began);
		return answer;
	};
	const source = { request, send: timed, run, mostPages: readMaxPages(context) };
	const tallies = await tallyPeriods(source, periods, scope);
	const figures = await fetchServiceFigures(item, current, groups);
	const complete = isFullyRecorded(current, began);
	const wanted = { label, periods, zone, currency, top, groups, monthlyBudget, complete };
	const names = labels === undefined ? await readProductNames(context, run, tallies) : undefined;
	const report = spendReport(tallies, { ...wanted, names });
	const statement = statementOf(report);
	const { current: stacked } = tallies.byLabel ?? tallies;
	const look = { periods, subtitle: statement.spanWithZone, zone, unit, names } as const;
	const charts = chartsOfReport(report, stacked, look);
	const files = await storeReportFiles(context, settings, statement, charts);
	await addFocusFile(context, source, settings, files);
	const { totals, ...others } = report;
	const json = {
		// The first columns of the table in the panel: the message in both forms that Slack takes.
		text: slackText(statement, files.pageName),
		blocks: slackBlocks(statement, files.pageName),
		totals,
		...others,
		...(figures === undefined ? {} : { serviceFigures: figures }),
		files: files.facts,
	};
	return [{ json: withNumbers(json) as IDataObject, binary: files.binary }];
}

/** A readable name for each product, from the list of models; none where there are no charges, or the list cannot be had. */
async function readProductNames(
	context: ItemContext,
	run: RunMemory,
	{ current, before }: ComparedTallies,
): Promise<Map<string, ProductName> | undefined> {
	const currencies = [current, before].flatMap((tally) => [...(tally?.currencies.values() ?? [])]);
	const products = new Set(currencies.flatMap((own) => [...wholeCurrency(own).products.keys()]));
	if (products.size === 0) return undefined;
	const { records } = await loadModelsOnce(context, run, 'all');
	const models = records.map(({ id, spec }) => ({ id, name: wireText(spec.name ?? '') }));
	return readableProductNames(products, models);
}

/** The charges of the period as a FOCUS file, beside the others, where it was asked for. */
async function addFocusFile(
	context: ItemContext,
	source: HistorySource,
	{ focusField: field, periods: { current }, currency, zone }: ReportSettings,
	files: ReportFiles,
): Promise<void> {
	// The service refuses a span without length.
	if (field === undefined || current.end <= current.start) return;
	const [startTimestamp, endTimestamp] = [current.start, current.end].map((at) =>
		new Date(at).toISOString(),
	);
	const qs = { startTimestamp, endTimestamp, ...(currency === undefined ? {} : { currency }) };
	const name = `focus-${datesOfSpan(current, zone)}${itemNumber(context)}.csv`;
	const spanSource = { ...source, request: { ...source.request, qs } };
	const { binary, facts } = await storeFocusFile(context, spanSource, name);
	files.binary[field] = binary;
	files.facts.push({ field, ...facts });
}

interface ReportFiles {
	binary: IBinaryKeyData;
	/** Of each file: its field, its currency when it is a chart, name, type and size. */
	facts: IDataObject[];
	/** Of the HTML report, where there is one. */
	pageName?: string;
}

/** The files that were asked for, in n8n's binary store: the charts of each currency, the first one in the field itself. */
async function storeReportFiles(
	context: ItemContext,
	{
		chartField,
		htmlField,
		periods: { current },
		zone,
	}: Pick<ReportSettings, 'chartField' | 'htmlField' | 'periods' | 'zone'>,
	statement: Statement,
	charts: Map<string, StackedBars[]>,
): Promise<ReportFiles> {
	const files: ReportFiles = { binary: {}, facts: [] };
	const stem = `spend-${datesOfSpan(current, zone)}${itemNumber(context)}`;
	const add = async (field: string, bytes: Buffer, name: string, type: string, more = {}) => {
		const { binary, facts } = await storeBinary(context, bytes, name, type);
		files.binary[field] = binary;
		files.facts.push({ field, ...more, ...facts });
	};
	if (chartField !== undefined) {
		const words = fileNameParts([...charts.keys()]);
		for (const [index, [currency, [ofDays, ofBudget]]] of [...charts].entries()) {
			const word = words.get(currency) ?? '';
			const field = index === 0 ? chartField : `${chartField}_${word}`;
			for (const [suffix, chart] of [
				['', ofDays],
				['budget', ofBudget],
			] as const) {
				if (chart === undefined) continue;
				const name = [stem, word, suffix].filter(Boolean).join('-');
				const bytes = await stackedBarsPng(chart);
				const chartFieldName = [field, suffix].filter(Boolean).join('_');
				await add(chartFieldName, bytes, `${name}.png`, 'image/png', { currency });
			}
		}
	}
	if (htmlField !== undefined) {
		files.pageName = `${stem}.html`;
		const page = Buffer.from(htmlPage(statement, charts));
		await add(htmlField, page, files.pageName, 'text/html');
	}
	return files;
}

/** Each currency as a part of a file name: whatever the service calls it, no path, and no two the same. */
function fileNameParts(currencies: string[]): Map<string, string> {
	const words = currencies.map((currency) => currency.replace(/[^\w-]/g, '_').slice(0, 40));
	return new Map(
		currencies.map((currency, index) => {
			const word = words[index] ?? '';
			return [currency, words.indexOf(word) < index ? `${word}_${index + 1}` : word];
		}),
	);
}
