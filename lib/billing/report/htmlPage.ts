import { shortSeriesName } from '../chart/legend';
import { seriesColorsOf, type StackedBars } from '../chart/stackedBars';
import { stackedBarsSvg } from '../chart/stackedBarsSvg';
import { escapeMarkup } from '../../core/markup';
import { anomalyText, factsOf, incompleteText, mainAmount, type Fact } from './factTexts';
import { PAGE_CHART_FORMATS, STYLE_SHEET } from './pageStyle';
import { dayTable, hourTable, labelTable, productTable } from './currencyTables';
import { combinedSpendText, currencyLines, isMinorCurrency } from './severalCurrencies';
import type { SpendReport } from './spendReport';
import { readableTimeRange } from './times';
import { placesForTotal, readableCurrency } from './formatting';

/** Nothing is loaded, nothing runs, nothing is sent: whatever a product is called. */
const CONTENT_SECURITY_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The report as one page that needs nothing from elsewhere; `charts` holds the chart of each currency. */
export function htmlPage(report: SpendReport, charts: Map<string, StackedBars>): string {
	const title = escapeMarkup(`Spend: ${report.period.label}`);
	return [
		'<!doctype html>',
		'<html lang="en"><head><meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width,initial-scale=1">',
		'<meta name="color-scheme" content="light dark">',
		`<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`,
		`<title>${title}</title><style>${STYLE_SHEET}</style></head><body><main>`,
		`<header><h1>${title}</h1>${periodParagraphs(report)}</header>`,
		...report.currencies.map((currency, index) =>
			currencySection(report, currency, index + 1, charts),
		),
		'</main></body></html>',
	].join('\n');
}

function periodParagraphs(report: SpendReport): string {
	const { period, comparedWith } = report;
	const text = ({ start, end }: { start: string; end: string }) =>
		escapeMarkup(
			readableTimeRange({ start: Date.parse(start), end: Date.parse(end) }, period.timeZone),
		);
	const zone = escapeMarkup(period.timeZone);
	const before = comparedWith === null ? '' : ` Compared with ${text(comparedWith)}.`;
	const incomplete = incompleteText(report);
	const note = incomplete === '' ? '' : `<p><strong>${escapeMarkup(incomplete)}</strong></p>`;
	const together = combinedSpendText(report);
	const sum = together === '' ? '' : `<p>${escapeMarkup(together)}.</p>`;
	return `<p>${text(period)}.${before} All times are in the time zone ${zone}.</p>${note}${sum}${currencyList(report)}`;
}

/** Why there are several sections, where there are. */
function currencyList(report: SpendReport): string {
	const lines = currencyLines(report);
	if (lines.length === 0) return '';
	const items = lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('');
	return `<p>The service charged in ${lines.length} currencies. Each has a section of its own:</p><ul>${items}</ul>`;
}

function currencySection(
	report: SpendReport,
	currency: string,
	number: number,
	charts: Map<string, StackedBars>,
): string {
	const totals = report.totals[currency];
	if (totals === undefined) return '';
	const chart = charts.get(currency);
	const places = placesForTotal(mainAmount(totals));
	const sectionData = { report, currency, totals, places };
	const name = readableCurrency(currency);
	const title = escapeMarkup(`${name.charAt(0).toUpperCase()}${name.slice(1)}`);
	const facts = factList(factsOf(currency, totals, places));
	const hasChart = chart !== undefined && totals.exact.spend !== '0';
	const figure = hasChart ? chartFigure(chart, number) : '';
	const tables = [
		productTable(sectionData),
		labelTable(sectionData),
		dayTable(sectionData),
		hourTable(sectionData),
	];
	const unusual = anomalyList(report, currency);
	const content = isMinorCurrency(report, currency)
		? [
				facts,
				unusual,
				`<details><summary>Details in ${escapeMarkup(name)}</summary>`,
				figure,
				...tables,
				'</details>',
			]
		: ['<div class="overview">', facts, figure, '</div>', unusual, ...tables];
	return [
		`<section aria-labelledby="currency-${number}">`,
		`<h2 id="currency-${number}"><bdi>${title}</bdi></h2>`,
		...content,
		'</section>',
	]
		.filter((html) => html !== '')
		.join('\n');
}

function anomalyList({ anomalies }: SpendReport, currency: string): string {
	const items = anomalies
		.filter((one) => one.currency === currency)
		.map((one) => `<li>${escapeMarkup(anomalyText(one))}</li>`);
	return items.length === 0 ? '' : `<h3>Unusual days</h3><ul>${items.join('')}</ul>`;
}

function factList(facts: Fact[]): string {
	const items = facts.map(
		([name, value]) => `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`,
	);
	// No card stands alone in its row.
	const columns = facts.length > 5 ? Math.ceil(facts.length / 2) : facts.length;
	return `<dl style="--columns:${columns}">${items.join('')}</dl>`;
}

/** The legend as a list, which breaks its lines wherever a screen ends. */
function legendList(chart: StackedBars): string {
	const { series, limit } = chart;
	const colors = seriesColorsOf(chart);
	const marks = series.map((name, index) =>
		legendEntryHtml(`style="background:${colors[index]}"`, name),
	);
	const line = limit === undefined ? [] : [legendEntryHtml('class="dash"', limit.name)];
	return `<ul class="series">${[...marks, ...line].join('')}</ul>`;
}

function legendEntryHtml(look: string, name: string): string {
	return `<li><span ${look}></span><bdi>${escapeMarkup(shortSeriesName(name))}</bdi></li>`;
}

/** The chart twice, as it suits a wide and a narrow screen; the style sheet shows one of the two. */
function chartFigure(chart: StackedBars, number: number): string {
	const drawn = Object.entries(PAGE_CHART_FORMATS).map(([name, sheet]) => {
		const svg = stackedBarsSvg(chart, sheet, `chart-${number}-${name}`);
		return `<div class="${name}">${svg}</div>`;
	});
	return `<figure>${legendList(chart)}${drawn.join('\n')}</figure>`;
}
