import { amountOf, ZERO, type Amount } from '../amount';
import type { Money } from './moneyOf';
import { roundedParts, roundedText } from './rounding';

/** A column of a table: its cells from the top, and their sum where it is one. */
export interface Column {
	head: string;
	cells: string[];
	total?: string;
}

/** Spend, and refunds where there were any; the rounded cells add up to the rounded total. */
export function moneyColumns(rows: Money[], totals: Money, places: number): Column[] {
	const column = (head: string, kind: 'spend' | 'refunds'): Column => {
		const exact = rows.map((row) => amountOf(row.exact[kind], 'amount'));
		const rounded = roundedParts(exact, places);
		// Refunds are rare: where there were none, nothing is easier to read than a zero.
		const text = (one: Amount, all: Amount) =>
			kind === 'refunds' && all.eq(0) ? '' : roundedText(one, all, places);
		const total = amountOf(totals.exact[kind], 'amount');
		return {
			head,
			cells: rounded.map((one, index) => text(one, exact[index] ?? ZERO)),
			total: roundedText(total.round(places), total, places),
		};
	};
	const refunded = totals.exact.refunds !== '0';
	return [column('Spend', 'spend'), ...(refunded ? [column('Refunds', 'refunds')] : [])];
}
