import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { skipWaits } from '../steadyClock';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService({ now: () => Date.now() });
const from = { pastCharges: 'date', start: '2026-03-15T00:00:00Z' };
const NOW = '2026-03-15T02:00:00Z';

function recordSome(entries: number, change = {}) {
	for (let at = 0; at < entries; at++) {
		const time = new Date(Date.parse('2026-03-15T01:00:00Z') + Math.floor(at / 3) * 1000);
		recordUsage(world, time.toISOString(), change);
	}
}

async function idsOf(polls: PollSeries, times: number): Promise<string[]> {
	const ids: string[] = [];
	for (let poll = 0; poll < times; poll++) {
		pacerByAccount.clear();
		const items = (await polls.at(NOW, { onRequest: skipWaits })) ?? [];
		ids.push(...items.map(({ id }) => String(id)));
	}
	return ids;
}

describe('a cursor that was kept between two polls', () => {
	it.each([400, 403, 404, 410, 422, 500])(
		'a cursor that is refused with %i starts the window over, without loss or repetition',
		async (status) => {
			recordSome(100);
			const polls = new PollSeries(world, { ...from, options: { maxEntries: 40 } });
			const ids = await idsOf(polls, 1);
			world.service.fault({ refuseCursor: true, status, times: status === 500 ? 3 : 1 });
			ids.push(...(await idsOf(polls, 3)));
			expect(ids).toHaveLength(100);
			expect(new Set(ids).size).toBe(100);
		},
	);

	it.each([401, 402])('is no reason to start over where %i is', async (status) => {
		recordSome(60);
		const polls = new PollSeries(world, { ...from, options: { maxEntries: 40 } });
		await polls.at(NOW);
		world.service.fault({ refuseCursor: true, status });
		const before = world.service.journal.length;
		await expect(polls.at(NOW)).rejects.toMatchObject({ httpCode: String(status) });
		expect(world.service.journal).toHaveLength(before + 1);
	});
});

it('shrinks pages that are too large to be read', async () => {
	recordSome(1_000, { notes: 'x'.repeat(25_000) });
	const polls = new PollSeries(world, from);
	const ids = await idsOf(polls, 2);
	expect(ids).toHaveLength(1_000);
	expect(new Set(ids).size).toBe(1_000);
	const sizes = world.service.journal.flatMap(({ query }) => query.pageSize ?? []);
	expect(sizes.slice(0, 2)).toEqual(['1000', '500']);
}, 60_000);

it('reads equal entries of one request that fill more than a page', async () => {
	const details = { requestId: 'r', promptTokens: 1, completionTokens: 1 };
	for (let at = 0; at < 25; at++) {
		const inferenceDetails = { ...details, inferenceExecutionTime: null };
		recordUsage(world, '2026-03-15T01:00:00.000Z', { inferenceDetails });
	}
	const polls = new PollSeries(world, { ...from, options: { maxEntries: 10 } });
	const ids = await idsOf(polls, 3);
	expect(new Set(ids).size).toBe(25);
	expect(ids).toHaveLength(25);
});

it('stops with a sentence at a window of more pages than Max Pages', async () => {
	recordSome(100);
	const polls = new PollSeries(world, { ...from, options: { maxEntries: 10, maxPages: 5 } });
	expect(await idsOf(polls, 5)).toHaveLength(50);
	await expect(polls.at(NOW)).rejects.toMatchObject({
		message: expect.stringContaining('more than 5 pages'),
		description: expect.stringContaining('increase Max Pages'),
	});
	polls.parameters = { ...from, options: { maxEntries: 10, maxPages: 1_000 } };
	expect(await idsOf(polls, 5)).toHaveLength(50);
});
