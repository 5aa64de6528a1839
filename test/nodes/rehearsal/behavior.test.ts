import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Embedder } from '../../../lib/chat/agents/embedder';
import { chargesSeen } from '../../../lib/cost/seenCharges';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { placeholderFor } from '../../../lib/run/rehearsal/placeholders';
import { typed } from '../../coverage/given';
import { binaryBuffer, type RunNodeOptions, type RunNodeResult } from '../../engine/runNode';
import { supply } from '../../engine/supply';
import { testCredential } from '../../engine/testCredential';
import { inGroups } from '../../engine/withOptions';
import { chatModel, streamed, tool } from '../LmChatInference/chatModel';
import { withService } from '../withService';

const world = withService();
const access = (data: object = {}) => world.accessWith({ rehearsal: true, ...data });
const rehearse = async (options: RunNodeOptions, data: object = {}) =>
	await world.run({ ...access(data), ...options });
const chat = new InferenceChat();
const ask = (parameters: INodeParameters = {}) => ({
	node: chat,
	parameters: { model: typed('text-basic'), prompt: 'What is a lighthouse for?', ...parameters },
});
const paid = () => world.service.journal.filter(({ method }) => method !== 'GET');
const items = (...questions: string[]): INodeExecutionData[] =>
	questions.map((question) => ({ json: { question } }));
const costOfOne = async () => {
	const { item } = await rehearse(ask());
	return (item.json.cost as { amount: number }).amount;
};
afterEach(() => {
	const served = paid().filter(({ status }) => status === 200);
	expect(world.service.ledger.length).toBe(served.length);
});

