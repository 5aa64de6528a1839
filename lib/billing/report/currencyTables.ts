import { escapeMarkup } from '../../core/markup';
import { amountOf, ZERO, type Amount } from '../amount';
import { columnTexts } from '../roundedText';
import { changeText, othersText, productName } from './factTexts';
import {
	moneyColumns,
	tableHtml,
	type TableColumn,
	type TableRow,
	type HtmlTable,
} from './tableHtml';
import type { ProductRow, CurrencyTotals } from './reportRows';
import type { SpendReport } from './spendReport';
import { readableDay, readableHours } from './times';
import { readableCurrency, oneLine, readableCount } from './formatting';

/** One currency of a report, and the places that all its amounts have. */
export interface ReportCurrency {
	report: SpendReport;
	currency: string;
	totals: CurrencyTotals;
	places: number;
}

const MAX_NAME_LENGTH = 120;
/** Longer lists are folded up; the chart shows what is in them. */
const [MAX_UNFOLDED_DAYS, MAX_UNFOLDED_HOURS] = [31, 12];

/** The products with the highest spend, and the others in one row; nothing when none were asked for. */
export function productTable({ report, currency, totals, places }: ReportCurrency): string {
	const rows = rowsOfCurrency(report.byProduct, currency);
	if (rows.length === 0) return '';
	const names = rows.map((row) => oneLine(productName(row), MAX_NAME_LENGTH) || '(no name)');
	const columns = [
		...moneyColumns(rows, totals, places),
		shareColumn(rows),
		{ head: 'Calls', cells: rows.map(({ calls }) => (calls === null ? '' : readableCount(calls))) },
		...(totals.change === null
			? []
			: [{ head: 'Change', cells: rows.map((row) => changeCell(row, places)) }]),
	];
	return tableHtml({
		caption: `Products in ${readableCurrency(currency)}`,
		note: 'A call that is charged for several products counts for each of them.',
		className: 'products',
		head: 'Product',
		groups: [{ rows: withProducts(tableRowsOf(names, columns), rows) }],
		columns,
	});
}

/** The product as the history names it, small below a readable name. */
function withProducts(lines: TableRow[], rows: ProductRow[]): TableRow[] {
	return lines.map((line, index) => {
		const { product = null, name = null } = rows[index] ?? {};
		const isNamed = product !== null && name !== null && name !== product;
		return isNamed ? { ...line, small: oneLine(product, MAX_NAME_LENGTH) } : line;
	});
}

export function labelTable(part: ReportCurrency): string {
	const { report, currency, totals, places } = part;
	const rows = rowsOfCurrency(report.byCostLabel, currency);
	if (rows.length === 0) return '';
	const names = rows.map(({ costLabel, labels }) =>
		costLabel === null ? othersText(labels) : oneLine(costLabel, MAX_NAME_LENGTH),
	);
	const columns = [...moneyColumns(rows, totals, places), shareColumn(rows)];
	return tableHtml({
		caption: `Cost labels in ${readableCurrency(currency)}`,
		className: 'products',
		head: 'Cost label',
		groups: [{ rows: tableRowsOf(names, columns) }],
		columns,
	});
}

/** Every day of the period, where it has more than one. */
export function dayTable({ report, currency, totals, places }: ReportCurrency): string {
	const rows = rowsOfCurrency(report.byDay, currency);
	if (rows.length < 2) return '';
	const columns = [...moneyColumns(rows, totals, places), callsColumn(rows, totals)];
	const names = rows.map(({ day }) => readableDay(day));
	const table = {
		caption: `Days in ${readableCurrency(currency)}`,
		head: 'Day',
		groups: [{ rows: tableRowsOf(names, columns) }],
		columns,
	};
	return rows.length > MAX_UNFOLDED_DAYS
		? foldedTable(table, `${rows.length} days`)
		: tableInColumns(table);
}

export function hourTable({ report, currency, totals, places }: ReportCurrency): string {
	const rows = rowsOfCurrency(report.byHour, currency).filter(({ entries }) => entries > 0);
	if (rows.length === 0) return '';
	const columns = [...moneyColumns(rows, totals, places), callsColumn(rows, totals)];
	const all = rowsOfCurrency(report.byHour, currency).map(({ hour }) => hour);
	const words = new Map(readableHours(all).map((text, index) => [all[index], text]));
	const lines = tableRowsOf(
		rows.map(({ hour }) => words.get(hour) ?? hour),
		columns,
	);
	const days = [...new Set(rows.map(({ hour }) => hour.slice(0, 10)))];
	const groups = days.map((day) => ({
		head: readableDay(day),
		rows: lines.filter((_, index) => rows[index]?.hour.startsWith(day)),
	}));
	const table = {
		caption: `Hours in ${readableCurrency(currency)}`,
		note: 'Hours without usage are not shown.',
		head: 'Hour',
		groups,
		columns,
	};
	return rows.length > MAX_UNFOLDED_HOURS
		? foldedTable(table, `${rows.length} hours`)
		: tableInColumns(table);
}

function tableInColumns(table: HtmlTable): string {
	return `<div class="columns">${tableHtml(table)}</div>`;
}

function foldedTable(table: HtmlTable, size: string): string {
	const summary = escapeMarkup(`${table.caption} (${size})`);
	return `<details><summary>${summary}</summary>${tableInColumns(table)}</details>`;
}

function rowsOfCurrency<T extends { currency: string }>(rows: T[] = [], currency: string): T[] {
	return rows.filter((row) => row.currency === currency);
}

function tableRowsOf(names: string[], columns: TableColumn[]): TableRow[] {
	return names.map((name, index) => ({
		name,
		cells: columns.map(({ cells }) => cells[index] ?? ''),
	}));
}

function callsColumn(rows: Array<{ calls: number }>, { calls }: CurrencyTotals): TableColumn {
	const cells = rows.map((row) => readableCount(row.calls));
	return { head: 'Calls', cells, total: readableCount(calls) };
}

function shareColumn(rows: Array<Pick<ProductRow, 'exact'>>): TableColumn {
	const spend = rows.map(({ exact }) => amountOf(exact.spend, 'amount'));
	const total = spend.reduce((sum, one) => sum.plus(one), ZERO);
	if (total.eq(0)) return { head: 'Share', cells: [] };
	const shares = spend.map((one) => one.times(100).div(total));
	return {
		head: 'Share',
		cells: columnTexts(shares, 1).map((share) => `${share}%`),
		total: '100.0%',
	};
}

function changeCell({ change }: ProductRow, places: number): string {
	if (change === null) return '';
	const exact: Amount = amountOf(change.exact, 'amount');
	return exact.eq(0) ? '0' : changeText(exact.round(places), exact, places);
}
