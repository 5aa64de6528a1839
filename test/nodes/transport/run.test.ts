import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';
import { withOptions } from '../../engine/withOptions';

const world = withService();
const run = world.runner(new InferenceChat());
const parameters = { model: typed('text-mini'), prompt: '={{ $json.prompt }}' };
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { prompt: `Question ${index}` } }));

describe('a run of many items', () => {
	it('has at most five requests in flight, and keeps items and answers together', async () => {
		world.service.fault({ path: '/chat/completions', times: 13, delayMs: 150 });
		const { outputs, error } = await run(parameters, { items: items(13) });
		expect(error).toBeUndefined();
		expect(world.service.maxInFlight).toBe(5);
		expect(world.service.ledger).toHaveLength(13);
		outputs[0]?.forEach((item, index) => {
			expect(item.pairedItem).toEqual({ item: index });
			expect(item.json.text).toContain(`Question ${index}`);
		});
	});

	it('has as many in flight as Max Concurrent Requests says', async () => {
		world.service.fault({ path: '/chat/completions', times: 5, delayMs: 150 });
		await run(withOptions(parameters, { retriesAndLimits: { maxConcurrentRequests: 2 } }), {
			items: items(5),
		});
		expect(world.service.maxInFlight).toBe(2);
	});

	it('sends nothing at all when one item can be known to be wrong', async () => {
		const mixed = [...items(2), { json: { prompt: ' ' } }];
		const { error } = await run(parameters, { items: mixed });
		expect(error?.message).toBe('Prompt must not be empty [item 3 of 3]');
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
		expect(world.service.journal).toEqual([]);
	});

	it('buys nothing more once an item has failed and the run ends with it', async () => {
		world.service.fault({ path: '/chat/completions', status: 422, body: { error: 'No' } });
		world.service.fault({ path: '/chat/completions', delayMs: 50, times: 20 });
		const { error } = await run(parameters, { items: items(20) });
		expect(error?.message).toMatch(/refuses this content: No/);
		expect(world.service.journal.length).toBeLessThanOrEqual(5);
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'one item fails in its own words, and the others go on, with %s',
		async (continueOnFail) => {
			const mixed = [...items(1), { json: { prompt: '' } }, { json: { prompt: 'Question 2' } }];
			const { outputs, error } = await run(parameters, { items: mixed, continueOnFail });
			expect(error).toBeUndefined();
			const all = outputs.flat();
			const failed = all.find((item) => item.json.error !== undefined);
			expect(failed?.json.error).toBe('Prompt must not be empty [item 2 of 3]');
			expect(failed?.pairedItem).toEqual({ item: 1 });
			expect(all).toHaveLength(3);
			if (continueOnFail === 'continueErrorOutput') {
				expect(outputs.map((branch) => branch.length)).toEqual([2, 1]);
			}
			expect(world.service.ledger).toHaveLength(2);
		},
	);

	it('stops the unsent rest after a refused key, each item with the cause', async () => {
		const { outputs } = await run(parameters, {
			...world.accessWith({ apiKey: 'wrong' }),
			items: items(12),
			continueOnFail: 'continueRegularOutput',
		});
		expect(outputs[0]).toHaveLength(12);
		expect(outputs[0]?.[11]?.json.error).toMatch(
			/^Skipped after an earlier item was refused: The service does not accept the API key.* \[item 12 of \d+\]$/,
		);
		expect(world.service.journal.length).toBeLessThanOrEqual(5);
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'does not try an item again once the account is empty (%s)',
		async (continueOnFail) => {
			world.service.fault({ status: 503, body: { error: 'Busy' }, delayMs: 400 });
			world.service.fault({ status: 402, body: { error: 'Empty', code: 'INSUFFICIENT_BALANCE' } });
			const { outputs, error } = await run(
				withOptions(parameters, { retriesAndLimits: { maxConcurrentRequests: 2 } }),
				{ items: items(4), continueOnFail },
			);
			expect(world.service.journal).toHaveLength(2);
			expect(world.service.ledger).toEqual([]);
			if (continueOnFail === undefined) {
				expect(error).toMatchObject({ httpCode: '402', context: { itemIndex: 1 } });
			} else {
				const said = outputs[0]?.map(({ json }) => String(json.error)) ?? [];
				expect(said).toHaveLength(4);
				expect(
					said.filter((text) => text.startsWith('Skipped after an earlier item')),
				).toHaveLength(3);
			}
		},
	);

	it('is not run again by Retry On Fail when it continues after failures', async () => {
		world.service.fault({ path: '/chat/completions', status: 400, body: { error: 'No' } });
		await run(parameters, {
			items: items(3),
			continueOnFail: 'continueRegularOutput',
			retryOnFail: { maxTries: 3 },
		});
		expect(world.service.journal).toHaveLength(3);
	});
});
