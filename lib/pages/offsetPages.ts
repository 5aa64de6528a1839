import { ServiceFailure } from '../base/failure';

/** More than any list of models or characters has. */
const MOST_PAGES = 1_000;

export interface ListWalk {
	/** How many entries are wanted; Infinity for all. */
	wanted: number;
	/** How many entries a whole page has; where a page does not say whether it is the last, one with fewer is. */
	pageSize: number;
	/** The entries of a page, counted from 0, when `found` entries came before it. */
	fetch(page: number, found: number): Promise<ListPage | unknown[]>;
}

export interface ListPage {
	entries: unknown[];
	isLast: boolean;
}

/**
 * The entries of a list by offset or page number, until a page is the last or as many are there as wanted
 * (docs/service.md#models-and-characters). Throws a ServiceFailure when a page comes a second time or there are too many, so that no walk goes on for ever.
 */
export async function listEntries({ wanted, pageSize, fetch }: ListWalk): Promise<unknown[]> {
	const all: unknown[] = [];
	let before = '';
	for (let page = 0; all.length < wanted; page++) {
		const { entries, isLast } = pageOf(await fetch(page, all.length), pageSize);
		const text = JSON.stringify(entries);
		if (entries.length > 0 && text === before) throw endless('sent the same page twice');
		if (page >= MOST_PAGES) throw endless(`has more than ${MOST_PAGES} pages`);
		before = text;
		all.push(...entries);
		if (isLast || entries.length === 0) break;
	}
	return all.slice(0, wanted);
}

function pageOf(page: ListPage | unknown[], pageSize: number): ListPage {
	return Array.isArray(page) ? { entries: page, isLast: page.length < pageSize } : page;
}

function endless(what: string): ServiceFailure {
	return new ServiceFailure(`The service ${what}`, {
		kind: 'malformed',
		status: 200,
		cure: 'Turn Return All off and choose a Limit of one page.',
	});
}
