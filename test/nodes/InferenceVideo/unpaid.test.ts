import { WALLETS, withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService();
const { generate, retrieve } = videoRuns(world);
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { prompt: `Boat ${index}` } }));
const prompt = '={{ $json.prompt }}';
const broke = { status: 402, body: { error: 'Insufficient balance' } };

describe('money that runs out', () => {
	it('leaves the jobs that were paid for to be brought to their end', async () => {
		world.service.fault({ path: '/video/queue', delayMs: 1, times: 3 });
		world.service.fault({ path: '/video/queue', ...broke, times: 9 });
		const { outputs } = await generate(
			{ prompt, options: { retriesAndLimits: { maxConcurrentRequests: 1 } } },
			{ items: items(6), continueOnFail: 'continueErrorOutput' },
		);
		expect(outputs[0]?.map(({ json }) => json.done)).toEqual([true, true, true]);
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^The account does not have enough credit for this call/),
			expect.stringMatching(
				/^Skipped after an earlier item was refused: The account does not have enough/,
			),
			expect.stringMatching(
				/^Skipped after an earlier item was refused: The account does not have enough/,
			),
		]);
		expect(world.service.requests('/video/queue')).toHaveLength(4);
		expect(world.service.ledger).toHaveLength(3);
	});

	it('asks after jobs no faster for it', async () => {
		world.service.fault({ path: '/video/queue', delayMs: 1 });
		world.service.fault({ path: '/video/queue', ...broke });
		await generate({ prompt }, { items: items(2), continueOnFail: 'continueErrorOutput' });
		const polls = world.service.requests('/video/retrieve').length;
		expect(polls).toBeGreaterThan(2);
		expect(polls).toBeLessThan(15);
	});

	it('ends the wait for a job that was there, when not even asking after it is allowed any more', async () => {
		const body = { status: 'PROCESSING', average_execution_time: 100, execution_duration: 10 };
		const running = { path: '/video/retrieve', status: 200, body };
		const refused = { ...running, status: 401, body: { error: 'Invalid API key' } };
		world.service.fault({ ...running, times: 2 });
		world.service.fault(refused);
		world.service.fault({ ...running, times: Infinity });
		const { outputs } = await generate(
			{ prompt },
			{ items: items(2), continueOnFail: 'continueErrorOutput' },
		);
		const errors = outputs[1]?.map(({ json }) => String(json.error)).sort();
		expect(errors).toEqual([
			expect.stringMatching(/^Skipped after an earlier item was refused: .*\(job \S+/s),
			expect.stringMatching(/^The service does not accept the API key.*\(job \S+/s),
		]);
	});

	it('names every job when not even asking after it is allowed any more', async () => {
		world.service.fault({ path: '/video/retrieve', delayMs: 1 });
		world.service.fault({ path: '/video/retrieve', ...broke, times: 99 });
		const { outputs } = await generate(
			{ prompt },
			{ items: items(4), continueOnFail: 'continueErrorOutput' },
		);
		expect(outputs[1]).toHaveLength(4);
		for (const { json, error } of outputs[1] ?? []) {
			const [, queueId] = /.*\(job (\S+) of the model video-basic\)/.exec(String(json.error)) ?? [];
			expect(error).toMatchObject({ context: { queueId, model: 'video-basic' } });
			expect(error).toMatchObject({ description: expect.stringContaining('with Retrieve') });
		}
		expect(world.service.requests('/video/retrieve').length).toBeLessThanOrEqual(6);
		expect(world.service.ledger).toHaveLength(4);
	});

	it('sends to Retrieve instead of a second purchase', async () => {
		world.service.fault({ path: '/video/retrieve', ...broke });
		const { error } = await generate();
		expect(error?.message).toMatch(
			/does not have enough credit.*\(job \S+ of the model video-basic\)/,
		);
		expect(error?.description).toMatch(/^Add credit first\. The job was queued.*with Retrieve/);
		expect(error?.description).not.toContain('Nothing was charged');
		world.service.advance(300_000);
		const again = await retrieve('video-basic', error?.context?.queueId);
		expect(again.outputs[0]?.[0]?.json).toMatchObject({ done: true });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('leaves the job of a wallet, too', async () => {
		world.service.credit(WALLETS.evm.address, 0.3);
		const { outputs } = await generate(
			{
				authentication: 'wallet',
				prompt,
				options: { retriesAndLimits: { maxConcurrentRequests: 1 } },
			},
			{ ...world.walletAccess(), items: items(3), continueOnFail: 'continueErrorOutput' },
		);
		expect(outputs[0]?.map(({ json }) => json.done)).toEqual([true]);
		expect(outputs[1]?.map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^The wallet does not have enough credit/),
			expect.stringMatching(
				/^Skipped after an earlier item was refused: The wallet does not have enough/,
			),
		]);
		expect(world.service.ledger).toHaveLength(1);
	});
});

describe('the media of a job', () => {
	it.each([429, 500, 503])('are deleted although the first try meets a %i', async (status) => {
		world.service.fault({ path: '/video/complete', status, body: { error: 'Not now' }, times: 2 });
		const { item } = await generate({ options: { deleteMediaOnCompletion: true } });
		expect(item.json).toMatchObject({ done: true, mediaDeleted: true });
		expect(world.service.requests('/video/complete')).toHaveLength(3);
	});
});
