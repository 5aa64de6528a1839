import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { runPoll } from '../../engine/runPoll';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService();
const NOW = '2026-03-15T02:00:00Z';
const from = { pastCharges: 'date', start: '2026-03-15T00:00:00Z' };

const entry = (notes: string, timestamp = '2026-03-15T01:00:00.000Z') => ({
	...{ timestamp, amount: -1, currency: 'USD', sku: 'text', units: 1, pricePerUnitUsd: 1 },
	...{ notes, inferenceDetails: null },
});

/** The next answers: empty pages, each with a cursor of its own, and a last one with an entry. */
function answerEmptyPages(count: number) {
	const path = '/billing/usage-history';
	for (let page = 0; page < count; page++) {
		const body = { data: [], nextCursor: `page-${page}` };
		world.service.fault({ path, status: 200, body });
	}
	const body = { data: [entry('behind them')], nextCursor: null };
	world.service.fault({ path, status: 200, body });
}

const cursors = () => world.service.journal.map(({ query }) => query.cursor);

describe('a hundred and fifty empty pages before an entry', () => {
	const settings = [
		['each entry', { ...from, emit: 'entries' }],
		['a summary', { ...from, emit: 'summary' }],
	] as const;

	it.each(settings)('are named, and the next poll goes on behind them (%s)', async (_, setting) => {
		answerEmptyPages(150);
		const polls = new PollSeries(world, setting);
		// An empty run: n8n keeps the position with it.
		expect(await polls.at(NOW)).toEqual([]);
		expect(polls.errors).toMatchObject([
			{
				message: expect.stringMatching(/found no new entry: .*one empty page after another/),
				description: expect.stringContaining('The next check continues from this position'),
				failure: { cause: 'temporarily-unavailable' },
			},
		]);
		const read = cursors();
		expect(await polls.at(NOW)).toHaveLength(1);
		expect(polls.errors).toEqual([]);
		expect(cursors()[read.length]).toBe(`page-${read.length - 1}`);
		expect(await polls.at(NOW)).toBeNull();
	});

	it('are named where the start of a period is counted', async () => {
		answerEmptyPages(150);
		const options = { timeZone: 'UTC' };
		const alerts = { ...from, emit: 'threshold', threshold: 0.5, period: 'day', options };
		const polls = new PollSeries(world, alerts);
		expect(await polls.at(NOW)).toEqual([]);
		expect(polls.errors).toHaveLength(1);
		expect(await polls.at(NOW)).toEqual([expect.objectContaining({ spend: 1 })]);
		expect(polls.errors).toEqual([]);
	});
});

it('a poll whose time is over before an entry came is named', async () => {
	answerEmptyPages(20);
	const polls = new PollSeries(world, from);
	expect(await polls.at(NOW, { budgetMs: 0 })).toEqual([]);
	expect(polls.errors).toMatchObject([
		{ message: expect.stringContaining('The service returned nothing before the poll timed out') },
	]);
	expect(await polls.at(NOW)).toHaveLength(1);
});

it('a poll that passes over what a filter leaves out reports no error', async () => {
	const path = '/billing/usage-history';
	const body = { data: [entry('other')], nextCursor: 'next' };
	world.service.fault({ path, status: 200, body });
	const polls = new PollSeries(world, { ...from, options: { product: 'image-*' } });
	expect(await polls.at(NOW, { budgetMs: 0 })).toEqual([]);
	expect(polls.errors).toEqual([]);
});

it('entries of one moment that cannot be read to their end are named', async () => {
	for (let at = 0; at < 300; at++) recordUsage(world, '2026-03-15T01:00:00.000Z');
	const polls = new PollSeries(world, { ...from, options: { maxEntries: 10 } });
	let asked = 0;
	// Every walk of more than four pages is refused: the same pages are read again and again.
	const onRequest = (phase: string) => {
		if (phase === 'before' && ++asked % 5 === 0) world.service.fault({ refuseCursor: true });
	};
	for (let polled = 0; polled < 4; polled++)
		expect(await polls.at(NOW, { onRequest })).toHaveLength(10);
	expect(await polls.at(NOW, { onRequest })).toEqual([]);
	expect(polls.errors).toMatchObject([
		{ message: expect.stringMatching(/found no new entry: .*The cursor has expired/) },
	]);
});

it('two triggers with one ID, as copied JSON has them, emit both while their polls overlap', async () => {
	recordUsage(world, '2026-03-15T01:00:00.000Z');
	world.service.fault({ delayMs: 200, times: 2 });
	const triggers = ['First', 'Second'].map((name) => {
		const node = new InferenceUsageTrigger();
		node.description.displayName = name;
		return node;
	});
	const setting = { ...world.access, parameters: from };
	const polled = await Promise.all(
		triggers.map(async (node) => await runPoll({ ...setting, node })),
	);
	expect(polled.map(({ items }) => items?.length)).toEqual([1, 1]);
});
