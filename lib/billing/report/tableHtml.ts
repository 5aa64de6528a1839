import { escapeMarkup } from '../../core/markup';
import type { Table, TableRow } from './statement';

/** A table with a caption, a head for each row and column, and a last row with the sums. All texts are escaped here. */
export function tableHtml({ caption, note, heads, groups, total }: Table, className = ''): string {
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
