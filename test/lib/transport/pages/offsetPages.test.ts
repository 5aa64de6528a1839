import { listEntries } from '../../../../lib/pages/offsetPages';

const list = (total: number) => Array.from({ length: total }, (_, index) => index);

async function walk(total: number, wanted: number, pageSize: number) {
	const pages: number[] = [];
	const entries = await listEntries({
		wanted,
		pageSize,
		fetch: async (page) => {
			pages.push(page);
			return list(total).slice(page * pageSize, (page + 1) * pageSize);
		},
	});
	return { entries, pages };
}

describe('listEntries', () => {
	it.each([
		[0, Infinity, 10, [0]],
		[9, Infinity, 10, [0]],
		[10, Infinity, 10, [0, 1]],
		[25, Infinity, 10, [0, 1, 2]],
		[25, 10, 10, [0]],
		[25, 11, 10, [0, 1]],
	])('%d entries, %d wanted, %d a page', async (total, wanted, pageSize, pages) => {
		const walked = await walk(total, wanted, pageSize);
		expect(walked.entries).toEqual(list(Math.min(total, wanted)));
		expect(walked.pages).toEqual(pages);
	});

	it('ends when the same page comes again and again', async () => {
		const fetch = async () => [1, 2];
		await expect(listEntries({ wanted: Infinity, pageSize: 2, fetch })).rejects.toThrow(
			'The service sent the same page twice',
		);
	});
});
