import type { ServiceFailure } from '../../core/failure';
import { wrongPagesFailure } from './cursorPages';

/** More than any list of models or characters has. */
const MAX_LIST_PAGES = 1_000;

export interface ListWalk {
	/** How many entries are wanted; Infinity for all. */
	wanted: number;
	/** A page, counted from 0, when `found` entries came before it. */
	fetch(page: number, found: number): Promise<ListPage>;
}

export interface ListPage {
	entries: unknown[];
	/** Whether the service says so; where it says nothing, an empty page is the last. */
	isLast?: boolean;
}

/**
 * The entries of a list by offset or page number, each one once, until a page is the last or as many are there as wanted
 * (docs/maintainers/service.md#models-and-characters). Throws a ServiceFailure when a page brings nothing new or there are too many, so that no walk goes on for ever.
 */
export async function collectListEntries({ wanted, fetch }: ListWalk): Promise<unknown[]> {
	const all: unknown[] = [];
	const seen = new Set<string>();
	let found = 0;
	for (let page = 0; all.length < wanted; page++) {
		if (page >= MAX_LIST_PAGES) throw endlessListFailure(`has more than ${MAX_LIST_PAGES} pages`);
		const { entries, isLast = false } = await fetch(page, found);
		if (entries.length === 0) break;
		found += entries.length;
		// An entry that was added meanwhile moves the last one of a page to the next page.
		const texts = entries.map((entry) => JSON.stringify(entry));
		const fresh = entries.filter((_entry, index) => !seen.has(texts[index] ?? ''));
		if (fresh.length === 0) throw endlessListFailure('sent the same page twice');
		for (const text of texts) seen.add(text);
		all.push(...fresh);
		if (isLast) break;
	}
	return all.slice(0, wanted);
}

function endlessListFailure(what: string): ServiceFailure {
	return wrongPagesFailure(
		`The service ${what}`,
		'Turn Return All off and choose a Limit of one page.',
	);
}
