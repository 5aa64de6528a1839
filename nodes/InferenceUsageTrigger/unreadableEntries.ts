import type { Answer } from '../../lib/core/answer';
import { cut } from '../../lib/core/cut';
import { ServiceFailure } from '../../lib/core/failure';
import { readPageWithProblems, type UsagePage } from '../../lib/billing/usageEntry';

/** How pages are read, by what becomes of entries that cannot be read. */
export const PAGE_READERS: Record<'emit' | 'skip' | 'stop', (answer: Answer) => UsagePage> = {
	emit: readPageWithProblems,
	skip(answer) {
		const page = readPageWithProblems(answer);
		return { ...page, entries: page.entries.filter(({ problem }) => problem === undefined) };
	},
	stop(answer) {
		const page = readPageWithProblems(answer);
		const unreadable = page.entries.find(({ problem }) => problem !== undefined);
		if (unreadable === undefined) return page;
		throw new ServiceFailure(
			`${unreadable.problem}: ${cut(JSON.stringify(unreadable), 500).text}`,
			{
				kind: 'malformed',
				status: 200,
				cure: 'To go on without it, set Options > Unreadable Entries to Skip.',
			},
		);
	},
};
