import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService({ now: () => Date.now() });
const details = (requestId: string) => ({
	requestId,
	promptTokens: 10,
	completionTokens: 4,
	inferenceExecutionTime: 5,
});
const from = { pastCharges: 'date', start: '2026-03-15T00:00:00Z' };
const record = (time: string, change = {}) => recordUsage(world, `2026-03-15T${time}.000Z`, change);

describe('a summary per poll', () => {
	const parameters = { ...from, emit: 'summary' };

	it('adds up exactly, by currency and product, and counts each request once', async () => {
		const polls = new PollSeries(world, parameters);
		record('00:00:01', { inferenceDetails: details('a') });
		record('00:00:01', {
			amount: -0.2,
			sku: 'text-basic-output-mtoken',
			inferenceDetails: details('a'),
		});
		record('00:00:02', { amount: 0.05, notes: 'refund' });
		record('00:00:03', { amount: -1e-10, currency: 'DIEM' });
		expect(await polls.at('2026-03-15T00:10:00Z')).toEqual([
			{
				id: expect.stringMatching(/^[0-9a-f]{32}$/),
				from: '2026-03-15T00:00:01.000Z',
				to: '2026-03-15T00:00:03.000Z',
				entries: 4,
				calls: 1,
				promptTokens: 10,
				completionTokens: 4,
				currencies: {
					DIEM: expect.objectContaining({ entries: 1, spend: 1e-10, refunds: 0 }),
					USD: {
						entries: 3,
						calls: 1,
						promptTokens: 10,
						completionTokens: 4,
						spend: 0.3,
						refunds: 0.05,
						net: 0.25,
						products: [
							expect.objectContaining({ product: 'text-basic-output-mtoken', spend: 0.2 }),
							expect.objectContaining({
								product: 'text-basic-input-mtoken',
								spend: 0.1,
								refunds: 0.05,
								net: 0.05,
							}),
						],
					},
				},
			},
		]);
		expect(await polls.at('2026-03-15T00:11:00Z')).toBeNull();
	});

	it('sums up no more than the cap allows, and the rest in the next polls', async () => {
		const polls = new PollSeries(world, { ...parameters, options: { maxEntries: 10 } });
		for (let second = 10; second < 35; second++) record(`00:00:${second}`);
		const sums: unknown[] = [];
		for (const minute of [10, 11, 12, 13]) {
			sums.push(...((await polls.at(`2026-03-15T00:${minute}:00Z`)) ?? []));
		}
		expect(sums).toMatchObject([
			{ entries: 10, currencies: { USD: { spend: 1 } } },
			{ entries: 10 },
			{ entries: 5, to: '2026-03-15T00:00:34.000Z' },
		]);
	});
});

describe('filters', () => {
	it('leave entries out after they were read, and change neither windows nor IDs', async () => {
		for (const units of [1, 2, 3]) {
			record('00:00:01', { sku: 'image-basic-image', amount: -0.5 });
			record('00:00:01', { units });
			record('00:00:02', { sku: 'image-basic-image', amount: 0.5 });
		}
		const all = new PollSeries(world, from);
		const given = (await all.at('2026-03-15T00:10:00Z')) ?? [];
		const some = new PollSeries(world, {
			...from,
			options: { product: 'IMAGE-*', minAmount: 0.5 },
		});
		const images = await some.at('2026-03-15T00:10:00Z');
		expect(images).toHaveLength(3);
		expect(images).toEqual(given.filter(({ amount }) => amount === -0.5));
		expect(some.staticData).toEqual(all.staticData);
	});
});

