import { ServiceFailure } from '../errors/failure';

export interface ListWalk {
	/** How many entries are wanted; Infinity for all. */
	wanted: number;
	/** How many entries a whole page has; a page with fewer is the last. */
	pageSize: number;
	/** The entries of a page, counted from 0. */
	fetch(page: number): Promise<unknown[]>;
}

/**
 * The entries of a list that names no end, page by page until fewer come than a page holds or as many are there as wanted
 * (docs/service.md#models-and-characters). Throws a ServiceFailure when a page comes a second time, so that no walk goes on for ever.
 */
export async function listEntries({ wanted, pageSize, fetch }: ListWalk): Promise<unknown[]> {
	const entries: unknown[] = [];
	let before = '';
	for (let page = 0; entries.length < wanted; page++) {
		const found = await fetch(page);
		const text = JSON.stringify(found);
		if (found.length > 0 && text === before) {
			throw new ServiceFailure('The service sent the same page twice', {
				kind: 'malformed',
				status: 200,
				cure: 'Turn Return All off and choose a Limit of one page.',
			});
		}
		before = text;
		entries.push(...found);
		if (found.length < pageSize) break;
	}
	return entries.slice(0, wanted);
}
