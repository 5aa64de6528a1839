import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { skipWaits } from '../steadyClock';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService();
const NOW = '2026-03-15T02:00:00Z';
const from = { pastCharges: 'date', start: '2026-03-15T00:00:00Z' };

function recordSome(count: number) {
	for (let second = 0; second < count; second++) {
		recordUsage(world, new Date(Date.parse('2026-03-15T01:00:00Z') + second * 1_000).toISOString());
	}
}

describe('why a poll failed, for n8n to know how long to rest', () => {
	it.each<[number, object, Record<string, string>]>([
		[401, { cause: 'credential-invalid' }, {}],
		[403, { cause: 'credential-invalid' }, {}],
		[400, { cause: 'configuration-invalid' }, {}],
		[402, { cause: 'quota-exhausted' }, {}],
		[503, { cause: 'temporarily-unavailable', retryAfterMs: expect.any(Number) }, {}],
		[
			429,
			{ cause: 'rate-limited', retryAfterMs: expect.closeTo(62_000, -4) },
			{ 'Retry-After': '120' },
		],
	])(
		'a poll that is refused with %i reports its cause to n8n',
		async (status, failure, headers) => {
			const polls = new PollSeries(world, from);
			world.service.fault({ status, headers, times: 9 });
			const polling = polls.at(NOW, { onRequest: skipWaits });
			await expect(polling).rejects.toMatchObject({
				name: 'NodeApiError',
				httpCode: String(status),
				failure,
			});
			expect(polls.staticData).toEqual({});
		},
	);

	it('a poll without any answer reports its cause to n8n', async () => {
		const polls = new PollSeries(world, from);
		world.service.fault({ cut: 'before', times: 9 });
		await expect(polls.at(NOW, { onRequest: skipWaits })).rejects.toMatchObject({
			failure: { cause: 'temporarily-unavailable' },
		});
	});

	it.each([
		[{ timeZone: 'Berlin' }, 'Time Zone must be an IANA name such as Europe/Berlin'],
		[{ product: '={{ ["text-*", "image-*"] }}' }, 'Product must be text, but ["text-*","image-*"]'],
	])('a poll with a setting that is wrong reports its cause to n8n: %j', async (options, said) => {
		const polls = new PollSeries(world, { options });
		await expect(polls.at(NOW)).rejects.toMatchObject({
			message: expect.stringContaining(said),
			failure: { cause: 'configuration-invalid' },
		});
		expect(world.service.journal).toEqual([]);
	});
});

describe('trouble in the middle of a window', () => {
	it('emits what was read, and fails at the next poll if it lasts', async () => {
		recordSome(25);
		const polls = new PollSeries(world, { ...from, options: { maxEntries: 1500 } });
		recordSome(1_000);
		let requests = 0;
		const onRequest = (phase: string) => {
			skipWaits();
			if (phase === 'before' && ++requests === 2) world.service.fault({ status: 503, times: 6 });
		};
		expect(await polls.at(NOW, { onRequest })).toHaveLength(750);
		// What a process knows of the failures would make the next poll wait, on a clock that stands still here.
		pacerByAccount.clear();
		await expect(polls.at(NOW, { onRequest: skipWaits })).rejects.toThrow(/tried/);
		world.service.fault({ status: 500 });
		pacerByAccount.clear();
		expect(await polls.at(NOW, { onRequest: skipWaits })).toHaveLength(275);
	});

	it('reads one page at least and stops when the time is used up', async () => {
		recordSome(55);
		const polls = new PollSeries(world, { ...from, options: { maxEntries: 10, product: 'none' } });
		const slow = (phase: string) => {
			if (phase === 'before') jest.setSystemTime(Date.now() + 20_000);
		};
		expect(await polls.at(NOW, { onRequest: slow, budgetMs: 36_000 })).toEqual([]);
		expect(world.service.journal).toHaveLength(2);
		expect(await polls.at(NOW, { onRequest: slow, budgetMs: 1_000 })).toEqual([]);
		expect(world.service.journal).toHaveLength(3);
	});

	it('starts over at the moment it had come to when the cursor is refused', async () => {
		recordSome(35);
		const polls = new PollSeries(world, { ...from, options: { maxEntries: 10 } });
		const given = [...((await polls.at(NOW)) ?? [])];
		world.service.fault({ refuseCursor: true });
		given.push(...((await polls.at(NOW)) ?? []));
		expect(world.service.journal.map(({ status }) => status)).toEqual([200, 400, 200]);
		expect(world.service.journal[2]?.query).toMatchObject({
			startTimestamp: '2026-03-15T01:00:09.000Z',
			endTimestamp: '2026-03-15T01:59:00.000Z',
		});
		for (let polled = 0; polled < 3; polled++) given.push(...((await polls.at(NOW)) ?? []));
		expect(given.map(({ timestamp }) => String(timestamp).slice(17, 19))).toEqual(
			Array.from({ length: 35 }, (_, second) => String(second).padStart(2, '0')),
		);
	});
});

