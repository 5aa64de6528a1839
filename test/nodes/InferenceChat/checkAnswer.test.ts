import type { INodeParameters } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { withService } from '../withService';

const world = withService();
const runChat = world.runner(new InferenceChat());
const path = '/chat/completions';
const schema = {
	type: 'object',
	properties: { status: { enum: ['open', 'closed'] }, id: { type: 'integer' } },
	required: ['status'],
};

/** Has the service give these answers, each for 0.01 USD. */
function say(...texts: string[]): void {
	for (const content of texts) end('stop', content);
}

const end = (finish_reason: string, content: string) => finish(finish_reason, { content });

function finish(finish_reason: string, said: Record<string, unknown>): void {
	const choices = [{ index: 0, message: { role: 'assistant', ...said }, finish_reason }];
	const body = { id: 'c1', model: 'text-basic', choices, cost: { usd: 0.01, diem: 0 } };
	world.service.fault({ path, status: 200, body });
}

const check = async (
	checkAnswer: INodeParameters = {},
	more: Partial<RunNodeOptions> = {},
	other: INodeParameters = {},
	jsonSchema: unknown = schema,
) =>
	await runChat(
		{
			model: typed('text-basic'),
			prompt: 'Status?',
			responseFormat: 'json_schema',
			jsonSchema: JSON.stringify(jsonSchema),
			options: { checkAnswer, ...other },
		},
		more,
	);

const asked = () => world.service.requests(path).length;
const FIT = '{"status":"open","id":1}';
const BAD = '{"status":"lost"}';

describe('an answer that must follow a JSON Schema', () => {
	it('is returned where it does, as it came', async () => {
		say(FIT);
		const { item } = await check();
		expect(item.json).toMatchObject({ text: FIT, data: { status: 'open', id: 1 } });
		expect(item.json).toMatchObject({ cost: { amount: 0.01, currency: 'USD' } });
		for (const name of ['valid', 'repaired', 'problems', 'tries']) {
			expect(item.json).not.toHaveProperty(name);
		}
	});

	it('is repaired for nothing, and says so', async () => {
		say(`Here you are:\n\`\`\`json\n${FIT}\n\`\`\``);
		const { item } = await check();
		expect(item.json).toMatchObject({ data: { status: 'open', id: 1 } });
		expect(item.json.repaired).toEqual(['code fence', 'text around']);
		expect(asked()).toBe(1);
	});

	it.each([
		['a wrong enum', BAD, 'status breaks "enum"'],
		['a missing property', '{"id":1}', 'required property "status"'],
		['a list', `[${FIT}]`, 'the whole breaks "type"'],
		['prose', 'It is open.', 'the text is not JSON'],
		['a fence with nothing that fits', '```json\n{}\n```', 'required property "status"'],
	])('fails with %s: path, rule, price and answer are in the error', async (_what, text, words) => {
		say(text);
		const { error, outputs } = await check();
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toContain(words);
		expect(error?.message).toMatch(/[Tt]he answer for 0\.01 USD/);
		expect(error?.message).toMatch(/the call was charged$/);
		expect(error?.context).toMatchObject({ answer: text, problems: [expect.any(String)] });
	});

	it('fails with nothing in it as well', async () => {
		say('');
		const { error } = await check();
		expect(error?.message).toContain('The service sent no answer');
	});

	it('fails once for all tries of Retry On Fail, and is read again for nothing by the Retry button', async () => {
		say(BAD);
		const first = await check({}, { retryOnFail: { maxTries: 3 } });
		expect(first.error?.message).toContain('status breaks "enum"');
		const button = { keptData: first.keptData, mode: 'retry', executionId: 'again' } as const;
		const again = await check({}, button);
		expect(again.error?.message).toContain('status breaks "enum"');
		expect(asked()).toBe(1);
		const { item } = await check({ ifItDoesNotFit: 'mark' }, button);
		expect(item.json).toMatchObject({ valid: false, data: { status: 'lost' } });
		expect(item.json).toMatchObject({ cost: { amount: 0.01 } });
		expect(asked()).toBe(1);
	});

	it('is marked where the user wants that', async () => {
		say(BAD, FIT);
		const { item } = await check({ ifItDoesNotFit: 'mark' });
		expect(item.json).toMatchObject({ valid: false, data: { status: 'lost' }, text: BAD });
		expect(item.json.problems).toEqual([expect.stringContaining('status breaks "enum"')]);
		const { item: fit } = await check({ ifItDoesNotFit: 'mark' });
		expect(fit.json).toMatchObject({ valid: true });
		expect(fit.json).not.toHaveProperty('problems');
	});

	it('is marked in the whole answer too', async () => {
		say(BAD);
		const { item } = await runChat({
			...{ model: typed('text-basic'), prompt: 'Status?', simplify: false },
			...{ responseFormat: 'json_schema', jsonSchema: JSON.stringify(schema) },
			options: { checkAnswer: { ifItDoesNotFit: 'mark' } },
		});
		expect(item.json).toMatchObject({ choices: [{}], valid: false, cost: { usd: 0.01 } });
	});

	it('is like an example', async () => {
		say('{"status":"open","id":1,"more":2}');
		const { error } = await check({}, {}, {}, { status: 'open', id: 5 });
		expect(error?.message).toContain('"more"');
		expect(world.service.journal[0]?.body).toMatchObject({
			response_format: { json_schema: { schema: { required: ['status', 'id'] } } },
		});
	});
});

