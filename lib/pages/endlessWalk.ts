import { ServiceFailure } from '../base/failure';

const MOST_EMPTY_PAGES = 100;
/** Ten million entries of a history, at 1,000 a page. */
const MOST_PAGES = 10_000;

/** The code of a walk that would go on for ever. */
export const REPEATED_CURSOR = 'REPEATED_CURSOR';

/** Counts the pages of a walk, and throws a ServiceFailure once there are more than any history has. */
export class PageCount {
	private pages = 0;

	add(): void {
		if (++this.pages < MOST_PAGES) return;
		throw new ServiceFailure(`The history has more than ${MOST_PAGES} pages`, {
			kind: 'malformed',
			status: 200,
			cure: 'Ask for a shorter time.',
		});
	}
}

/** Notices a chain of cursors that leads nowhere. */
export class CursorWatch {
	private readonly seen = new Set<string>();
	private empty = 0;
	private last = -Infinity;
	private mark: string | undefined;

	/** Throws a ServiceFailure for a cursor that was there before, or after many pages without an entry. */
	check(cursor: string, entries: number): void {
		this.empty = entries === 0 ? this.empty + 1 : 0;
		if (this.seen.has(cursor) || this.empty > MOST_EMPTY_PAGES) throw endless();
		this.seen.add(cursor);
	}

	/**
	 * Throws a ServiceFailure for a page that brings the one before it again, or goes back in time: whatever its cursor says, its entries
	 * would be counted twice. `times` are those of its entries, in Unix milliseconds; `mark` stands for its content where no two pages
	 * can share it.
	 */
	checkPage(times: readonly number[] | undefined, mark: string | undefined): void {
		const [first = Infinity, last = -Infinity] = [times?.[0], times?.at(-1)];
		if (first < this.last || (mark !== undefined && mark === this.mark)) throw repeated();
		this.last = Math.max(this.last, last);
		this.mark = mark;
	}

	/** For a chain that starts over: its cursors and pages may come again. */
	forget(): void {
		this.seen.clear();
		this.last = -Infinity;
		this.mark = undefined;
	}
}

/** The failure of a walk that would go on for ever. */
export function endless(): ServiceFailure {
	return new ServiceFailure(
		'The service sent the same cursor twice, or one empty page after another',
		{
			kind: 'malformed',
			status: 200,
			code: REPEATED_CURSOR,
			cure: 'Turn Return All off and choose a Limit of one page.',
		},
	);
}

function repeated(): ServiceFailure {
	return new ServiceFailure('The service sent usage entries a second time, under another cursor', {
		kind: 'malformed',
		status: 200,
		code: REPEATED_CURSOR,
		cure: 'Choose a shorter period, or turn Return All off and choose a Limit of one page.',
	});
}
