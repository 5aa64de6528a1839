import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceCharacters(), {
	resource: 'review',
	operation: 'getAll',
	character: typed('stern-tutor'),
});
const path = '/characters/stern-tutor/reviews';
const summary = { averageRating: 4.7, totalReviews: 103 };
const reviews = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => ({
		id: `review-${from + index}`,
		rating: 5,
		message: null,
	}));
const page = (from: number, to: number, totalPages = 2) =>
	world.service.fault({
		path,
		status: 200,
		body: { object: 'list', data: reviews(from, to), pagination: { totalPages }, summary },
	});

describe('Inference Characters: Get Many Reviews', () => {
	it('asks for no more than the limit', async () => {
		const { item, items } = await run({ limit: 2 });
		expect(world.service.journal[0]).toMatchObject({
			method: 'GET',
			path,
			query: { page: '1', pageSize: '2' },
		});
		expect(items.map(({ json }) => json.id)).toEqual([
			'review-stern-tutor-0',
			'review-stern-tutor-1',
		]);
		expect(item.json).toMatchObject({ rating: expect.any(Number), isOwner: true });
	});

	it('walks all pages, and adds the summary when the user wants it', async () => {
		page(0, 100);
		page(100, 103);
		const { items } = await run({ returnAll: true, options: { includeSummary: true } });
		expect(world.service.journal.map(({ query }) => query)).toEqual([
			{ page: '1', pageSize: '100' },
			{ page: '2', pageSize: '100' },
		]);
		expect(items).toHaveLength(103);
		expect(items[102]?.json).toEqual({ ...reviews(102, 103)[0], summary });
	});

	it('goes on after a short page where the service says that more pages follow', async () => {
		for (const [from, to] of [
			[0, 1],
			[1, 3],
			[3, 4],
		] as const)
			page(from, to, 3);
		const { items } = await run({ returnAll: true });
		expect(items).toHaveLength(4);
	});

	it('begins with the page, and in pages of the size, that the user wants', async () => {
		const { items } = await run({ returnAll: true, options: { page: 2, pageSize: 6 } });
		expect(world.service.journal.map(({ query }) => query)).toEqual([
			{ page: '2', pageSize: '6' },
			{ page: '3', pageSize: '6' },
		]);
		expect(items).toHaveLength(10);
	});
});