describe('an answer that is asked for again', () => {
	const ask = { ifItDoesNotFit: 'askAgain', maxPaidTries: 3 };

	it('is the first that fits, with the sum of what all of them cost', async () => {
		say(BAD, 'Sorry', FIT);
		const { item } = await check(ask);
		expect(item.json).toMatchObject({ data: { status: 'open' }, tries: 3 });
		expect(item.json.cost).toEqual({ amount: 0.03, currency: 'USD' });
		const { messages } = world.service.requests(path)[1]?.body as { messages: unknown[] };
		expect(messages).toEqual([
			{ role: 'user', content: 'Status?' },
			{ role: 'assistant', content: BAD },
			{ role: 'user', content: expect.stringContaining('status breaks "enum"') },
		]);
	});

	it('fails after as many tries as may be paid for', async () => {
		say(BAD, BAD, BAD, FIT);
		const { error } = await check(ask);
		expect(asked()).toBe(3);
		expect(world.service.unmetFaults).toHaveLength(1);
		world.service.clearFaults();
		expect(error?.message).toContain('3 answers for 0.03 USD');
		expect(error?.context).toMatchObject({ tries: 3, cost: { amount: 0.03 }, answer: BAD });
	});

	it('counts each try, and a retry with room for more pays for the next only', async () => {
		say(BAD, FIT);
		const first = await check(ask, {}, { cost: { maxCallsPerRun: 1 } });
		expect(first.error?.message).toMatch(/Max Calls per Run.*after the answer for 0\.01 USD/);
		expect(asked()).toBe(1);
		const button = { keptData: first.keptData, mode: 'retry', executionId: 'again' } as const;
		const { item } = await check(ask, button);
		expect(item.json).toMatchObject({ tries: 2, cost: { amount: 0.02 } });
		expect(asked()).toBe(2);
	});

	it('is not paid for again where it was cut off', async () => {
		end('length', '{"status":"open"');
		const { error } = await check(ask);
		expect(error?.message).toContain('the text is not JSON');
		expect(error?.description).toContain(
			'was cut: its tokens were used up. Raise Max Answer Length (Tokens)',
		);
		expect(asked()).toBe(1);
	});

	it.each([
		[
			'a refusal',
			{ content: null, refusal: 'I will not rate people.' },
			'stop',
			/refused to answer: "I will not rate people\."/,
		],
		[
			'a refusal amid JSON',
			{ content: '{"sta', refusal: 'No more.' },
			'stop',
			/refused to answer: "No more\."/,
		],
		[
			'a filter',
			{ content: '{"status":"op' },
			'content_filter',
			/content filter of the service stopped/,
		],
	])(
		'is not paid for again after %s, whose words are the message',
		async (_what, said, reason, words) => {
			finish(reason, said);
			const { error } = await check(ask);
			expect(error?.message).toMatch(words);
			expect(error?.message).not.toContain('not JSON');
			expect(error?.description).toContain('Change the prompt');
			expect(error?.description).not.toContain('Ask Again');
			expect(error?.context).toMatchObject({ tries: 1, cost: { amount: 0.01 } });
			expect(asked()).toBe(1);
			finish(reason, said);
			const { item } = await check({ ifItDoesNotFit: 'mark' });
			const problems = [expect.stringMatching(words)];
			expect(item.json).toMatchObject({ data: null, valid: false, problems });
		},
	);

	it.each([
		[{ ifItDoesNotFit: 'pray' }, "If the Answer Doesn't Match the Schema"],
		[{ ...ask, maxPaidTries: 99 }, 'Max Paid Tries'],
	])('%j is refused before anything is sent', async (settings, words) => {
		const { error } = await check(settings);
		expect(error?.message).toContain(words);
		expect(asked()).toBe(0);
	});
});