describe('a placeholder', () => {
	it('says that it is none, and quotes the prompt', async () => {
		const { item } = await rehearse(ask());
		expect(item.json).toMatchObject({
			text: '[Rehearsal] Answer to "What is a lighthouse for?"',
			rehearsal: true,
			cost: { amount: expect.any(Number) as number, currency: 'USD', estimated: true },
		});
		expect(paid()).toEqual([]);
	});

	it('costs what a dry run estimates, as the list of models says', async () => {
		const dry = await world.run(ask({ options: inGroups({ dryRun: true }) }));
		const { item } = await rehearse(ask());
		expect(item.json.cost).toMatchObject({
			amount: (dry.item.json.estimate as IDataObject).amount,
		});
		expect(world.service.requests('/models').length).toBeGreaterThan(0);
	});

	it('says what Rehearsal Answer says, item by item, and is marked as one all the same', async () => {
		const rehearsalAnswer = '={{ $json.question }} It guides ships.';
		const { items: made } = await rehearse({
			...ask({ options: { cost: { rehearsalAnswer } } }),
			items: items('One.', 'Two.'),
		});
		expect(made.map(({ json }) => json.text)).toEqual([
			...['One. It guides ships.', 'Two. It guides ships.'],
		]);
		expect(made[0]?.json).toMatchObject({ rehearsal: true });
		const real = await world.run(ask({ options: { cost: { rehearsalAnswer: 'Unused' } } }));
		expect(real.item.json.text).not.toContain('Unused');
	});

	it.each([
		['{ "ships": 3 }', undefined],
		['{ "ships": "many" }', /^The answer does not match the JSON Schema: ships/],
	])('says %s only where the JSON Schema allows it', async (rehearsalAnswer, refused) => {
		const schema = { type: 'object', properties: { ships: { type: 'number' } } };
		const { error, outputs } = await rehearse(
			ask({
				...{ responseFormat: 'json_schema', jsonSchema: JSON.stringify(schema) },
				options: { cost: { rehearsalAnswer } },
			}),
		);
		if (refused === undefined) expect(JSON.stringify(outputs)).toContain('"ships":3');
		else expect(error?.message).toMatch(refused);
		expect(error === undefined).toBe(refused === undefined);
		expect(paid()).toEqual([]);
	});

	it('decides what Rehearsal Answer says, and flags what a question does not allow', async () => {
		const question = [
			{ answerName: 'refund', type: 'yesOrNo', instructions: 'A refund?' },
			{
				...{ answerName: 'team', type: 'choice', instructions: 'Which team?' },
				choices: { choice: [{ name: 'billing' }, { name: 'support' }] },
			},
			{ answerName: 'mood', type: 'score', instructions: 'How?', levels: 'Calm\nAnnoyed\nFurious' },
		];
		const decide = async (rehearsalAnswer: string) =>
			await rehearse({
				node: new InferenceDecisions(),
				parameters: {
					...{ about: 'text', text: 'No payout for days', questions: { question } },
					options: { cost: { rehearsalAnswer } },
				},
			});
		const { item } = await decide('{ "refund": false, "team": "support", "mood": "Furious" }');
		expect(item.json.answers).toEqual({ refund: false, team: 'support', mood: 2 });
		const wrong = await decide('{ "team": "kitchen" }');
		expect(wrong.item.json).toMatchObject({
			answers: { refund: true, team: null, mood: 0 },
			unsure: true,
		});
		const unread = await decide('support');
		expect(unread.error?.message).toMatch(/^Rehearsal Answer must be a JSON object/);
	});

	it('is what a chat model of an agent says, where it has a Rehearsal Answer', async () => {
		const options = { cost: { rehearsalAnswer: 'It guides ships.' } };
		const { response } = await chatModel(access(), { options });
		expect((await response.invoke('What is a lighthouse for?')).content).toBe('It guides ships.');
	});

	it('keeps the shape of its cost with Simplify off', async () => {
		const { item } = await rehearse(ask({ simplify: false }));
		expect(item.json.cost).toEqual({ usd: expect.any(Number) as number, diem: 0 });
	});

	it('has no known price without a key, and says why', async () => {
		const { item } = await rehearse(ask(), { apiKey: '' });
		expect(item.json).toMatchObject({ rehearsal: true, cost: null });
		expect(item.json.costUnknown).toContain('no API key is set, so lists cannot be loaded');
		expect(world.service.journal).toEqual([]);
	});

	const field = (schema: object) => ({
		...{ type: 'object', properties: { field: schema }, required: ['field'] },
		additionalProperties: false,
	});
	const TREE = {
		$ref: '#/$defs/node',
		$defs: {
			node: {
				type: 'object',
				properties: {
					name: { type: 'string', minLength: 20 },
					next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
				},
				required: ['name', 'next'],
			},
		},
	};
	it.each<[string, object]>([
		['a text of few characters', field({ type: 'string', maxLength: 3 })],
		['a date', field({ type: 'string', format: 'date' })],
		['a number in a range', field({ type: 'integer', minimum: 5, maximum: 7 })],
		['one of several values', field({ enum: ['red', 'green'] })],
		['a list', field({ type: 'array', minItems: 2, items: { type: 'number' } })],
		['a schema that holds itself', TREE],
		['a pattern with a default', field({ type: 'string', pattern: '^A-\\d+$', default: 'A-1' })],
	])('is JSON that follows a schema: %s', async (_what, schema) => {
		const { item } = await rehearse(
			ask({ responseFormat: 'json_schema', jsonSchema: JSON.stringify(schema) }),
		);
		expect(item.json).toMatchObject({ rehearsal: true, data: expect.any(Object) as object });
		expect(item.json.dataProblem).toBeUndefined();
	});

	it('is refused where none follows the schema', async () => {
		const schema = field({ type: 'string', pattern: '^A-\\d+$' });
		const { error } = await rehearse(
			ask({ responseFormat: 'json_schema', jsonSchema: JSON.stringify(schema) }),
		);
		expect(error?.message).toMatch(/^Not rehearsed: no placeholder follows the JSON Schema/);
	});

	const twoOf = { a: { $ref: '#/$defs/n' }, b: { $ref: '#/$defs/n' } };
	const node = { type: 'object', required: ['a', 'b'], properties: twoOf };
	const levels = Array.from({ length: 18 }, (_, at) => {
		const next = at === 17 ? { type: 'string' } : { $ref: `#/$defs/l${at + 1}` };
		return [`l${at}`, { ...node, properties: { a: next, b: next } }] as const;
	});
	const thousand = (items: object) => ({ type: 'array', minItems: 1_000, items });
	it.each<[string, object]>([
		['a tree that holds itself twice', { $defs: { n: node }, $ref: '#/$defs/n' }],
		[
			'a list of itself',
			{ $ref: '#/$defs/n', $defs: { n: { ...thousand({ $ref: '#/$defs/n' }) } } },
		],
		['lists of lists of lists', field(thousand(thousand(thousand({ type: 'string' }))))],
		['eighteen levels of two', { $ref: '#/$defs/l0', $defs: Object.fromEntries(levels) }],
	])('is refused in words where it would never end: %s', async (_what, schema) => {
		const jsonSchema = JSON.stringify(schema);
		const { error } = await rehearse(ask({ responseFormat: 'json_schema', jsonSchema }));
		expect(error?.message).toMatch(/^Not rehearsed: .* more than 5000 parts\. Nothing was sent/);
		expect(error?.message).not.toContain('charged');
		const { response } = await chatModel(access(), {
			...{ responseFormat: 'json_schema', jsonSchema },
		});
		await expect(response.invoke('Hello')).rejects.toThrow('Not rehearsed');
		expect(paid()).toEqual([]);
	});

	it('is held against its schema within the budget of an answer', async () => {
		const twice = (at: number) => ({ allOf: [1, 2].map(() => ({ $ref: `#/$defs/l${at}` })) });
		const $defs = Object.fromEntries(
			Array.from({ length: 40 }, (_, at) => [`l${at}`, at === 39 ? {} : twice(at + 1)]),
		);
		const schemas = [
			{ ...field(twice(0)), $defs },
			field({ type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` }),
		];
		for (const schema of schemas) {
			const jsonSchema = JSON.stringify(schema);
			const { error } = await rehearse(ask({ responseFormat: 'json_schema', jsonSchema }));
			expect(error?.message).toMatch(/^Not rehearsed: no placeholder follows the JSON Schema/);
		}
		expect(paid()).toEqual([]);
	});

	it('is refused where nothing stands in for a call', async () => {
		const call = { options: { method: 'POST', url: '/new' } } as never;
		await expect(placeholderFor(call)).rejects.toThrow(
			'Not sent: the credential rehearses, and nothing stands in for the answer to POST /new',
		);
	});

	it('is a picture of the asked size, and named as what it is', async () => {
		const { item } = await rehearse({
			node: new InferenceImage(),
			parameters: {
				...{ resource: 'image', operation: 'generate', prompt: 'A lighthouse' },
				model: typed('image-pixels'),
				options: { variants: 2, sizeAndQuality: { width: 640, height: 320 } },
			},
		});
		expect(item.json.files).toMatchObject([
			{ fileName: 'rehearsal-image-a-lighthouse.png', mimeType: 'image/png' },
			{ fileName: 'rehearsal-image-a-lighthouse_1.png', mimeType: 'image/png' },
		]);
		const bytes = await binaryBuffer(item.binary?.data);
		expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 320]);
	});

	it('is a choice that can be made', async () => {
		const { item } = await rehearse({
			node: new InferenceDecisions(),
			parameters: {
				...{ about: 'text', text: 'A broken lamp' },
				questions: {
					question: [
						{
							...{ answerName: 'team', type: 'choice', instructions: 'Which team?' },
							choices: { choice: [{ name: 'Sales' }, { name: 'Support' }] },
						},
						{
							...{ answerName: 'urgency', type: 'score', instructions: 'How urgent?' },
							levels: 'Low\nHigh',
						},
						{ answerName: 'angry', type: 'yesOrNo', instructions: 'Is it angry?' },
					],
				},
			},
		});
		expect(item.json).toMatchObject({
			answers: {
				...{ team: 'Sales', urgency: 0, angry: true },
			},
			unsure: false,
		});
	});

	it('is the sound of a job that is done at the first poll, in its length', async () => {
		const { item } = await rehearse({
			node: new InferenceAudio(),
			parameters: {
				...{ resource: 'music', operation: 'generate', prompt: 'Rain' },
				model: typed('music-basic'),
				options: { durationSeconds: 60 },
			},
		});
		expect(world.waits).toEqual([]);
		expect(item.json).toMatchObject({
			...{ status: 'COMPLETED', done: true, mimeType: 'audio/mpeg', bytes: 60_000 },
			fileName: 'rehearsal-audio-rain.mp3',
			queueId: expect.stringMatching(/^rehearsal-.+-60-seconds$/) as string,
		});
	});
});

describe('the switch', () => {
	it.each<[unknown, true | undefined]>([
		['true', true],
		[true, true],
		['false', undefined],
		[false, undefined],
	])('takes %p', async (rehearsal, mark) => {
		const { item } = await world.run({ ...ask(), ...world.accessWith({ rehearsal }) });
		expect(item.json.rehearsal).toBe(mark);
	});

	it.each(['0', 'no', 'off', 'False', ' ', '', 'null', 1, 0, null, undefined])(
		'sends and rehearses nothing for %p, which is neither on nor off',
		async (rehearsal) => {
			const { error } = await world.run({
				...{ ...ask(), ...world.accessWith({ rehearsal }), mode: 'trigger' },
			});
			expect(error?.message).toBe(
				`Rehearsal must be true or false; the expression gave ${JSON.stringify(rehearsal)}. Nothing was sent`,
			);
			expect(world.service.journal).toEqual([]);
		},
	);

	it.each([
		['trigger', 1],
		['manual', 0],
	] as const)('left on in an execution of mode %s shows there', async (mode, times) => {
		const rehearsed = { ...ask(), mode, items: items('a', 'b') };
		const { customData, logs, outputs } = await rehearse(rehearsed);
		const said = logs.filter((line) => /^warn: .*Rehearsal: nothing was paid/.test(line));
		expect(said).toHaveLength(times);
		expect(customData.inferenceRehearsal).toBe(times === 0 ? undefined : 'true');
		for (const { json } of outputs[0] ?? [])
			expect(Object.values(json)[0]).toMatch(/^Rehearsal: nothing was paid\. Answers are placeh/);
	});
});

describe('the limits of a rehearsal', () => {
	it('count estimates: a run is not sent that would cost too much', async () => {
		const settings = { options: inGroups({ maxCostPerRun: 1.5 * (await costOfOne()) }) };
		const { outputs } = await rehearse({
			...ask(settings),
			...{ items: items('a', 'b'), continueOnFail: 'continueRegularOutput' },
		});
		const [first, second] = outputs[0] ?? [];
		expect(first?.json.rehearsal).toBe(true);
		expect(second?.error?.message).toMatch(/Not sent: .+ is left under Max Cost per Run/);
	});

	it('close where no price is known, as without a key', async () => {
		const settings = { options: inGroups({ maxCostPerRun: 1 }) };
		const { error } = await rehearse(ask(settings), { apiKey: '' });
		expect(error?.message).toContain('the price of this call is not known');
	});

	it('hold for privacy', async () => {
		const settings = { options: inGroups({ allowedPrivacy: 'private' }) };
		const { error } = await rehearse({ ...ask({ model: typed('text-anonymized'), ...settings }) });
		expect(error?.message).toMatch(/^Not sent: Allowed Privacy is Private/);
	});

	it('leave alone what was learned in earnest', async () => {
		await world.run(ask());
		const before = structuredClone([...chargesSeen]);
		await rehearse(ask());
		expect([...chargesSeen].slice(0, before.length)).toEqual(before);
		expect(chargesSeen.size).toBe(before.length);
	});
});

describe('the totals of a rehearsal', () => {
	it('are no money that was spent: they have a name of their own, and Run Cost says so', async () => {
		const { customData, keptData, item } = await rehearse(ask());
		const { amount } = item.json.cost as { amount: number };
		expect(customData.inferenceCostUsd).toBeUndefined();
		expect(Number(customData.inferenceRehearsalUsd)).toBe(amount);
		const { item: row } = await world.run({
			...{ node: new InferenceBilling(), keptData },
			parameters: { resource: 'runCost', operation: 'get', groupBy: 'node' },
		});
		expect(row.json).toMatchObject({ calls: 1, usd: amount, estimated: true, rehearsal: true });
	});

	it('are not those of a run in earnest', async () => {
		const { customData, keptData } = await world.run(ask());
		expect(Number(customData.inferenceCostUsd)).toBeGreaterThan(0);
		const { item } = await world.run({
			...{ node: new InferenceBilling(), keptData },
			parameters: { resource: 'runCost', operation: 'get', groupBy: 'total' },
		});
		expect(item.json.rehearsal).toBeUndefined();
	});
});

describe('a retry', () => {
	const question = {
		...ask({ prompt: '={{ $json.question }}', model: typed('={{ $json.model }}') }),
		items: [
			{ json: { question: 'One', model: 'text-basic' } },
			{ json: { question: 'Two', model: 'text-mini' } },
		],
	};
	const retry = { mode: 'retry', executionId: 'again' } as const;
	const marks = ({ outputs }: RunNodeResult) => outputs[0]?.map(({ json }) => json.rehearsal);

	it('takes no placeholder for an answer', async () => {
		// Enough for either alone.
		const most = { maxCostPerRun: await costOfOne() };
		const first = await rehearse(question, most);
		expect(first.error?.message).toContain('is left under Max Cost per Run');
		const again = await world.run({ ...question, keptData: first.keptData, ...retry });
		expect(marks(again)).toEqual([undefined, undefined]);
		expect(paid()).toHaveLength(2);
	});

	it('takes nothing that was paid for where it rehearses, and leaves it to one in earnest', async () => {
		world.service.fault({ model: 'text-mini', status: 400, body: { error: 'No' } });
		const first = await world.run(question);
		expect(first.error).toBeDefined();
		const { keptData } = first;
		expect(marks(await rehearse({ ...question, keptData, ...retry }))).toEqual([true, true]);
		const again = await world.run({ ...question, keptData, ...retry });
		expect(marks(again)).toEqual([undefined, undefined]);
		expect(paid().map(({ body }) => (body as IDataObject).model)).toEqual([
			'text-basic',
			'text-mini',
			'text-mini',
		]);
	});
});

describe('an agent in a rehearsal', () => {
	it('gets a text, whole and streamed, and calls no tool', async () => {
		const { response, shown, hints } = await chatModel(access());
		const bound = response.bindTools([tool('search')]);
		const whole = await bound.invoke('Find a lighthouse');
		expect(whole.text).toBe('[Rehearsal] Answer to "Find a lighthouse"');
		expect(whole.tool_calls).toEqual([]);
		const { message } = await streamed(bound as typeof response, ['Go on'] as never);
		expect(message.text).toBe('[Rehearsal] Answer to "Go on"');
		expect(paid()).toEqual([]);
		expect(JSON.stringify(shown())).toContain('"rehearsal":true');
		expect(hints()).toEqual([
			expect.stringMatching(/^<b>Rehearsal<\/b>: no paid call of this node/),
		]);
	});

	it('gets vectors of the length of its model', async () => {
		const { response } = await supply<Embedder>({
			...{ node: new EmbeddingsInference(), ...access() },
			parameters: { model: typed('embedding-basic') },
		});
		const [one, other] = await response.embedDocuments(['a', 'b']);
		expect([one?.length, other?.length]).toEqual([256, 256]);
		expect(paid()).toEqual([]);
	});
});

describe('a wallet in a rehearsal', () => {
	const topUp = {
		node: new InferenceX402(),
		parameters: {
			...{ resource: 'balance', operation: 'topUp', amount: 5, maxAmount: 10, dryRun: false },
		},
	};
	it.each<[string, object]>([
		['with its key', {}],
		['without a key', { privateKey: '' }],
	])('signs no payment: %s', async (_what, data) => {
		const wallet = world.walletAccess({ rehearsal: true, ...data });
		const { item } = await world.run({ ...topUp, ...wallet });
		expect(item.json).toMatchObject({
			...{ walletAddress: '[Rehearsal]', amountUsd: 5, amountCredited: 5, rehearsal: true },
		});
		expect(world.service.journal).toEqual([]);
		expect(world.service.payments).toEqual([]);
	});

	it('keeps to its limits', async () => {
		const wallet = world.walletAccess({ rehearsal: true });
		const parameters = { ...topUp.parameters, amount: 20 };
		const { error } = await world.run({ ...topUp, ...wallet, parameters });
		expect(error?.message).toContain('more than the 10 of Never Pay More Than (USD)');
	});
});

describe('what changes something', () => {
	it('is not sent: the deletion of a video behind its link', async () => {
		const downloadUrl = `${world.service.url}/downloads/other`;
		const { item } = await rehearse({
			node: new InferenceVideo(),
			items: [{ json: { queueId: 'job', downloadUrl } }],
			parameters: {
				...{ resource: 'video', operation: 'delete', queueId: 'job' },
				model: typed('video-private'),
			},
		});
		expect(item.json).toMatchObject({ deleted: true, rehearsal: true });
		expect(world.service.journal).toEqual([]);
	});
});

describe('the test of a credential that rehearses', () => {
	const test = async (data: Record<string, string | boolean>) =>
		await testCredential({
			node: new InferenceUsageTrigger(),
			type: 'inferenceServiceApi',
			credentials: {
				...{ baseUrl: world.service.url, allowPlainHttp: true },
				...{ namePrefix: 'acme', rehearsal: true },
				...data,
			},
		});
	const says = expect.stringContaining('Rehearsal is on: paid calls are not sent') as string;

	it('says so, and still finds a wrong key', async () => {
		expect(await test({ apiKey: world.service.keys.user })).toEqual({
			status: 'OK',
			message: says,
		});
		expect(await test({ apiKey: '' })).toEqual({ status: 'OK', message: says });
		expect(world.service.journal).toHaveLength(1);
		expect(await test({ apiKey: 'wrong-key' })).toMatchObject({ status: 'Error' });
	});
});
