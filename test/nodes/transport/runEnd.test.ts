import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceChat();
const run = world.runner(node);
const path = '/chat/completions';
const parameters = {
	model: typed('text-mini'),
	prompt: '={{ $json.prompt }}',
	options: { retriesAndLimits: { maxWait: 3600 } },
};
const items = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { prompt: `Question ${index}` } }));
const refusal = { status: 422, body: { error: 'No' } };

/** The answer to the first item comes after the others have begun to wait. */
function meanwhile(trouble: object, end: object): void {
	world.service.fault({ path, delayMs: 300, ...end });
	world.service.fault({ path, ...trouble, times: 3 });
}

describe('the end of a run', () => {
	it.each([
		['the next try', { status: 503, headers: { 'retry-after': '900' }, body: { error: 'Busy' } }],
		[
			'the reset of a limit',
			{
				status: 429,
				headers: { 'retry-after': '900' },
				body: { error: 'Slow down', code: 'RATE_LIMIT_EXCEEDED' },
			},
		],
	])('ends waits for %s', async (_what, trouble) => {
		// Waits take their time here, and are longer than a test may take: the end has to come during one.
		jest.restoreAllMocks();
		meanwhile(trouble, refusal);
		const { error } = await run(parameters, { items: items(4) });
		expect(error?.message).toMatch(/No \[item \d of 4\]$/);
		expect(world.service.requests(path).length).toBeLessThanOrEqual(4);
		expect(world.service.ledger).toEqual([]);
	});

	it('is named as the cause by the items that waited, where the node continues', async () => {
		jest.restoreAllMocks();
		const busy = { status: 503, headers: { 'retry-after': '900' }, body: { error: 'Busy' } };
		meanwhile(busy, { status: 401, body: { error: 'Authentication failed' } });
		const { outputs } = await run(parameters, {
			items: items(4),
			continueOnFail: 'continueRegularOutput',
		});
		const said = outputs[0]?.map(({ json }) => String(json.error)) ?? [];
		expect(said[0]).toMatch(/does not accept the API key/);
		for (const text of said.slice(1)) {
			expect(text).toMatch(
				/^Skipped after an earlier item was refused: The service does not accept/,
			);
		}
	});

	it('does not come for an item that failed alone, and the others wait on', async () => {
		world.service.fault({ path, ...refusal });
		world.service.fault({ path, status: 503, body: { error: 'Busy' }, times: 2 });
		const { outputs } = await run(parameters, {
			items: items(3),
			continueOnFail: 'continueErrorOutput',
		});
		expect(outputs.map((branch) => branch.length)).toEqual([2, 1]);
		expect(world.waited).toBeGreaterThan(0);
	});
});

it('comes for one key alone, where an expression in the credential has a key for each item', async () => {
	const { poor, user } = world.service.keys;
	const apiKey = `={{ ({ poor: '${poor}', rich: '${user}' })[$json.customer] }}`;
	const customers = ['poor', 'rich', 'poor', 'nobody', 'rich'];
	const { outputs } = await run(
		{ ...parameters, prompt: 'Hello', options: { retriesAndLimits: { maxConcurrentRequests: 1 } } },
		{
			...world.accessWith({ apiKey }),
			items: customers.map((customer) => ({ json: { customer } })),
			continueOnFail: 'continueRegularOutput',
		},
	);
	const said = (outputs[0] ?? []).map(({ json }) => String(json.error ?? 'answered'));
	expect(said[1]).toBe('answered');
	expect(said[2]).toMatch(/^Skipped after an earlier item was refused/);
	expect(said[3]).toMatch(/The credential has no API Key/);
	expect(said[4]).toBe('answered');
	const sent = world.service.requests(path).map(({ headers }) => headers.authorization);
	expect(sent).toEqual([`Bearer ${poor}`, `Bearer ${user}`, `Bearer ${user}`]);
});
