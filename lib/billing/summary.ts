import { exactText } from './amount';
import { usageChargeOf, type UsageEntry } from './entry';
import { digest, type IdentifiedEntry } from './entryId';
import { noCounts, type Counts } from './recentRequests';
import { sumOf, whole, SpendTally, type Sum } from './tally';

/** Amounts as decimal text with every digit, positive. */
export interface SummedUp extends Counts {
	entries: number;
	spend: string;
	refunds: string;
	net: string;
}

export interface UsageSummary extends Counts {
	id: string;
	/** Times of the first and the last entry. */
	from: string;
	to: string;
	entries: number;
	/** Entries whose amounts were corrected after they were emitted; no sum has them. */
	corrections?: number;
	currencies: Record<string, SummedUp & { products: Array<{ product: string } & SummedUp> }>;
}

/** What a number of entries (at least one, in order of time) came to: exact sums per currency and product, and each request counted once. */
export function usageSummary(
	entries: readonly IdentifiedEntry[],
	/** Those of the entries that were emitted before with other amounts: they are counted, but not added. */
	corrections: ReadonlySet<IdentifiedEntry> = new Set(),
): UsageSummary {
	const tally = usageTally(entries.filter((entry) => !corrections.has(entry)));
	const currencies = [...tally.currencies].sort(([one], [other]) => (one < other ? -1 : 1));
	const [first, last] = [entries[0], entries.at(-1)];
	const ids = `${first?.id}:${last?.id}:${entries.length}`;
	return {
		id: digest(ids),
		from: String(first?.timestamp),
		to: String(last?.timestamp),
		entries: tally.entries,
		...(corrections.size > 0 && { corrections: corrections.size }),
		...tally.all,
		currencies: Object.fromEntries(
			currencies.map(([currency, own]) => {
				const group = whole(own);
				const products = [...group.products]
					.sort(([one, a], [other, b]) => b.spend.cmp(a.spend) || (one < other ? -1 : 1))
					.map(([product, sum]) => ({
						product,
						...summedUp(sum, own.products.get(product) ?? noCounts()),
					}));
				return [currency, { ...summedUp(sumOf(group), group.counts), products }];
			}),
		),
	};
}

/** The entries, in order of time, added up by currency and product. */
export function usageTally(entries: readonly UsageEntry[]): SpendTally {
	const tally = new SpendTally();
	for (const entry of entries) tally.add(usageChargeOf(entry));
	return tally;
}

function summedUp({ spend, refunds, entries }: Sum, counts: Counts): SummedUp {
	return {
		entries,
		...counts,
		spend: exactText(spend),
		refunds: exactText(refunds),
		net: exactText(spend.minus(refunds)),
	};
}
