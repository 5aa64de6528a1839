import type { INodeParameters } from 'n8n-workflow';
import { HumanMessage } from '@langchain/core/messages';
import { clock } from '../../../lib/core/clock';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { WAYS, PLACES } from '../../proofs/fallback/deadModel';
import { typed } from '../../coverage/given';
import { byId, chatModel, streamed } from '../LmChatInference/chatModel';
import { chatWorld } from './chatWorld';
import { fallbackTo, trouble } from './chosen';

const { world, ask, path } = chatWorld();
const asked = (model: string, at = path) =>
	world.service.requests(at).filter(({ body }) => Object(body).model === model);
const capacity = trouble('text-basic', 503, 'MODEL_AT_CAPACITY');
const die = (fault: object = capacity) =>
	world.service.fault({ ...capacity, ...fault, path, times: 1e6 });
/** An item whose first model is text-basic. */
const chat = async (options: INodeParameters = {}, fallback = fallbackTo(['text-mini'])) =>
	(await ask({ model: typed('text-basic'), options: { fallback, ...options } })).item;

const cells = Object.keys(PLACES).flatMap((place) =>
	Object.keys(WAYS)
		// A time-out is one of real time.
		.filter((way) => !way.startsWith('silent'))
		.map((way) => ({ place, way })),
);

it.each(cells)(
	'$place: a model that is dead ($way) is asked by the calls in flight and one more, and another one answers',
	async ({ place, way }) => {
		const { fault, isLost = false } = WAYS[way] as (typeof WAYS)[string];
		const { models, path: at, ask: askIn } = PLACES[place] as (typeof PLACES)[string];
		world.service.fault({ ...fault, path: at, model: models[0], times: 1e6 });
		const answers = await askIn(world.access, isLost, 6);
		expect(answers).toEqual(Array(6).fill(models[1]));
		expect(asked(models[0], at).length).toBeLessThanOrEqual(6);
	},
);

it('one call asks after half a minute whether it is up, and the others follow it', async () => {
	die();
	await chat();
	expect(asked('text-basic')).toHaveLength(2);
	await chat();
	expect(asked('text-basic')).toHaveLength(2);
	await clock.sleep(31_000);
	await Promise.all([chat(), chat(), chat()]);
	expect(asked('text-basic')).toHaveLength(3);
	world.service.clearFaults();
	await clock.sleep(31_000);
	expect((await chat()).json.model).toBe('text-basic');
	expect((await chat()).json).not.toHaveProperty('fallback');
});

it('other calls of the account know it too: the chat model of an agent', async () => {
	die();
	await chat();
	const { response, hints } = await chatModel(world.access, {
		model: byId('text-basic'),
		options: { fallback: fallbackTo(['text-mini']) },
	});
	const answer = await response.invoke([new HumanMessage('Hello')]);
	expect(answer.response_metadata).toMatchObject({
		fallback: { note: 'Answered by text-mini: text-basic was at capacity (503).' },
	});
	expect(asked('text-basic')).toHaveLength(2);
	expect(hints()).toEqual([expect.stringMatching(/text-basic: Not asked: at capacity \(503\)/)]);
});

it('the item says which model answered and why, and what was refused', async () => {
	die();
	const first = await chat();
	expect(first.json.fallback).toMatchObject({
		note: 'Answered by text-mini: text-basic was at capacity (503).',
		notUsed: [{ model: 'text-basic', status: 503, code: 'MODEL_AT_CAPACITY' }],
	});
	const second = await chat();
	expect(second.json.fallback).toMatchObject({
		note: 'Answered by text-mini: text-basic was at capacity (503).',
		notUsed: [
			{
				...{ model: 'text-basic', status: 503, code: 'MODEL_AT_CAPACITY' },
				reason: expect.stringMatching(
					/^Not asked: at capacity \(503\) since \d\d:\d\d UTC, asked again at \d\d:\d\d UTC$/,
				),
			},
		],
	});
});

describe('what is about one request is not remembered of the model', () => {
	it.each<[string, object]>([
		['refused content', { status: 422, body: { error: 'No' } }],
		['a text that is too long', { status: 400, body: { error: 'x', code: 'TOO_MANY_TOKENS' } }],
		[
			'a parameter that this model does not take',
			{ status: 400, body: { error: 'No', details: { top_p: { _errors: ['No'] } } } },
		],
	])('a refusal for %s', async (_what, fault) => {
		world.service.fault({ ...fault, path, model: 'text-basic' });
		const { error } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-mini']) },
		});
		expect(error).toBeDefined();
		expect((await chat()).json.model).toBe('text-basic');
		expect(asked('text-mini')).toEqual([]);
	});
});

it('a rate limit is waited for, and moves no call', async () => {
	const reset = () => String(Math.ceil(clock.now() / 1000) + 20);
	const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': reset() };
	const body = { error: 'Slow down', code: 'RATE_LIMIT_EXCEEDED' };
	world.service.fault({ path, status: 429, body, headers });
	expect((await chat()).json.model).toBe('text-basic');
	expect(world.waited).toBeGreaterThan(18_000);
	expect(asked('text-mini')).toEqual([]);
});

