import { shortSeriesName } from '../chart/legend';
import { seriesColorsOf, type StackedBars } from '../chart/stackedBars';
import { stackedBarsSvg } from '../chart/stackedBarsSvg';
import { escapeMarkup } from '../../core/markup';
import { PAGE_CHART_FORMATS, STYLE_SHEET } from './pageStyle';
import type { Table, TableRow } from './currencyTables';
import type { CurrencyStatement, Fact, Statement } from './statement';

/** Nothing is loaded, nothing runs, nothing is sent: whatever a product is called. */
const CONTENT_SECURITY_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Longer tables are folded up; the chart shows what is in them. */
const MAX_UNFOLDED_ROWS = { days: 31, hours: 12 };

/** The report as one page that needs nothing from elsewhere; `charts` holds those of each currency. */
export function htmlPage(statement: Statement, charts: Map<string, StackedBars[]>): string {
	const title = escapeMarkup(statement.title);
	return [
		'<!doctype html>',
		'<html lang="en"><head><meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width,initial-scale=1">',
		'<meta name="color-scheme" content="light dark">',
		`<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`,
		`<title>${title}</title><style>${STYLE_SHEET}</style></head><body><main>`,
		`<header><h1>${title}</h1>${headerParagraphs(statement)}</header>`,
		...statement.currencies.map((one, index) =>
			currencySection(one, index + 1, charts.get(one.currency) ?? []),
		),
		'</main></body></html>',
	].join('\n');
}

function headerParagraphs({ spanWithZone, comparison, incomplete, total }: Statement): string {
	const note = incomplete === '' ? '' : `<p><strong>${escapeMarkup(incomplete)}</strong></p>`;
	const sum = total === '' ? '' : `<p class="total">${escapeMarkup(total)}</p>`;
	return `<p>${escapeMarkup(`${spanWithZone}. ${comparison}`.trim())}</p>${note}${sum}`;
}

function currencySection(
	statement: CurrencyStatement,
	number: number,
	charts: StackedBars[],
): string {
	const { name, meaning, isMinor, hasSpend, models, labels, days, hours } = statement;
	const title = escapeMarkup(`${name.charAt(0).toUpperCase()}${name.slice(1)}`);
	const figures = charts.map((chart, index) => chartFigure(chart, `${number}-${index + 1}`));
	const tables = [
		...[models, labels].map((table) => (table ? tableHtml(table, 'products') : '')),
		timeTable(days, MAX_UNFOLDED_ROWS.days),
		timeTable(hours, MAX_UNFOLDED_ROWS.hours),
	];
	const why = [
		listHtml('What changed most', statement.movers),
		listHtml('Budget and forecast', statement.budget),
		listHtml('Unusual days', statement.unusual),
	];
	const facts = factList([...statement.money, ...statement.counts]);
	const drawn = hasSpend ? figures : [];
	const content = isMinor
		? [facts, ...why, foldedHtml(`Details in ${name}`, [...drawn, ...tables].join('\n'))]
		: ['<div class="overview"><div>', facts, ...why, '</div>', ...drawn, '</div>', ...tables];
	return [
		`<section aria-labelledby="currency-${number}">`,
		`<h2 id="currency-${number}"><bdi>${title}</bdi></h2>`,
		...(meaning === '' ? [] : [`<p class="note">${escapeMarkup(meaning)}</p>`]),
		...content,
		'</section>',
	]
		.filter((html) => html !== '')
		.join('\n');
}

function listHtml(title: string, lines: string[]): string {
	const items = lines.map((line) => `<li>${escapeMarkup(line)}</li>`);
	return items.length === 0 ? '' : `<h3>${title}</h3><ul>${items.join('')}</ul>`;
}

function foldedHtml(summary: string, content: string): string {
	return `<details><summary>${escapeMarkup(summary)}</summary>${content}</details>`;
}

function timeTable(table: Table | undefined, mostUnfolded: number): string {
	if (table === undefined) return '';
	const rows = table.groups.flatMap((group) => group.rows).length;
	const columns = `<div class="columns">${tableHtml(table)}</div>`;
	const size = `${table.caption} (${rows} ${table.heads[0]?.toLowerCase()}s)`;
	return rows > mostUnfolded ? foldedHtml(size, columns) : columns;
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

/** A chart twice, as it suits a wide and a narrow screen; the style sheet shows one of the two. */
function chartFigure(chart: StackedBars, id: string): string {
	const drawn = Object.entries(PAGE_CHART_FORMATS).map(([name, sheet]) => {
		const svg = stackedBarsSvg(chart, sheet, `chart-${id}-${name}`);
		return `<div class="${name}">${svg}</div>`;
	});
	return `<figure>${legendList(chart)}${drawn.join('\n')}</figure>`;
}

/** A table with a caption, a head for each row and column, and a last row with the sums. All texts are escaped here. */
function tableHtml({ caption, note, heads, groups, total }: Table, className = ''): string {
	const columns = heads.slice(1).map(escapeMarkup);
	const bodies = groups.map(({ head, rows }) =>
		[
			'<tbody>',
			...(head === undefined ? [] : [groupHeadHtml(head, heads.length)]),
			...rows.map((row) => rowHtml(row, columns)),
			'</tbody>',
		].join('\n'),
	);
	const notes = note === undefined ? '' : ` <span class="note">${escapeMarkup(note)}</span>`;
	return [
		`<table class="${className}"><caption>${escapeMarkup(caption)}${notes}</caption>`,
		`<thead><tr>${heads.map((one) => `<th scope="col">${escapeMarkup(one)}</th>`).join('')}</tr></thead>`,
		...bodies,
		`<tfoot>${rowHtml({ name: 'Total', cells: total }, columns)}</tfoot></table>`,
	].join('\n');
}

function groupHeadHtml(text: string, width: number): string {
	return `<tr class="day"><th scope="rowgroup" colspan="${width}">${escapeMarkup(text)}</th></tr>`;
}

/** A name may be written from right to left, and must not turn its neighbours round. */
function rowHtml({ name, small, isPart, cells }: TableRow, words: string[]): string {
	const tds = cells.map(
		(cell, index) => `<td data-label="${words[index] ?? ''}">${escapeMarkup(cell)}</td>`,
	);
	const below = small === undefined ? '' : ` <small><bdi>${escapeMarkup(small)}</bdi></small>`;
	const look = isPart ? ' class="part"' : '';
	return `<tr${look}><th scope="row"><bdi>${escapeMarkup(name)}</bdi>${below}</th>${tds.join('')}</tr>`;
}
