import { HumanMessage } from '@langchain/core/messages';

import { until } from '../../engine/until';
import { withService } from '../withService';
import { chatModel } from './chatModel';
import { inGroups } from '../../engine/withOptions';

const world = withService();
const hello = [new HumanMessage('Hello')];
const path = '/chat/completions';
const lost = { path, cut: 'before', processed: true } as const;

/** The message of what a promise is rejected with. */
async function failure(promise: Promise<unknown>): Promise<string> {
	const error: unknown = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (!(error instanceof Error)) throw new Error('It went well');
	return error.message;
}

const model = async (settings: Record<string, number>) =>
	await chatModel(world.access, { options: inGroups(settings) });

test('a lost answer is asked for again as often as the user allows, and the hint says what that may have cost', async () => {
	world.service.fault({ ...lost, times: 2 });
	const { response, hints } = await model({ repeatLostAnswers: 2 });
	const { content } = await response.invoke(hello);
	expect(content).toBe('You said “Hello”');
	expect(world.service.requests(path)).toHaveLength(3);
	expect(world.service.ledger).toHaveLength(3);
	expect(hints()).toEqual([
		'Requests of this node failed and were retried 2 times. 2 of the failed attempts may have been charged.',
	]);
});

test('the error says that the requests may have been charged when the repeats are used up', async () => {
	world.service.fault({ ...lost, times: 2 });
	const { response } = await model({ repeatLostAnswers: 1 });
	expect(await failure(response.invoke(hello))).toMatch(/may have been charged/);
	expect(world.service.requests(path)).toHaveLength(2);
});

test('a refusal after a lost answer does not hide that the lost one may have been charged', async () => {
	world.service.fault(lost);
	world.service.fault({ path, status: 400, body: { error: 'Too hot' } });
	const { response } = await model({ repeatLostAnswers: 1 });
	expect(await failure(response.invoke(hello))).toMatch(/Too hot.*may have been charged/s);
	expect(world.service.requests(path)).toHaveLength(2);
});

test('what is refused for good is not repeated', async () => {
	world.service.fault({ path, status: 400, body: { error: 'Too hot' } });
	const { response } = await model({ repeatLostAnswers: 5 });
	expect(await failure(response.invoke(hello))).not.toMatch(/may have been charged/);
	expect(world.service.requests(path)).toHaveLength(1);
});

test('a repeat counts as a call of the run', async () => {
	world.service.fault(lost);
	const { response } = await model({ repeatLostAnswers: 5, maxCallsPerRun: 1 });
	expect(await failure(response.invoke(hello))).toMatch(
		/Max Calls per Run allows.*may have been charged/s,
	);
	expect(world.service.requests(path)).toHaveLength(1);
});

test('a repeat must fit into what the run may spend, beside the lost answer', async () => {
	world.service.fault(lost);
	const { response } = await model({ repeatLostAnswers: 5, maxCostPerRun: 0.003 });
	expect(await failure(response.invoke(hello))).toMatch(
		/of 0\.003 USD is left under Max Cost per Run.*may have been charged/s,
	);
	expect(world.service.requests(path)).toHaveLength(1);
});

test('a stopped run is not asked for again', async () => {
	// Longer than a test may take.
	world.service.fault({ ...lost, delayMs: 600_000, times: 9 });
	const stop = new AbortController();
	const { response } = await model({ repeatLostAnswers: 5 });
	const asked = failure(response.invoke(hello, { signal: stop.signal }));
	await until(() => world.service.requests(path).length === 1);
	stop.abort();
	await asked;
	expect(world.service.requests(path)).toHaveLength(1);
});

test('an answer that says that the service failed is no lost one', async () => {
	const body = { error: { message: 'Prompt too long' } };
	world.service.fault({ path, status: 200, body, times: 9 });
	const { response } = await model({ repeatLostAnswers: 5 });
	expect(await failure(response.invoke(hello))).toMatch(/Prompt too long.*may have been charged/s);
	expect(world.service.requests(path)).toHaveLength(1);
});
