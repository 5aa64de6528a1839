import type { Embedder } from '../../../lib/chat/agents/embedder';
import { chargesSeen } from '../../../lib/cost/seenCharges';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { supply } from '../../engine/supply';
import { until } from '../../engine/until';
import { inGroups, withOptions } from '../../engine/withOptions';
import { sample } from '../../rounds';
import { findModel } from '../../service/models/catalogue';
import { usd } from '../../service/models/model';
import { withService } from '../withService';
import { chat } from './paidCases';

const world = withService({
	limits: { S: 1e6, L: 1e6, tokens: { S: 1e9, L: 1e9 } },
	balances: { usd: 1e6 },
});
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ json: { at } }));
const ask = { prompt: '=Write all you can about {{ $json.at }}', model: typed('text-code') };
const calls = () => world.service.ledger.length;

const run = async (
	count: number,
	settings: Record<string, unknown> = {},
	{ options = {}, ...more }: Partial<RunNodeOptions> & { options?: object } = {},
) =>
	await world.run({
		...{ node: chat, items: items(count), continueOnFail: 'continueRegularOutput' },
		parameters: withOptions(ask, { ...options, ...inGroups(settings) }),
		...more,
	});

/** What one call is charged, where it answers shortly. */
async function priceOfOne(options: object = {}): Promise<number> {
	await run(1, {}, { options });
	const { spent } = world;
	return spent;
}

describe('an answer under a cap', () => {
	const cap = 0.02;
	const whole = { stream: false };
	const capped = (): Pick<RunNodeOptions, 'credentials' | 'credentialTypes'> =>
		world.accessWith({ maxCostPerRun: cap });

	it.each([
		['whole', { options: whole }],
		['streamed', { options: { stream: true } }],
		['as a tool', { asTool: true }],
		['three at once', { items: items(3) }],
	] as const)('is as long as the cap allows: %s', async (_name, how) => {
		world.service.answers({ tokens: 'all' });
		await run(1, {}, { ...capped(), ...how } as Partial<RunNodeOptions>);
		expect(world.spent).toBeLessThanOrEqual(cap);
		expect(world.spent).toBeGreaterThan(cap / 2);
	});

	it.each([true, false])('holds through the chat model (streamed: %p)', async (streams) => {
		world.service.answers({ tokens: 'all' });
		const { response } = await supply<{
			invoke(question: string): Promise<unknown>;
			stream(question: string): Promise<AsyncIterable<unknown>>;
		}>({ ...capped(), node: new LmChatInference(), parameters: { model: ask.model } });
		if (streams) for await (const piece of await response.stream('Go on')) void piece;
		else await response.invoke('Go on');
		expect(world.spent).toBeLessThanOrEqual(cap);
		expect(world.spent).toBeGreaterThan(cap / 2);
		await expect(response.invoke('Go on')).rejects.toThrow(/is left under Max Cost per Run/);
	});

	it('adds nothing where the model or the user allows less', async () => {
		await run(1, { maxCostPerRun: 5 }, { options: whole });
		await run(1, { maxCostPerRun: 5 }, { options: { ...whole, maxCompletionTokens: 30 } });
		const limits = world.service
			.requests('/chat/completions')
			.map(({ body }) => (body as Record<string, unknown>).max_completion_tokens);
		expect(limits).toEqual([undefined, 30]);
	});

	it('says that the cap has cut it', async () => {
		world.service.answers({ tokens: 'all' });
		const { item } = await run(1, {}, { ...capped(), options: whole });
		expect(item.json.cutBy).toBe('maxCostPerRun');
		const { usd } = world.service.ledger[0] ?? {};
		expect(item.json.cutNote).toBe(
			`Cut after ${String(item.json.outputTokens)} tokens: Max Cost per Run left no more. ${usd} USD was charged. Raise the limit.`,
		);
	});

	it('is not asked again with more room', async () => {
		world.service.answers({ tokens: 'all' });
		const checkAnswer = { ifItIsCutOff: 'askAgain' };
		await run(1, {}, { ...capped(), options: { ...whole, checkAnswer } });
		expect(world.service.requests('/chat/completions')).toHaveLength(1);
	});

	it('holds for the embeddings of a vector store', async () => {
		const { response } = await supply<Embedder>({
			...{ ...world.accessWith({ maxCostPerRun: 1e-5 }), node: new EmbeddingsInference() },
			parameters: { model: typed('embedding-basic') },
		});
		for (let count = 0; count < 50; count++)
			await response.embedQuery('x'.repeat(80)).catch(() => undefined);
		expect(world.spent).toBeLessThanOrEqual(1e-5);
		expect(world.spent).toBeGreaterThan(0.9e-5);
	});
});

