import { wireText } from '../core/wireText';
import { amountOf } from './amount';
import type { UsageEntry } from './usageEntry';

export interface EntryFilter {
	/** Product with `*` for any characters. */
	product?: string;
	/** Smallest charge, positive. */
	minAmount?: number;
}

/** Whether an entry is one of those asked for. Letter case does not matter; a smallest charge leaves refunds out. */
export function entryMatcher({ product, minAmount }: EntryFilter): (entry: UsageEntry) => boolean {
	const least = minAmount === undefined ? undefined : amountOf(minAmount, 'smallest amount');
	return ({ sku, amount }) =>
		(product === undefined || matchesPattern(wireText(sku), product)) &&
		(least === undefined || amountOf(amount, 'amount').times(-1).gte(least));
}

/** Whether the text fits the pattern as a whole, in time linear in the length of both. */
export function matchesPattern(text: string, pattern: string): boolean {
	const [first = '', ...rest] = pattern.toLowerCase().split('*');
	const value = text.toLowerCase();
	const last = rest.pop();
	if (last === undefined) return value === first;
	if (!value.startsWith(first) || !value.endsWith(last)) return false;
	let position = first.length;
	for (const part of rest) {
		const found = value.indexOf(part, position);
		if (found < 0) return false;
		position = found + part.length;
	}
	return position <= value.length - last.length;
}
