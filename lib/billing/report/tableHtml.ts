import { escapeMarkup } from '../../core/markup';
import { amountOf } from '../amount';
import { columnTexts, roundedText } from '../roundedText';
import type { SpendAmounts } from './money';

export interface TableRow {
	name: string;
	/** What stands small below the name. */
	small?: string;
	cells: string[];
}

export interface HtmlTable {
	caption: string;
	/** What the reader has to know besides. */
	note?: string;
	className?: string;
	/** Of the first column. */
	head: string;
	/** Rows that belong together, under a head of their own where there is one. */
	groups: Array<{ head?: string; rows: TableRow[] }>;
	columns: TableColumn[];
}

/** A table with a caption, a head for each row and column, and a last row with the sums. All texts are escaped here. */
export function tableHtml({ caption, note, className, head, groups, columns }: HtmlTable): string {
	const columnHeads = columns.map((column) => column.head);
	const heads = [head, ...columnHeads].map((one) => `<th scope="col">${one}</th>`).join('');
	const sums = columns.map(({ total = '' }) => total);
	const attribute = className === undefined ? '' : ` class="${className}"`;
	const bodies = groups.map((group) =>
		[
			'<tbody>',
			...(group.head === undefined ? [] : [groupHeadHtml(group.head, columns.length + 1)]),
			...group.rows.map((row) => rowHtml(row, columnHeads)),
			'</tbody>',
		].join('\n'),
	);
	return [
		`<table${attribute}><caption>${escapeMarkup(caption)}${noteHtml(note)}</caption>`,
		`<thead><tr>${heads}</tr></thead>`,
		...bodies,
		`<tfoot>${rowHtml({ name: 'Total', cells: sums }, columnHeads)}</tfoot></table>`,
	].join('\n');
}

function noteHtml(note: string | undefined): string {
	return note === undefined ? '' : ` <span class="note">${note}</span>`;
}

function groupHeadHtml(text: string, width: number): string {
	return `<tr class="day"><th scope="rowgroup" colspan="${width}">${escapeMarkup(text)}</th></tr>`;
}

/** A name may be written from right to left, and must not turn its neighbours round. */
function rowHtml({ name, small, cells }: TableRow, words: string[]): string {
	const tds = cells.map(
		(cell, index) => `<td data-label="${words[index] ?? ''}">${escapeMarkup(cell)}</td>`,
	);
	const below = small === undefined ? '' : ` <small><bdi>${escapeMarkup(small)}</bdi></small>`;
	return `<tr><th scope="row"><bdi>${escapeMarkup(name)}</bdi>${below}</th>${tds.join('')}</tr>`;
}

/** A column of a table: its cells from the top, and their sum where it is one. */
export interface TableColumn {
	head: string;
	cells: string[];
	total?: string;
}

/** Spend, and refunds where there were any; the rounded cells add up to the rounded total. */
export function moneyColumns(
	rows: SpendAmounts[],
	totals: SpendAmounts,
	places: number,
): TableColumn[] {
	const column = (head: string, kind: 'spend' | 'refunds'): TableColumn => {
		const exact = rows.map((row) => amountOf(row.exact[kind], 'amount'));
		// Refunds are rare: where there were none, nothing is easier to read than a zero.
		const cells = columnTexts(exact, places).map((text, index) =>
			kind === 'refunds' && exact[index]?.eq(0) ? '' : text,
		);
		const total = amountOf(totals.exact[kind], 'amount');
		return {
			head,
			cells,
			total: roundedText(total.round(places), total, places),
		};
	};
	const refunded = totals.exact.refunds !== '0';
	return [column('Spend', 'spend'), ...(refunded ? [column('Refunds', 'refunds')] : [])];
}