describe('a threshold', () => {
	const parameters = {
		...from,
		emit: 'threshold',
		threshold: 0.3,
		period: 'hour',
		options: { timeZone: 'UTC' },
	};

	it('starts the workflow once per period and currency', async () => {
		const polls = new PollSeries(world, parameters);
		record('00:10:00');
		record('00:20:00');
		expect(await polls.at('2026-03-15T00:25:00Z')).toBeNull();
		record('00:30:00');
		record('00:30:01', { currency: 'DIEM', amount: -2 });
		const passed = await polls.at('2026-03-15T00:35:00Z');
		expect(passed).toMatchObject([
			{ currency: 'USD', spend: 0.3, passedAt: '2026-03-15T00:30:00.000Z' },
			{ currency: 'DIEM', spend: 2, periodEnd: '2026-03-15T01:00:00.000Z' },
		]);
		record('00:40:00');
		expect(await polls.at('2026-03-15T00:45:00Z')).toBeNull();
		record('01:00:00', { amount: -0.3 });
		expect(await polls.at('2026-03-15T01:05:00Z')).toMatchObject([
			{ periodStart: '2026-03-15T01:00:00.000Z', spend: 0.3 },
		]);
	});

	it('counts a period that was running at the activation from its start', async () => {
		record('00:10:00', { amount: -0.2 });
		const polls = new PollSeries(world, { ...parameters, pastCharges: 'none' });
		expect(await polls.at('2026-03-15T00:30:00Z')).toBeNull();
		record('00:40:00');
		expect(await polls.at('2026-03-15T00:45:00Z')).toMatchObject([{ spend: 0.3 }]);
		expect(world.service.journal[1]?.query).toMatchObject({
			startTimestamp: '2026-03-15T00:00:00.000Z',
			endTimestamp: '2026-03-15T00:30:02.000Z',
		});
	});

	it('comes to the same when what polls without items kept is forgotten', async () => {
		const polls = new PollSeries(world, parameters);
		const told: unknown[] = [];
		for (let minute = 10; minute < 59; minute++) {
			record(`00:${minute}:00`, { amount: -0.011 });
			const before = structuredClone(polls.staticData);
			const items = await polls.at(`2026-03-15T00:${minute}:30Z`);
			if (items === null) polls.staticData = before;
			told.push(...(items ?? []));
		}
		expect(told).toMatchObject([{ spend: 0.308, passedAt: '2026-03-15T00:37:00.000Z' }]);
	});

	it('counts again from the start of the period when the filter changes', async () => {
		const polls = new PollSeries(world, parameters);
		record('00:10:00', { sku: 'image-basic-image', amount: -0.2 });
		record('00:11:00', { amount: -0.2 });
		expect(await polls.at('2026-03-15T00:15:00Z')).toHaveLength(1);
		record('00:20:00', { sku: 'image-basic-image' });
		polls.parameters = { ...parameters, options: { timeZone: 'UTC', product: 'image-*' } };
		expect(await polls.at('2026-03-15T00:25:00Z')).toMatchObject([{ spend: 0.3 }]);
	});
});

describe('a manual test', () => {
	const times = ['00:22:00', '00:25:00', '00:30:00'];

	it.each([
		['entries', 3],
		['summary', 1],
		['threshold', 1],
	])('shows %s in their form, with IDs, and keeps no state', async (emit, count) => {
		for (const time of times) record(time);
		const polls = new PollSeries(world, { emit, threshold: 5, period: 'day' });
		const items = await polls.at('2026-03-15T00:31:00Z', { mode: 'manual' });
		expect(items).toHaveLength(count);
		for (const { id } of items ?? []) expect(id).toMatch(/^[0-9a-f]{32}$/);
		if (emit === 'threshold')
			expect(items).toMatchObject([{ example: true, threshold: 5, passedAt: null }]);
		expect(polls.staticData).toEqual({});
	});

	it('shows the IDs that the entries will have', async () => {
		for (const time of [...times, ...times]) record(time);
		const polls = new PollSeries(world, from);
		const shown = await polls.at('2026-03-15T00:31:00Z', { mode: 'manual' });
		expect(await polls.at('2026-03-15T00:35:00Z')).toEqual(shown);
		expect(new Set(shown?.map(({ id }) => id)).size).toBe(6);
	});
});