describe('an answer that was cut off', () => {
	const moreRoom = { ifItIsCutOff: 'askAgain' };
	const rooms = () =>
		world.service
			.requests(path)
			.map(({ body }) => (body as { max_completion_tokens?: number }).max_completion_tokens);
	const prompt = { model: typed('text-basic'), prompt: 'Tell me all' };

	it('is asked for again with twice the tokens before it is checked, and the item costs the sum', async () => {
		end('length', '{"status":"op');
		end('length', '{"status":"open","id":');
		say(FIT);
		const { item } = await check(moreRoom, {}, { maxCompletionTokens: 100 });
		expect(rooms()).toEqual([100, 200, 400]);
		expect(item.json).toMatchObject({ data: { status: 'open' }, tries: 3, cost: { amount: 0.03 } });
	});

	it('is asked for again without a schema, also where nothing came but thoughts', async () => {
		end('length', '');
		say('All of it');
		const { item } = await runChat({
			...prompt,
			options: { checkAnswer: moreRoom, maxCompletionTokens: 50 },
		});
		expect(rooms()).toEqual([50, 100]);
		expect(item.json).toMatchObject({ text: 'All of it', finishReason: 'stop', tries: 2 });
		expect(item.json.cost).toMatchObject({ amount: 0.02 });
	});

	it('gets twice the tokens that came where no limit is set, and no more than the model has', async () => {
		const usage = { prompt_tokens: 9, completion_tokens: 3_000, total_tokens: 3_009 };
		const choices = [{ index: 0, message: { content: 'Half' }, finish_reason: 'length' }];
		const body = { id: 'c', model: 'text-basic', choices, usage, cost: { usd: 0.01, diem: 0 } };
		world.service.fault({ path, status: 200, body, times: 9 });
		const { item } = await runChat({
			...prompt,
			options: { checkAnswer: { ...moreRoom, maxPaidTries: 9 } },
		});
		const [first, second, ...others] = rooms();
		expect([first, second]).toEqual([undefined, expect.any(Number)]);
		expect(second).toBeLessThanOrEqual(6_000);
		expect(others.length).toBeLessThan(3);
		expect(item.json).toMatchObject({ text: 'Half', finishReason: 'length' });
	});

	it('ends with Max Paid Tries, and is kept where the user does not ask for more', async () => {
		for (let turn = 0; turn < 4; turn++) end('length', 'Half');
		const options = { checkAnswer: { ...moreRoom, maxPaidTries: 2 }, maxCompletionTokens: 10 };
		const { item } = await runChat({ ...prompt, options });
		expect(rooms()).toEqual([10, 20]);
		expect(item.json).toMatchObject({ text: 'Half', finishReason: 'length', tries: 2 });
		const { item: kept } = await runChat({ ...prompt, options: { maxCompletionTokens: 10 } });
		expect(kept.json).toMatchObject({ text: 'Half', finishReason: 'length' });
		expect(rooms()).toEqual([10, 20, 10]);
		expect(world.service.unmetFaults).toHaveLength(1);
		world.service.clearFaults();
	});
});
