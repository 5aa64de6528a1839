import type { INodeParameters } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { withService } from '../withService';
import { fallbackTo } from './chosen';

const world = withService();
const asked = (path: string) =>
	world.service.requests(path).map(({ body }) => Object(body).model as string);

describe('a chat whose answer does not match its schema', () => {
	const path = '/chat/completions';
	const schema = {
		type: 'object',
		properties: { status: { enum: ['open', 'closed'] } },
		required: ['status'],
	};
	const FIT = '{"status":"open"}';
	const BAD = '{"status":"lost"}';

	/** Has a model give this answer for 0.01 USD, or the dear one for 0.5. */
	function say(model: string, content: string, usd = 0.01): void {
		const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
		const body = { id: 'c1', model, choices, cost: { usd, diem: 0 } };
		world.service.fault({ path, model, status: 200, body });
	}

	const ask = async (
		fallback: INodeParameters | undefined,
		more: Partial<RunNodeOptions> = {},
		checkAnswer: INodeParameters = {},
		options: INodeParameters = {},
	) =>
		await world.run({
			node: new InferenceChat(),
			parameters: {
				model: typed('text-mini'),
				prompt: 'Status?',
				responseFormat: 'json_schema',
				jsonSchema: JSON.stringify(schema),
				options: {
					checkAnswer: { ifItDoesNotFit: 'askNextModel', ...checkAnswer },
					...(fallback && { fallback }),
					...options,
				},
			},
			...more,
		});

	it('asks the next model, with the question alone, and says what each cost', async () => {
		say('text-mini', BAD);
		say('text-basic', FIT, 0.5);
		const { item } = await ask(fallbackTo(['text-basic']));
		expect(asked(path)).toEqual(['text-mini', 'text-basic']);
		const [, second] = world.service.requests(path);
		expect(Object(second?.body).messages).toEqual([{ role: 'user', content: 'Status?' }]);
		expect(item.json).toMatchObject({
			...{ model: 'text-basic', data: { status: 'open' }, tries: 2 },
			cost: { amount: 0.51, currency: 'USD' },
			modelsTried: [
				{ model: 'text-mini', cost: { amount: 0.01 } },
				{ model: 'text-basic', cost: { amount: 0.5 } },
			],
		});
	});

	it('asks no other model where the first one answers as asked', async () => {
		say('text-mini', FIT);
		const { item } = await ask(fallbackTo(['text-basic']));
		expect(asked(path)).toEqual(['text-mini']);
		expect(item.json).not.toHaveProperty('modelsTried');
	});

	it('fails with all answers named when no model is left', async () => {
		say('text-mini', BAD);
		say('text-basic', BAD);
		const { error } = await ask(fallbackTo(['text-basic']));
		expect(error?.message).toMatch(/^2 answers for 0\.02 USD do not match/);
		expect(error?.context).toMatchObject({ tries: 2, answer: BAD });
	});

	it('passes over one that is too dear, and one that is down', async () => {
		say('text-mini', BAD);
		world.service.fault({
			path,
			model: 'text-basic',
			status: 503,
			body: { error: 'No' },
			times: 9,
		});
		say('text-vision', FIT);
		const models = ['text-code', 'text-basic', 'text-vision'];
		const { item } = await ask({ ...fallbackTo(models), maxOutputPrice: 7 });
		expect(new Set(asked(path))).toEqual(new Set(['text-mini', 'text-basic', 'text-vision']));
		expect(item.json).toMatchObject({ model: 'text-vision', tries: 2 });
	});

	it('asks the others also where the chosen one is among them', async () => {
		say('text-mini', BAD);
		say('text-basic', FIT);
		const { item } = await ask(fallbackTo(['text-basic', 'text-mini']));
		expect(asked(path)).toEqual(['text-mini', 'text-basic']);
		expect(item.json).toMatchObject({ data: { status: 'open' } });
	});

	it('says why no other model was asked', async () => {
		say('text-mini', BAD);
		const { error } = await ask({ ...fallbackTo(['text-code']), maxOutputPrice: 2 });
		expect(error?.description).toContain(
			'No other model was asked: text-code: Not tried: it costs 8',
		);
		expect(asked(path)).toEqual(['text-mini']);
	});

	it('keeps what each cost for a retry of another item', async () => {
		say('text-mini', BAD);
		say('text-basic', FIT, 0.5);
		world.service.fault({ path, model: 'text-mini', status: 400, body: { error: 'Not today' } });
		const items = [{ json: { n: 0 } }, { json: { n: 1 } }];
		const one = { retriesAndLimits: { maxConcurrentRequests: 1 } };
		const first = await ask(fallbackTo(['text-basic']), { items }, {}, one);
		expect(first.error?.message).toContain('Not today');
		say('text-mini', FIT);
		const button = {
			keptData: first.keptData,
			mode: 'retry',
			executionId: 'again',
			items,
		} as const;
		const again = await ask(fallbackTo(['text-basic']), button, {}, one);
		expect(again.items[0]?.json).toMatchObject({
			tries: 2,
			modelsTried: [{ model: 'text-mini' }, { model: 'text-basic' }],
		});
	});

	it('is held by Max Cost per Run, and the answer before is in the error', async () => {
		say('text-mini', BAD);
		const { error } = await ask(
			fallbackTo(['text-basic']),
			{},
			{},
			{ cost: { maxCallsPerRun: 1 } },
		);
		expect(error?.message).toMatch(/Max Calls per Run.*after the answer for 0\.01 USD/);
		expect(asked(path)).toEqual(['text-mini']);
	});

	it('pays a retry only for the model that was not asked', async () => {
		say('text-mini', BAD);
		world.service.fault({ path, model: 'text-basic', status: 400, body: { error: 'Not today' } });
		const first = await ask(fallbackTo(['text-basic']));
		expect(first.error?.message).toContain('after the answer for 0.01 USD');
		say('text-basic', FIT);
		const button = { keptData: first.keptData, mode: 'retry', executionId: 'again' } as const;
		const { item } = await ask(fallbackTo(['text-basic']), button);
		expect(asked(path)).toEqual(['text-mini', 'text-basic', 'text-basic']);
		expect(item.json).toMatchObject({ data: { status: 'open' }, tries: 2 });
	});

	it('needs a model to ask, and sends nothing without one', async () => {
		const { error } = await ask(undefined);
		expect(error?.message).toMatch(/^Ask the Next Model needs a model under Fallback Models/);
		expect(world.service.journal).toEqual([]);
	});
});

