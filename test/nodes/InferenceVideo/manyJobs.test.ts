import { clock } from '../../../lib/core/clock';
import { fastClock } from '../../engine/fastClock';
import { rounds } from '../../rounds';
import { withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService({ now: () => clock.now() });
const { generate } = videoRuns(world);
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { prompt: `Boat ${index}` } }));

const JOBS = rounds(20, 200);

describe('many jobs at once', () => {
	const fast = fastClock(60);
	beforeEach(() => {
		jest.restoreAllMocks();
		fast.install();
	});
	afterEach(() => fast.restore());

	it('are queued while others are waited for, with two requests at a time', async () => {
		world.service.fault({ path: '/video/queue', delayMs: 100, times: 10 });
		const { outputs, error } = await generate(
			{
				prompt: '={{ $json.prompt }}',
				options: { retriesAndLimits: { maxConcurrentRequests: 2 } },
			},
			{ items: items(10) },
		);
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(10);
		outputs[0]?.forEach(({ json, pairedItem }, index) => {
			expect(pairedItem).toEqual({ item: index });
			expect(json.done).toBe(true);
		});
		expect(new Set(outputs[0]?.map(({ json }) => json.queueId)).size).toBe(10);
		const queued = world.service.requests('/video/queue');
		expect(queued).toHaveLength(10);
		const first = Math.min(...queued.map(({ at }) => at));
		// A job takes a minute: more of them than there are places were queued before the first could be done.
		expect(queued.filter(({ at }) => at - first < 60_000).length).toBeGreaterThan(2);
		expect(world.service.maxInFlight).toBe(2);
		expect(world.service.ledger).toHaveLength(10);
	});

	it('are listed in the error of a run that ends with another item', async () => {
		const { error } = await generate(
			{ prompt: '={{ $json.prompt }}' },
			{ items: [...items(2), { json: { prompt: 'Boat [refused]' } }] },
		);
		expect(error).toMatchObject({ httpCode: '422', context: { itemIndex: 2 } });
		const { ledger } = world.service;
		expect(error?.context?.paidWork).toHaveLength(ledger.length);
		for (const job of error?.context?.paidWork as unknown[]) {
			expect(job).toEqual({ model: 'video-basic', queueId: expect.any(String) });
		}
	});

	it('go on beside one that fails when the user chose so', async () => {
		const { outputs } = await generate(
			{ prompt: '={{ $json.prompt }}' },
			{
				items: [{ json: { prompt: 'Boat [kept]' } }, ...items(2)],
				continueOnFail: 'continueErrorOutput',
			},
		);
		expect(outputs[0]?.map(({ json }) => json.done)).toEqual([true, true]);
		expect(outputs[1]?.[0]?.json.error).toMatch(
			/\(job \S+ of the model video-basic\); the call was charged \[item 1 of 3\]$/,
		);
		expect(world.service.ledger).toHaveLength(3);
	});

	it('all come to their end with few polls, and no call is refused', async () => {
		const run = await generate({ prompt: '={{ $json.prompt }}' }, { items: items(JOBS) });
		expect(run.items).toHaveLength(JOBS);
		expect(run.items.every(({ json }) => json.done === true)).toBe(true);
		const polls = world.service.requests('/video/retrieve');
		expect(polls.length).toBeLessThan(JOBS * 8);
		expect(world.service.journal.filter(({ status }) => status >= 400)).toEqual([]);
		expect(world.service.ledger).toHaveLength(JOBS);
	});
});