describe('a cap lets all go that fits', () => {
	it.each([
		['a large limit', { maxCompletionTokens: 32_000, stream: false }, 100, 100],
		['a small limit', { maxCompletionTokens: 4_096 }, 55, 55],
		['no limit', {}, 18, 30],
		['half of them', { stream: false }, 50, 100],
	])('chats with %s', async (_name, options, fitting, count) => {
		const one = await priceOfOne(options);
		world.service.reset();
		await run(count, { maxCostPerRun: one * (fitting + 0.1) }, { options });
		expect(world.spent).toBeLessThanOrEqual(one * (fitting + 0.1));
		expect(calls()).toBeGreaterThanOrEqual(Math.floor(fitting * 0.95));
	});

	it('decisions are bounded by their questions', async () => {
		const question = { answerName: 'a', type: 'yesOrNo', instructions: 'A refund?' };
		const decide = async (count: number, settings: object) =>
			await world.run({
				...{ node: new InferenceDecisions(), items: items(count) },
				continueOnFail: 'continueRegularOutput',
				parameters: {
					...{ about: 'text', text: '=Review {{ $json.at }}', questions: { question: [question] } },
					options: inGroups(settings),
				},
			});
		await decide(60, {});
		const { spent } = world;
		world.service.reset();
		chargesSeen.clear();
		await decide(60, { maxCostPerRun: spent });
		expect(world.spent).toBeLessThanOrEqual(spent);
		expect(calls()).toBeGreaterThanOrEqual(57);
	});

	it('stops nothing with On Error: Stop', async () => {
		const one = await priceOfOne();
		world.service.reset();
		const { error, outputs } = await run(
			40,
			{ maxCostPerRun: one * 45 },
			{ continueOnFail: undefined },
		);
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(40);
	});
});

const CAPS = [1, 2, 7, 30, 100];
const IN_FLIGHT = [1, 4, 19];
const ANSWERS = [5, 'all', 300] as const;
const ledger = CAPS.flatMap((fitting) =>
	IN_FLIGHT.flatMap((maxConcurrentRequests) =>
		ANSWERS.map((tokens, at) => ({
			...{ fitting, maxConcurrentRequests, tokens },
			isSeen: (fitting + maxConcurrentRequests + at) % 2 === 0,
		})),
	),
);

it.each(sample(ledger, 3))(
	'no cap is passed: $fitting calls, $maxConcurrentRequests in flight, answers of $tokens tokens (seen: $isSeen)',
	async ({ fitting, maxConcurrentRequests, tokens, isSeen }) => {
		const options = { maxCompletionTokens: 600, stream: false };
		world.service.answers({ tokens });
		const one = await priceOfOne(options);
		world.service.reset();
		world.service.answers({ tokens });
		if (!isSeen) chargesSeen.clear();
		const cap = Number((one * fitting * 1.001).toFixed(10));
		await run(fitting + 20, { maxCostPerRun: cap, maxConcurrentRequests }, { options });
		expect(world.spent).toBeLessThanOrEqual(cap);
		expect(calls()).toBeGreaterThanOrEqual(Math.min(fitting - 1, Math.floor(fitting * 0.95)));
	},
);

