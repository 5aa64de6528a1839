import { usageChargeOf, type UsageEntry } from './usageEntry';
import { digestId, type IdentifiedEntry } from './entryId';
import {
	zeroCounts,
	type RequestCounts,
	groupSum,
	wholeCurrency,
	SpendTally,
	type SpendSum,
} from './tally';

/** Amounts are positive. */
interface CurrencySums extends RequestCounts {
	entries: number;
	spend: number;
	refunds: number;
	net: number;
}

export interface UsageSummary extends RequestCounts {
	id: string;
	from: string;
	to: string;
	entries: number;
	/** Entries whose amounts were corrected after they were emitted; no sum has them. */
	corrections?: number;
	currencies: Record<
		string,
		CurrencySums & { products: Array<{ product: string } & CurrencySums> }
	>;
}

/** What a number of entries (at least one, in order of time) came to: exact sums per currency and product, and each request counted once. */
export function summarizeUsage(
	entries: readonly IdentifiedEntry[],
	/** Those of the entries that were emitted before with other amounts: they are counted, but not added. */
	corrections: ReadonlySet<IdentifiedEntry> = new Set(),
): UsageSummary {
	const tally = tallyEntries(entries.filter((entry) => !corrections.has(entry)));
	const currencies = [...tally.currencies].sort(([one], [other]) => (one < other ? -1 : 1));
	const [first, last] = [entries[0], entries.at(-1)];
	const ids = `${first?.id}:${last?.id}:${entries.length}`;
	return {
		id: digestId(ids),
		from: String(first?.timestamp),
		to: String(last?.timestamp),
		entries: tally.entryCount,
		...(corrections.size > 0 && { corrections: corrections.size }),
		...tally.allCounts,
		currencies: Object.fromEntries(
			currencies.map(([currency, own]) => {
				const group = wholeCurrency(own);
				const products = [...group.products]
					.sort(([one, a], [other, b]) => b.spend.cmp(a.spend) || (one < other ? -1 : 1))
					.map(([product, sum]) => ({
						product,
						...currencySumsOf(sum, own.products.get(product) ?? zeroCounts()),
					}));
				return [currency, { ...currencySumsOf(groupSum(group), group.counts), products }];
			}),
		),
	};
}

/** The entries, in order of time, added up by currency and product. */
export function tallyEntries(entries: readonly UsageEntry[]): SpendTally {
	const tally = new SpendTally();
	for (const entry of entries) tally.add(usageChargeOf(entry));
	return tally;
}

function currencySumsOf(
	{ spend, refunds, entries }: SpendSum,
	counts: RequestCounts,
): CurrencySums {
	return {
		entries,
		...counts,
		spend: Number(spend),
		refunds: Number(refunds),
		net: Number(spend.minus(refunds)),
	};
}