describe('decisions that are unsure', () => {
	const path = '/decisions';
	function decide(model: string, noul: number): void {
		const body = {
			...{ model, answers: { urgent: { type: 'noul', noul } } },
			usage: { input_tokens: 1_000_000, output_tokens: 0 },
		};
		world.service.fault({ path, model, status: 200, body });
	}
	const run = async (options: INodeParameters, more: Partial<RunNodeOptions> = {}) =>
		await world.run({
			node: new InferenceDecisions(),
			parameters: {
				model: typed('decision-basic'),
				...{ about: 'text', text: 'Payouts fail' },
				questions: {
					question: [{ answerName: 'urgent', type: 'yesOrNo', instructions: 'Is it urgent?' }],
				},
				options: { ifUnsure: 'askNextModel', ...options },
			},
			...more,
		});
	const other = { fallback: fallbackTo(['decision-private']) };

	it('go to the next model, and the item says what each cost', async () => {
		decide('decision-basic', 0.6);
		decide('decision-private', 0.95);
		const { item } = await run(other);
		expect(asked(path)).toEqual(['decision-basic', 'decision-private']);
		const tried = item.json.modelsTried as Array<{ model: string; cost: { amount: number } }>;
		expect(tried.map(({ model }) => model)).toEqual(['decision-basic', 'decision-private']);
		const sum = tried.reduce((total, { cost }) => total + cost.amount, 0);
		expect(tried.every(({ cost }) => cost.amount > 0)).toBe(true);
		expect(item.json).toMatchObject({ answers: { urgent: true }, unsure: false });
		expect(Object(item.json.cost).amount).toBeCloseTo(sum, 10);
	});

	it('are paid once where they are sure', async () => {
		decide('decision-basic', 0.95);
		const { item } = await run(other);
		expect(asked(path)).toEqual(['decision-basic']);
		expect(item.json).toMatchObject({ answers: { urgent: true }, unsure: false });
		expect(item.json).not.toHaveProperty('modelsTried');
	});

	it('say why no other model was asked', async () => {
		decide('decision-basic', 0.6);
		const { item } = await run({ fallback: { ...other.fallback, maxInputPrice: 0.1 } });
		expect(item.json).toMatchObject({
			unsure: true,
			nextModelError: expect.stringContaining('decision-private: Not tried: it costs 1.2'),
		});
	});

	it('stay unsure where no model is sure', async () => {
		decide('decision-basic', 0.6);
		decide('decision-private', 0.4);
		const { item } = await run(other);
		expect(item.json).toMatchObject({ answers: { urgent: false }, unsure: true });
	});

	it('are returned although the next model fails, and say so', async () => {
		decide('decision-basic', 0.6);
		const failing = { path, model: 'decision-private', status: 400, body: { error: 'Not today' } };
		world.service.fault(failing);
		const { item } = await run(other);
		expect(item.json).toMatchObject({
			...{ answers: { urgent: true }, unsure: true },
			nextModelError: expect.stringContaining('decision-private: '),
		});
		expect(Object(item.json.cost).amount).toBeGreaterThan(0);
	});

	it('have no known cost where the answer of the next model was lost', async () => {
		decide('decision-basic', 0.6);
		world.service.fault({ path, model: 'decision-private', cut: 'before', processed: true });
		const { item } = await run(other);
		expect(item.json).toMatchObject({ unsure: true, cost: null });
		expect(item.json.nextModelError).toMatch(/may have been charged/);
	});

	it('need a model to ask, and send nothing without one', async () => {
		const { error } = await run({});
		expect(error?.message).toMatch(/^Ask the Next Model needs a model under Fallback Models/);
		expect(world.service.journal).toEqual([]);
	});
});
