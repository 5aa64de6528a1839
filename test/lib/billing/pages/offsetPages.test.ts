import { collectListEntries } from '../../../../lib/billing/pages/offsetPages';

const list = (total: number) => Array.from({ length: total }, (_, index) => index);

async function walk(total: number, wanted: number, pageSize: number) {
	const pages: number[] = [];
	const entries = await collectListEntries({
		wanted,
		fetch: async (page) => {
			pages.push(page);
			return { entries: list(total).slice(page * pageSize, (page + 1) * pageSize) };
		},
	});
	return { entries, pages };
}

describe('listEntries', () => {
	it.each([
		[0, Infinity, 10, [0]],
		[9, Infinity, 10, [0, 1]],
		[10, Infinity, 10, [0, 1]],
		[25, Infinity, 10, [0, 1, 2, 3]],
		[25, 10, 10, [0]],
		[25, 11, 10, [0, 1]],
	])('%d entries, %d wanted, %d a page', async (total, wanted, pageSize, pages) => {
		const walked = await walk(total, wanted, pageSize);
		expect(walked.entries).toEqual(list(Math.min(total, wanted)));
		expect(walked.pages).toEqual(pages);
	});

	it('ends when the same page comes again and again', async () => {
		const fetch = async () => ({ entries: [1, 2] });
		await expect(collectListEntries({ wanted: Infinity, fetch })).rejects.toThrow(
			'The service sent the same page twice',
		);
	});

	it('takes no entry twice that moved to the next page, and keeps equal ones of one page', async () => {
		const pages = [[1, 1, 2], [2, 3], []];
		const fetch = async (page: number) => ({ entries: pages[page] ?? [] });
		expect(await collectListEntries({ wanted: Infinity, fetch })).toEqual([1, 1, 2, 3]);
	});

	it('goes on after a page that is shorter than the others, unless the service says that it is the last', async () => {
		const pages = [[1], [2, 3], [4]];
		const fetch = async (page: number, found: number) => {
			expect(found).toBe([0, 1, 3][page]);
			return { entries: pages[page] ?? [], isLast: page === 2 };
		};
		expect(await collectListEntries({ wanted: Infinity, fetch })).toEqual([1, 2, 3, 4]);
	});
});