describe('a model of any price', () => {
	const model = findModel('text-code', 'text');
	const { price, record } = model;
	const { pricing } = record.model_spec;
	afterEach(() => {
		model.price = price;
		record.model_spec.pricing = pricing;
	});

	it.each(
		[0.05, 15, 600].flatMap((output) => [1, 5, 19].map((inFlight) => ({ output, inFlight }))),
	)(
		'holds to its cap at $output USD per million, with $inFlight in flight, however long it answers',
		async ({ output, inFlight: maxConcurrentRequests }) => {
			const input = output / 10;
			model.price = { input, output };
			record.model_spec.pricing = { input: usd(input), output: usd(output) };
			const options = { stream: false };
			for (const tokens of ['all', 20] as const) {
				chargesSeen.clear();
				world.service.answers({ tokens });
				const one = await priceOfOne(options);
				world.service.reset();
				world.service.answers({ tokens });
				const cap = Number((one * 10.5).toFixed(10));
				await run(20, { maxCostPerRun: cap, maxConcurrentRequests }, { options });
				expect(world.spent).toBeLessThanOrEqual(cap);
				expect(calls()).toBeGreaterThanOrEqual(9);
				world.service.reset();
			}
		},
	);
});

describe('a service that keeps to nothing passes a cap by one call', () => {
	it.each([{ chargeFactor: 4 }, { tokens: 8_000, ignoresLimit: true }])(
		'one that would %j',
		async (manner) => {
			world.service.answers(manner);
			for (let count = 0; count < 3; count++) await run(1);
			const one = world.spent / 3;
			world.service.reset();
			world.service.answers(manner);
			const cap = one * 4.5;
			await run(20, { maxCostPerRun: cap, maxConcurrentRequests: 19 });
			expect(world.spent).toBeLessThanOrEqual(cap + one);
			expect(calls()).toBeGreaterThanOrEqual(3);
		},
	);
});

describe('a call that waits for money', () => {
	/** Holds the first answer back until it is let go, so that a second call has to wait. */
	const holdFirst = () => {
		let letGo = () => undefined as void;
		const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
		world.service.fault({
			path: '/chat/completions',
			rewriteAnswer: async (answer) => {
				await isLetGo;
				return answer;
			},
		});
		return letGo;
	};
	const waiting = async (settings: object, more: Partial<RunNodeOptions> = {}) => {
		const letGo = holdFirst();
		const result = run(2, { maxCostPerRun: 0.01, ...settings }, { ...more });
		await until(() => world.service.journal.some(({ path }) => path === '/chat/completions'));
		return { letGo, result };
	};

	it('goes on once the first has ended, and the log and the execution say that it waited', async () => {
		const { letGo, result } = await waiting({});
		await until(() => world.service.requests('/chat/completions').length === 1);
		setTimeout(letGo, 20);
		const { outputs, logs, customData } = await result;
		expect(outputs[0]?.map(({ error }) => error)).toEqual([undefined, undefined]);
		const said = logs.filter((line) => line.includes('for Max Cost per Run (0.01 USD)'));
		expect(said).toEqual([
			expect.stringMatching(
				/^info: "Inference Chat": 1 item waits for Max Cost per Run \(0\.01 USD\): 0 spent, 0\.01 held by 1 running call\. A lower Max Answer Length lets more run at once\.$/,
			),
		]);
		expect(customData.inferenceCapWaits).toMatch(/^1 of 2 items waited .+ in all$/);
	});

	it('waits no longer than Max Wait', async () => {
		const { letGo, result } = await waiting({ maxWait: 0.1 });
		setTimeout(letGo, 400);
		const { outputs } = await result;
		const [, second] = outputs[0] ?? [];
		expect(String(second?.json.error)).toMatch(/^Not sent: 0\.1 seconds were not enough\. /);
		expect(calls()).toBe(1);
	});

	it('ends its wait with the execution', async () => {
		let stop = () => undefined as void;
		const abortOn = new Promise<void>((resolve) => (stop = resolve));
		const { letGo, result } = await waiting({}, { abortOn });
		stop();
		const { status } = await result;
		letGo();
		expect(status).toBe('canceled');
		expect(world.service.requests('/chat/completions')).toHaveLength(1);
	});
});
