import { markupEscaped } from '../../core/markup';
import { amountOf, ZERO, type Amount } from '../amount';
import { roundedParts, roundedText } from '../roundedText';
import { changeText, othersText, productName } from './lines';
import { moneyColumns, tableHtml, type Column, type Row, type Table } from './pageTable';
import type { ProductRow, CurrencyTotals } from './report';
import type { SpendReport } from './spendReport';
import { readableDay, readableHours } from './times';
import { currencyWords, oneLine, readableCount } from './words';

/** One currency of a report, and the places that all its amounts have. */
export interface ReportCurrency {
	report: SpendReport;
	currency: string;
	totals: CurrencyTotals;
	places: number;
}

const LONGEST_NAME = 120;
/** Longer lists are folded up; the chart shows what is in them. */
const [MOST_DAYS, MOST_HOURS] = [31, 12];

/** The products with the highest spend, and the others in one row; nothing when none were asked for. */
export function productTable({ report, currency, totals, places }: ReportCurrency): string {
	const rows = ofCurrency(report.byProduct, currency);
	if (rows.length === 0) return '';
	const names = rows.map((row) => oneLine(productName(row), LONGEST_NAME) || '(no name)');
	const columns = [
		...moneyColumns(rows, totals, places),
		shareColumn(rows),
		{ head: 'Calls', cells: rows.map(({ calls }) => (calls === null ? '' : readableCount(calls))) },
		...(totals.change === null
			? []
			: [{ head: 'Change', cells: rows.map((row) => changeOf(row, places)) }]),
	];
	return tableHtml({
		caption: `Products in ${currencyWords(currency)}`,
		note: 'A call that is charged for several products counts for each of them.',
		className: 'products',
		head: 'Product',
		groups: [{ rows: withProducts(rowsOf(names, columns), rows) }],
		columns,
	});
}

/** The product as the history names it, small below a readable name. */
function withProducts(lines: Row[], rows: ProductRow[]): Row[] {
	return lines.map((line, index) => {
		const { product = null, name = null } = rows[index] ?? {};
		const isNamed = product !== null && name !== null && name !== product;
		return isNamed ? { ...line, small: oneLine(product, LONGEST_NAME) } : line;
	});
}

/** The same for cost labels. */
export function labelTable(part: ReportCurrency): string {
	const { report, currency, totals, places } = part;
	const rows = ofCurrency(report.byCostLabel, currency);
	if (rows.length === 0) return '';
	const names = rows.map(({ costLabel, labels }) =>
		costLabel === null ? othersText(labels) : oneLine(costLabel, LONGEST_NAME),
	);
	const columns = [...moneyColumns(rows, totals, places), shareColumn(rows)];
	return tableHtml({
		caption: `Cost labels in ${currencyWords(currency)}`,
		className: 'products',
		head: 'Cost label',
		groups: [{ rows: rowsOf(names, columns) }],
		columns,
	});
}

/** Every day of the period, where it has more than one. */
export function dayTable({ report, currency, totals, places }: ReportCurrency): string {
	const rows = ofCurrency(report.byDay, currency);
	if (rows.length < 2) return '';
	const columns = [...moneyColumns(rows, totals, places), callsColumn(rows, totals)];
	const names = rows.map(({ day }) => readableDay(day));
	const table = {
		caption: `Days in ${currencyWords(currency)}`,
		head: 'Day',
		groups: [{ rows: rowsOf(names, columns) }],
		columns,
	};
	return rows.length > MOST_DAYS ? folded(table, `${rows.length} days`) : columnsHtml(table);
}

/** The hours with usage, day by day. */
export function hourTable({ report, currency, totals, places }: ReportCurrency): string {
	const rows = ofCurrency(report.byHour, currency).filter(({ entries }) => entries > 0);
	if (rows.length === 0) return '';
	const columns = [...moneyColumns(rows, totals, places), callsColumn(rows, totals)];
	const all = ofCurrency(report.byHour, currency).map(({ hour }) => hour);
	const words = new Map(readableHours(all).map((text, index) => [all[index], text]));
	const lines = rowsOf(
		rows.map(({ hour }) => words.get(hour) ?? hour),
		columns,
	);
	const days = [...new Set(rows.map(({ hour }) => hour.slice(0, 10)))];
	const groups = days.map((day) => ({
		head: readableDay(day),
		rows: lines.filter((_, index) => rows[index]?.hour.startsWith(day)),
	}));
	const table = {
		caption: `Hours in ${currencyWords(currency)}`,
		note: 'Hours without usage are not shown.',
		head: 'Hour',
		groups,
		columns,
	};
	return rows.length > MOST_HOURS ? folded(table, `${rows.length} hours`) : columnsHtml(table);
}

function columnsHtml(table: Table): string {
	return `<div class="columns">${tableHtml(table)}</div>`;
}

function folded(table: Table, size: string): string {
	const summary = markupEscaped(`${table.caption} (${size})`);
	return `<details><summary>${summary}</summary>${columnsHtml(table)}</details>`;
}

function ofCurrency<T extends { currency: string }>(rows: T[] = [], currency: string): T[] {
	return rows.filter((row) => row.currency === currency);
}

function rowsOf(names: string[], columns: Column[]): Row[] {
	return names.map((name, index) => ({
		name,
		cells: columns.map(({ cells }) => cells[index] ?? ''),
	}));
}

function callsColumn(rows: Array<{ calls: number }>, { calls }: CurrencyTotals): Column {
	const cells = rows.map((row) => readableCount(row.calls));
	return { head: 'Calls', cells, total: readableCount(calls) };
}

function shareColumn(rows: Array<Pick<ProductRow, 'exact'>>): Column {
	const spend = rows.map(({ exact }) => amountOf(exact.spend, 'amount'));
	const total = spend.reduce((sum, one) => sum.plus(one), ZERO);
	if (total.eq(0)) return { head: 'Share', cells: [] };
	const shares = roundedParts(
		spend.map((one) => one.times(100).div(total)),
		1,
	);
	return {
		head: 'Share',
		cells: shares.map((one, index) => `${roundedText(one, spend[index] ?? ZERO, 1)}%`),
		total: '100.0%',
	};
}

function changeOf({ change }: ProductRow, places: number): string {
	if (change === null) return '';
	const exact: Amount = amountOf(change.exact, 'amount');
	return exact.eq(0) ? '0' : changeText(exact.round(places), exact, places);
}
