import type { ProductRow, Totals } from './report';
import { readableChange, readableCount, readableMoney } from './words';

/** Name and value of what is known of a currency, for every form of the report. */
export function factsOf(currency: string, totals: Totals): Array<[name: string, value: string]> {
	const { exact, before, change, entries, calls, promptTokens, completionTokens } = totals;
	const facts: Array<[string, string]> = [['Spend', readableMoney(exact.spend, currency)]];
	if (exact.refunds !== '0') {
		facts.push(['Refunds', readableMoney(exact.refunds, currency)]);
		facts.push(['Net', readableMoney(exact.net, currency)]);
	}
	if (before !== null) {
		facts.push(['Period before', readableMoney(before.exact.net, currency)]);
		facts.push(['Change', readableChange(change, currency)]);
	}
	facts.push(['Calls', readableCount(calls)]);
	facts.push(['Entries', readableCount(entries)]);
	if (promptTokens + completionTokens > 0) {
		const tokens = `${readableCount(promptTokens)} in, ${readableCount(completionTokens)} out`;
		facts.push(['Tokens', tokens]);
	}
	return facts;
}

/** The product of a row, or how many others it stands for. */
export function productName({ product, products }: ProductRow): string {
	if (product !== null) return product === '' ? '(no name)' : product;
	return `${products} ${products === 1 ? 'other' : 'others'}`;
}

/** A percentage in words, or nothing. */
export function shareText({ share }: ProductRow): string {
	return share === null ? '' : `${share} %`;
}