describe('a lost answer', () => {
	const lost: Array<[string, object]> = [
		['broken before its headers', { cut: 'before' }],
		['broken before its first byte', { cut: 'headers' }],
	];
	const dead = { status: undefined, body: undefined };

	it.each(lost)('goes to no other model on its own: %s', async (_what, fault) => {
		die({ ...dead, ...fault });
		const { error } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-mini']) },
		});
		expect(error?.message).toMatch(/may have been charged/);
		const { response } = await chatModel(world.access, {
			model: byId('text-basic'),
			options: { fallback: fallbackTo(['text-mini']) },
		});
		await expect(streamed(response, [new HumanMessage('Hi')])).rejects.toThrow(/may have been/);
		expect(asked('text-mini')).toEqual([]);
	});

	const allowed = { retriesAndLimits: { sendAgainAfterLostAnswer: true } };

	it('may have been charged, as the item says, and the error where no model answers', async () => {
		die({ ...dead, cut: 'before' });
		const item = await chat(allowed);
		expect(item.json.fallback).toMatchObject({
			note: 'Answered by text-mini: text-basic lost the answer, which may have been charged.',
		});
		world.service.fault(trouble('text-code', 410));
		world.service.fault({ path, model: 'text-vision', cut: 'before' });
		const { error } = await ask({
			model: typed('text-vision'),
			options: { fallback: fallbackTo(['text-code']), ...allowed },
		});
		expect(error?.message).toMatch(/^No model answered: text-vision: .*may have been charged/);
	});

	it('counts as a call of the run for each model', async () => {
		die({ ...dead, cut: 'before' });
		const { error } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-mini']), ...allowed, cost: { maxCallsPerRun: 1 } },
		});
		expect(error?.message).toMatch(/Max Calls per Run.*may have been charged/);
		expect(asked('text-mini')).toEqual([]);
	});

	it('is not sent to another model once a part of it has come', async () => {
		die({ ...dead, cut: 'midway' });
		const { error } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-mini']), ...allowed },
		});
		expect(error?.message).toMatch(/ended early/);
		expect(asked('text-mini')).toEqual([]);
	});
});

it('waits for the first model as Max Wait says, where no other one can take the request', async () => {
	world.service.fault({ ...capacity, times: 4 });
	const fallback = fallbackTo(['text-code'], { maxInputPrice: 0.0001 });
	expect((await chat({}, fallback)).json).toMatchObject({ model: 'text-basic' });
	expect(asked('text-basic')).toHaveLength(5);
});

it('all items wait for the first model, where no other one can take the request', async () => {
	world.service.fault({ ...capacity, times: 4 });
	const fallback = fallbackTo(['text-code'], { maxInputPrice: 0.0001 });
	const { items } = await ask(
		{ model: typed('text-basic'), options: { fallback } },
		Array.from({ length: 6 }, (_, index) => ({ json: { index } })),
	);
	expect(items.map(({ json }) => json.model)).toEqual(Array(6).fill('text-basic'));
});

it('no item fails before each model was asked, also those that were down', async () => {
	world.service.fault(trouble('text-mini', 410));
	world.service.fault({ ...trouble('text-basic', 410), times: 1 });
	await ask({ model: typed('text-basic'), options: { fallback: fallbackTo(['text-mini']) } });
	expect((await chat()).json.model).toBe('text-basic');
});

it('two tries of a dead model take no longer than the wait between them', async () => {
	die();
	await chat();
	expect(world.waited).toBeLessThanOrEqual(1_250);
});

it('waits for the last model as Max Wait says', async () => {
	die();
	world.service.fault({ ...trouble('text-mini', 503), times: 4 });
	expect((await chat()).json).toMatchObject({ model: 'text-mini' });
	expect(asked('text-mini')).toHaveLength(5);
});

it('the failures of one image model do not hold another one', async () => {
	const { path: at, models } = PLACES.image as (typeof PLACES)[string];
	world.service.fault({ path: at, model: models[0], status: 500, times: 4 });
	await PLACES.image?.ask(world.access, false, 1);
	const before = world.waited;
	const draw = { resource: 'image', operation: 'generate', prompt: 'A lighthouse' };
	await world.run({ node: new InferenceImage(), parameters: { ...draw, model: typed(models[1]) } });
	expect(world.waited).toBe(before);
});

it('the log says once a minute where the calls went, and what that costs', async () => {
	die();
	const lines: string[] = [];
	const note = async () => {
		const { logs } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-mini']) },
		});
		lines.push(...logs.filter((line) => /has not answered/.test(line)));
	};
	for (let left = 5; left > 0; left--) await note();
	expect(lines).toEqual([
		expect.stringMatching(
			/^warn: ".+": text-basic has not answered since \d\d:\d\d UTC\. 1 of 1 calls went to text-mini, about 0\.\d+ USD less than text-basic\. text-basic is tried again at \d\d:\d\d UTC\.$/,
		),
	]);
	await clock.sleep(61_000);
	await note();
	expect(lines[1]).toMatch(/6 of 6 calls went to text-mini/);
});
