import { HumanMessage } from '@langchain/core/messages';

import { typed } from '../../coverage/given';
import { until } from '../../engine/until';
import { WALLETS, withService } from '../withService';
import { chatModel, streamed } from './chatModel';

const world = withService();
const hello = [new HumanMessage('Hello')];
const path = '/chat/completions';

/** What a promise is rejected with. */
async function failure(promise: Promise<unknown>) {
	const [outcome] = await Promise.allSettled([promise]);
	if (outcome.status === 'fulfilled') throw new Error('It went well');
	return outcome.reason as Error & Record<string, unknown>;
}

/** Everything an object holds, errors with their hidden properties and causes included. */
function everything(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}=${everything(Reflect.get(value, name), seen)}`)
		.join('\n');
}

describe('many calls at once', () => {
	test('50 are all answered and paid once, although 20 are refused at first', async () => {
		const reset = String(Math.ceil(Date.now() / 1000) + 5);
		const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': reset };
		const body = { error: 'Slow down', code: 'RATE_LIMIT_EXCEEDED' };
		world.service.fault({ path, status: 429, times: 20, headers, body });
		const { response, shown, hints } = await chatModel(world.access, {
			options: { retriesAndLimits: { maxWait: 600 } },
		});
		const questions = Array.from({ length: 50 }, (_, index) => `Question ${index}`);
		const answers = await Promise.all(
			questions.map(async (text) => await response.invoke([new HumanMessage(text)])),
		);
		expect(answers.map(({ content }) => content)).toEqual(
			questions.map((text) => `You said “${text}”`),
		);
		expect(world.service.ledger).toHaveLength(50);
		expect(world.service.requests(path)).toHaveLength(70);
		expect(world.service.maxInFlight).toBeLessThanOrEqual(5);
		expect(shown()).toHaveLength(50);
		expect(shown().every(({ tokenUsage }) => tokenUsage !== undefined)).toBe(true);
		expect(hints()).toEqual([
			'Requests of this node failed and were retried 20 times. Failed attempts were not charged.',
		]);
	});
});

test('Max Concurrent Requests limits the calls in flight', async () => {
	world.service.fault({ path, delayMs: 300, times: 7 });
	const { response } = await chatModel(world.access, {
		options: { retriesAndLimits: { maxConcurrentRequests: 3 } },
	});
	await Promise.all(Array.from({ length: 7 }, async () => await response.invoke(hello)));
	expect(world.service.maxInFlight).toBe(3);
});

describe('what is refused', () => {
	test('is explained, in the sub-node too, and not tried again', async () => {
		world.service.fault({
			path,
			status: 400,
			body: { error: 'Invalid', details: { temperature: { _errors: ['Too hot'] } } },
		});
		const { response, shown } = await chatModel(world.access);
		const error = await failure(response.invoke(hello));
		expect(error.message).toBe(
			'The service does not accept these values: Invalid · temperature: Too hot',
		);
		expect(error).toMatchObject({
			description: expect.stringMatching(/Status 400 · Request ID \w+/),
			httpCode: '400',
			functionality: 'configuration-node',
		});
		expect(shown()[0]?.error).toBe(error);
		expect(world.service.requests(path)).toHaveLength(1);
	});

	test.each([
		['a broken connection', { cut: 'before' as const, processed: true }],
		['a gateway that gave up', { status: 504, processed: true }],
	])('%s is not paid for twice', async (_what, fault) => {
		world.service.fault({ path, ...fault });
		const { response } = await chatModel(world.access);
		const error = await failure(response.invoke(hello));
		expect(error.message).toMatch(/may have been charged/);
		expect(world.service.requests(path)).toHaveLength(1);
	});

	test('a stream that breaks off says so and keeps what had come', async () => {
		world.service.fault({ path, cut: 'midway' });
		const { response } = await chatModel(world.access);
		const error = await failure(streamed(response, [new HumanMessage('Hello '.repeat(40))]));
		expect(error.message).toMatch(/^The answer ended early after \d+ characters/);
		expect(error).toMatchObject({ context: { partialAnswer: { object: 'chat.completion' } } });
	});

	test.each([
		[{ model: typed('') }, 'Model must not be empty'],
		[{ options: { temperature: 3 } }, 'Temperature must be a number from 0 to 2, but 3 was given'],
		[
			{ options: { retriesAndLimits: { maxWait: -1 } } },
			'Max Wait (Seconds) must be a number from 0 to 3600, but -1 was given',
		],
		[
			{ options: { retriesAndLimits: { timeout: 'x' } } },
			'Timeout (Seconds) must be a number from 1 to 3600, but "x" was given',
		],
		[{ responseFormat: 'json_schema' }, 'JSON Schema must not be empty'],
	])('%j is refused before anything is sent', async (parameters, sentence) => {
		const error = await failure(chatModel(world.access, parameters));
		expect(error.message).toContain(sentence);
		expect(world.service.journal).toEqual([]);
	});
});

describe('when the user stops', () => {
	test.each(['whole', 'streamed'])('a %s answer ends at once', async (way) => {
		// Longer than a test may take.
		world.service.fault({ path, delayMs: 600_000 });
		const stop = new AbortController();
		const { response } = await chatModel(world.access, {}, { signal: stop.signal });
		const asked = failure(way === 'whole' ? response.invoke(hello) : streamed(response, hello));
		await until(() => world.service.journal.length > 0);
		stop.abort();
		expect((await asked).message).toBe('The execution was canceled');
	});

	test('the agent’s own signal counts as well, in the middle of a stream', async () => {
		world.service.fault({ path, slow: { pieces: 20, everyMs: 100 } });
		const { response } = await chatModel(world.access);
		const stop = new AbortController();
		const pieces: unknown[] = [];
		const reading = (async () => {
			const stream = await response.stream([new HumanMessage('Hello '.repeat(60))], {
				signal: stop.signal,
			});
			for await (const { content } of stream) {
				pieces.push(content);
				if (pieces.length === 3) stop.abort();
			}
		})();
		await failure(reading);
		expect(pieces.length).toBeLessThan(6);
	});
});

describe('a wallet', () => {
	test('signs each call again, streamed or not', async () => {
		world.service.credit(WALLETS.evm.address, 5);
		const { response } = await chatModel(world.walletAccess(), { authentication: 'wallet' });
		await Promise.all(Array.from({ length: 12 }, async () => await response.invoke(hello)));
		await streamed(response, hello);
		const headers = world.service.requests(path).map((entry) => entry.headers['sign-in-with-x']);
		expect(headers.every((header) => typeof header === 'string')).toBe(true);
		expect(new Set(headers).size).toBe(13);
		expect(world.service.requests(path).every(({ status }) => status === 200)).toBe(true);
		expect(world.service.maxInFlight).toBeLessThanOrEqual(5);
	});
});

describe('no secret shows', () => {
	test.each([
		['a good answer', undefined],
		['a refusal', { path, status: 401, body: { error: 'No' } }],
		['a broken connection', { path, cut: 'before' as const }],
	])('no secret shows with %s', async (_what, fault) => {
		for (const wallet of [false, true]) {
			world.service.credit(WALLETS.evm.address, 5);
			if (fault) world.service.fault({ ...fault, times: 2 });
			const access = wallet ? world.walletAccess() : world.access;
			const supplied = await chatModel(access, { authentication: wallet ? 'wallet' : 'apiKey' });
			const outcomes = await Promise.allSettled([
				supplied.response.invoke(hello),
				streamed(supplied.response, hello),
			]);
			const shown = { outcomes, runData: supplied.runData, logs: supplied.logs };
			const whole = everything(shown) + JSON.stringify(supplied.metadata());
			expect(whole.length).toBeGreaterThan(500);
			expect(whole).not.toContain(world.service.keys.user);
			expect(whole).not.toContain('Bearer');
			expect(whole.toLowerCase()).not.toContain(WALLETS.evm.privateKey);
			for (const { headers } of world.service.requests(path)) {
				const header = headers['sign-in-with-x'];
				if (header !== undefined) expect(whole).not.toContain(header);
			}
			expect(JSON.stringify(supplied.response.toJSON())).toContain('text-basic');
		}
	});
});
