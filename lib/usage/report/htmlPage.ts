import { factsOf, productName, shareText } from './lines';
import type { Money } from './moneyOf';
import type { SpendReport } from './spendReport';
import { currencyWords, readableAmount, readableChange, readableCount } from './words';

const STYLE = [
	'body{font:15px/1.5 system-ui,sans-serif;color:#1d1c1d;max-width:900px;margin:2em auto;padding:0 1em}',
	'table{border-collapse:collapse;width:100%;margin:.5em 0 1.5em}',
	'th,td{border-bottom:1px solid #ddd;padding:.35em .6em;text-align:right}',
	'th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere}',
	'img{max-width:100%}',
	'p{color:#555}',
].join('');

/** Text that is safe in HTML, in attributes too. */
export function htmlEscaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The report as one page that needs nothing from elsewhere; `charts` holds the SVG of each currency. */
export function htmlPage(report: SpendReport, span: string, charts: Map<string, string>): string {
	const title = htmlEscaped(`Spend: ${report.period.label}`);
	const parts = report.currencies.map((currency) => currencyPart(report, currency, charts));
	return [
		'<!doctype html>',
		'<html lang="en"><head><meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width,initial-scale=1">',
		`<title>${title}</title><style>${STYLE}</style></head><body>`,
		`<h1>${title}</h1><p>${htmlEscaped(span)}</p>`,
		...parts,
		'</body></html>',
	].join('\n');
}

function currencyPart(report: SpendReport, currency: string, charts: Map<string, string>): string {
	const totals = report.totals[currency];
	if (totals === undefined) return '';
	const words = currencyWords(currency);
	const svg = charts.get(currency);
	const own = <T extends { currency: string }>(rows: T[] = []) =>
		rows.filter((row) => row.currency === currency);
	const products = own(report.byProduct).map((row) => [
		productName(row),
		...money(row),
		shareText(row),
		row.calls === null ? '' : readableCount(row.calls),
		readableChange(row.change, currency),
	]);
	const slots = [
		...own(report.byDay).map((row) => [row.day, ...money(row), readableCount(row.calls)]),
		...own(report.byHour).map((row) => [row.hour, ...money(row), readableCount(row.calls)]),
	];
	const amounts = [`Spend (${words})`, `Refunds (${words})`];
	return [
		`<h2>${htmlEscaped(words)}</h2>`,
		table(['', ''], factsOf(currency, totals)),
		...(svg === undefined ? [] : [chart(svg, words)]),
		...(products.length === 0
			? []
			: [
					'<h3>Products</h3>',
					table(['Product', ...amounts, 'Share', 'Calls', 'Change'], products),
				]),
		...(slots.length === 0
			? []
			: ['<h3>Over Time</h3>', table(['Time', ...amounts, 'Calls'], slots)]),
	].join('\n');
}

function money({ exact }: Money): string[] {
	return [readableAmount(exact.spend), exact.refunds === '0' ? '' : readableAmount(exact.refunds)];
}

/** As a picture, in which nothing can run. */
function chart(svg: string, words: string): string {
	const data = Buffer.from(svg).toString('base64');
	return `<img alt="Spend in ${htmlEscaped(words)}" src="data:image/svg+xml;base64,${data}">`;
}

function table(head: string[], rows: string[][]): string {
	const cells = (tag: string, row: string[]) =>
		`<tr>${row.map((cell) => `<${tag}>${htmlEscaped(cell)}</${tag}>`).join('')}</tr>`;
	const top = head.every((cell) => cell === '') ? '' : `<thead>${cells('th', head)}</thead>`;
	return `<table>${top}<tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>`;
}