test('an answer that is no page leaves the place where it was', async () => {
	recordSome(3);
	const polls = new PollSeries(world, from);
	world.service.fault({ status: 200, body: {} });
	await expect(polls.at(NOW)).rejects.toMatchObject({
		message: expect.stringContaining('"data" is missing'),
		failure: { cause: 'temporarily-unavailable' },
	});
	expect(await polls.at('2026-03-15T02:01:00Z')).toHaveLength(3);
});

describe('a cursor that comes again', () => {
	const second = (at: number) => new Date(Date.parse('2026-03-15T01:00:00Z') + at * 1_000);
	const page = (start: number, nextCursor: string) => ({
		path: '/billing/usage-history',
		status: 200,
		body: {
			data: Array.from({ length: 10 }, (_, at) => ({
				timestamp: second(start + at).toISOString(),
				...{ amount: -1, currency: 'USD', sku: 'text', units: 1, pricePerUnitUsd: 1 },
				...{ notes: '', inferenceDetails: null },
			})),
			nextCursor,
		},
	});
	const seconds = (items: Array<{ timestamp?: unknown }> | null) =>
		(items ?? []).map(({ timestamp }) => Number(String(timestamp).slice(17, 19)));

	it('starts the walk over at its moment, without an entry emitted twice or lost', async () => {
		recordSome(35);
		const polls = new PollSeries(world, { ...from, options: { maxEntries: 10 } });
		const emitted: number[] = [];
		world.service.fault(page(0, 'same'));
		emitted.push(...seconds(await polls.at(NOW)));
		world.service.fault(page(10, 'same'));
		for (let polled = 0; polled < 4; polled++) emitted.push(...seconds(await polls.at(NOW)));
		expect(emitted).toEqual(Array.from({ length: 35 }, (_, at) => at));
	});

	it('ends a walk that goes round and round, with what came before it', async () => {
		const polls = new PollSeries(world, { ...from, options: { maxEntries: 10 } });
		world.service.fault({ ...page(0, 'same'), times: 100 });
		expect(seconds(await polls.at(NOW))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
		await expect(polls.at(NOW)).rejects.toThrow(/the same cursor twice/);
		await expect(polls.at(NOW)).rejects.toThrow(/the same cursor twice/);
		expect(world.service.journal.length).toBeLessThan(10);
	});

	it('is refused, and not kept, when it is longer than a checkpoint can hold', async () => {
		const polls = new PollSeries(world, from);
		world.service.fault(page(0, 'c'.repeat(20_000)));
		await expect(polls.at(NOW)).rejects.toThrow(/cursor of more than 10000 characters/);
		expect(JSON.stringify(polls.staticData).length).toBeLessThan(1_000);
	});
});

describe('an entry that cannot be read', () => {
	const entry = (change: object) => ({
		...{ timestamp: '2026-03-15T01:30:00.000Z', amount: -1, currency: 'USD', sku: 'text' },
		...{ units: 1, pricePerUnitUsd: 1, notes: '', inferenceDetails: null, ...change },
	});
	const answering = (odd: unknown) =>
		world.service.fault({
			path: '/billing/usage-history',
			status: 200,
			body: { data: [entry({ notes: 'a' }), odd, entry({ notes: 'b' })], nextCursor: null },
		});
	const polled = (parameters: Record<string, unknown>) =>
		new PollSeries(world, { ...from, ...parameters } as never);

	it.each([
		['sku', entry({ sku: null })],
		['amount', entry({ amount: '-1' })],
		['timestamp "soon"', entry({ timestamp: 'soon' })],
		['timestamp 5', entry({ timestamp: 5 })],
		['timestamp "2026-03-15T01:30:00"', entry({ timestamp: '2026-03-15T01:30:00' })],
		['currency', entry({ currency: '' })],
		['entry', 'no entry'],
	])('comes marked between the others, and stops nothing: %s', async (field, odd) => {
		answering(odd);
		const polls = polled({ options: { minAmount: 0.5, product: 't*', lookBack: 60 } });
		const items = await polls.at(NOW);
		expect(items?.map(({ problem }) => problem)).toEqual([
			undefined,
			`The ${field} of this entry cannot be read`,
			undefined,
		]);
		expect(new Set(items?.map(({ id }) => id)).size).toBe(3);
		answering(odd);
		expect(await polls.at('2026-03-15T02:01:00Z')).toBeNull();
	});

	it('is skipped where the user wants it', async () => {
		answering(entry({ amount: null }));
		const options = { unreadableEntries: 'skip' };
		expect(await polled({ options }).at(NOW)).toHaveLength(2);
		answering(entry({ amount: null }));
		expect(await polled({ options, emit: 'summary' }).at(NOW)).toMatchObject([{ entries: 2 }]);
	});

	it.each([
		[{ options: { unreadableEntries: 'stop' } }],
		[{ emit: 'summary' }],
		[{ emit: 'threshold', threshold: 1 }],
	])('stops a poll whose sums it would change: %j', async (parameters) => {
		answering(entry({ amount: null }));
		await expect(polled(parameters).at(NOW)).rejects.toMatchObject({
			message: expect.stringContaining('The amount of this entry cannot be read'),
			description: expect.stringContaining('set Options > Unreadable Entries to Skip'),
		});
	});
});
