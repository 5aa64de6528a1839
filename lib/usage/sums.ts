import { noCounts, type Counts } from './recentRequests';
import { addSums, NOTHING, type CurrencyTally, type Sum } from './tally';

/** What a number of slots came to. */
export interface Group {
	products: Map<string, Sum>;
	counts: Counts;
}

/** The slots of a currency put together, by what `nameOf` makes of their names: hours to days, days to months, all to one. */
export function grouped(
	tally: CurrencyTally | undefined,
	nameOf: (slot: string) => string = () => '',
): Map<string, Group> {
	const groups = new Map<string, Group>();
	for (const [slot, cells] of tally?.cells ?? []) {
		const { products } = groupOf(groups, nameOf(slot));
		for (const [product, sum] of cells) {
			products.set(product, addSums(products.get(product) ?? NOTHING, sum));
		}
	}
	for (const [slot, counts] of tally?.slots ?? []) {
		const group = groupOf(groups, nameOf(slot));
		group.counts.calls += counts.calls;
		group.counts.promptTokens += counts.promptTokens;
		group.counts.completionTokens += counts.completionTokens;
	}
	return groups;
}

/** Everything of a currency as one group. */
export function whole(tally: CurrencyTally | undefined): Group {
	return grouped(tally).get('') ?? emptyGroup();
}

/** The sum of all products of a group. */
export function sumOf({ products }: Group): Sum {
	return [...products.values()].reduce(addSums, NOTHING);
}

export function emptyGroup(): Group {
	return { products: new Map(), counts: noCounts() };
}

function groupOf(groups: Map<string, Group>, name: string): Group {
	const group = groups.get(name) ?? emptyGroup();
	groups.set(name, group);
	return group;
}
