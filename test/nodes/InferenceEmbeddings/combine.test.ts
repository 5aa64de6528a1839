import { Big } from 'big.js';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { withService } from '../withService';
import { inGroups } from '../../engine/withOptions';

const world = withService();
const path = '/embeddings';
const model = typed('embedding-basic');
const texts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { text: `Text ${index} `.repeat(3) } }));
const TOO_LONG = 'word '.repeat(20_000);

const run = async (
	items: Array<{ json: IDataObject }>,
	options: INodeParameters = {},
	more: Partial<RunNodeOptions> & { settings?: INodeParameters } = {},
) => {
	const { settings = {}, ...others } = more;
	const { outputs, ...result } = await world.run({
		node: new InferenceEmbeddings(),
		items,
		parameters: {
			model,
			text: '={{ $json.text }}',
			options: { ...options, ...inGroups(settings) },
		},
		...others,
	});
	return { ...result, items: outputs[0] ?? [] };
};
const requests = () => world.service.requests(path);
const inputs = () =>
	requests().map(({ body }) => [(body as { input: string | string[] }).input].flat());
/** As the local service counts tokens. */
const expected = (items: Array<{ json: IDataObject }>) =>
	items.reduce((all, { json }) => all + Math.ceil(String(json.text).length / 4), 0);
const charged = () =>
	world.service.ledger.reduce((sum, { usd }) => sum.plus(usd.toFixed(10)), new Big(0));
const sum = (items: Array<{ json: IDataObject }>) =>
	items.reduce((all, { json }) => all.plus((json.cost as { amount: number }).amount), new Big(0));
const continueOnFail = 'continueRegularOutput';

describe('the texts of several items', () => {
	it('go in one request of 200, and each item gets what it gets alone', async () => {
		const items = texts(200);
		const { error, items: made, customData } = await run(items);
		expect(error).toBeUndefined();
		expect(inputs()).toEqual([items.map(({ json }) => json.text)]);
		expect(made.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		expect(made.map(({ json }) => [json.index, json.text])).toEqual(
			items.map(({ json }) => [0, json.text]),
		);
		expect(sum(made).toFixed()).toBe(charged().toFixed());
		expect(customData.inferenceCostUsd ?? charged().toFixed()).toBe(charged().toFixed());
		const tokens = made.map(({ json }) => Number(json.inputTokens));
		expect(tokens.reduce((all, one) => all + one, 0)).toBe(expected(items));

		const alone = await run(items.slice(198, 199));
		const { embedding, dimensions } = alone.items[0]?.json ?? {};
		expect(made[198]?.json).toMatchObject({ embedding, dimensions, model: 'embedding-basic' });
	});

	it('fill requests of 2,048', async () => {
		const list = texts(1020).map(({ json }) => json.text);
		const items = ['a', 'b', 'c'].map((name) => ({
			json: { list: list.map((text) => `${name} ${String(text)}`) },
		}));
		const parameters = { model, input: 'field', fieldName: 'list', options: { dimensions: 8 } };
		const { error, items: made } = await run(items, {}, { parameters });
		expect(error).toBeUndefined();
		expect(made).toHaveLength(3060);
		expect(inputs().map(({ length }) => length)).toEqual([2040, 1020]);
	});

	it('go in one request whatever is allowed at once, and in many if the user wants that', async () => {
		await run(texts(30), {}, { settings: { maxConcurrentRequests: 1 } });
		expect(inputs().map(({ length }) => length)).toEqual([30]);
		world.service.reset();
		await run(texts(30), { combineItems: false });
		expect(requests()).toHaveLength(30);
		expect(requests()[0]?.body).toMatchObject({ input: expect.any(String) });
	});

	it('stay together within an item, and are sent once if they are the same', async () => {
		const items = [['One', 'Two'], ['Three'], ['One', 'Two']].map((list) => ({ json: { list } }));
		const parameters = { model, input: 'field', fieldName: 'list', outputAs: 'single' };
		const { items: made } = await run(items, {}, { parameters });
		expect(inputs()).toEqual([['One', 'Two', 'Three']]);
		expect(made.map(({ json }) => json.texts)).toEqual(items.map(({ json }) => json.list));
		expect(made.map(({ json }) => json.reused)).toEqual([undefined, undefined, true]);
		expect(sum(made).toFixed()).toBe(charged().toFixed());
	});

	it('go in requests of their own where anything else differs', async () => {
		await run(
			[8, 16, 8].map((size, index) => ({ json: { size, text: `Text ${index}` } })),
			{ dimensions: '={{ $json.size }}' },
		);
		expect(requests().map(({ body }) => body)).toEqual([
			{ model: 'embedding-basic', dimensions: 8, input: ['Text 0', 'Text 2'] },
			{ model: 'embedding-basic', dimensions: 16, input: 'Text 1' },
		]);
	});

	it('stay below the size at which a request costs more', async () => {
		const spec = { pricing: { input: { usd: 1 }, extended: { context_token_threshold: 40 } } };
		const data = [{ id: 'embedding-basic', type: 'embedding', model_spec: spec }];
		world.service.fault({ path: '/models', status: 200, body: { object: 'list', data }, times: 9 });
		await run(texts(10));
		for (const list of inputs()) expect(list.join('').length).toBeLessThanOrEqual(40);
		expect(inputs().flat()).toHaveLength(10);
	});

	it('count as one call of the run', async () => {
		const { error } = await run(texts(20), {}, { settings: { maxCallsPerRun: 1 } });
		expect(error).toBeUndefined();
		const settings = { maxCallsPerRun: 1 };
		const again = await run(texts(2), { combineItems: false }, { settings });
		expect(again.error?.message).toContain('the 1 call that Max Calls per Run allows');
	});
});

describe('an item that cannot be embedded', () => {
	const withBad = (index: number, text: unknown) =>
		texts(100).map((item, at) => (at === index ? { json: { text } } : item)) as Array<{
			json: IDataObject;
		}>;

	it('is found before anything is sent, where that is possible', async () => {
		const { items } = await run(withBad(40, ''), {}, { continueOnFail });
		expect(items[40]?.json.error).toBe('Text must not be empty [item 41 of 100]');
		expect(inputs().map(({ length }) => length)).toEqual([99]);
	});

	it('is named if the service refuses it, and the others get their vectors', async () => {
		const { items } = await run(withBad(40, TOO_LONG), {}, { continueOnFail });
		expect(items[40]?.json.error).toMatch(/\[item 41 of 100\]$/);
		const others = items.filter((_item, index) => index !== 40);
		expect(others.every(({ json }) => Array.isArray(json.embedding))).toBe(true);
		expect(sum(others).toFixed()).toBe(charged().toFixed());
		expect(requests().length).toBeLessThan(16);
	});

	it('ends the run by its own name, and a retry does not pay for the others again', async () => {
		const first = await run(withBad(40, TOO_LONG));
		expect(first.error?.message).toMatch(/\[item 41 of 100\]$/);
		const again = await run(withBad(40, 'Short'), {}, { keptData: first.keptData });
		expect(again.error).toBeUndefined();
		const sent = inputs().slice(-1)[0] ?? [];
		expect(again.items).toHaveLength(100);
		expect(sent).toContain('Short');
		const paid = charged();
		world.service.reset();
		await run(withBad(40, 'Short'));
		expect(paid.toFixed(9)).toBe(charged().toFixed(9));
	});
});

describe('a request for several items', () => {
	it('is not repeated for a setting that they share', async () => {
		const { items } = await run(texts(50), { dimensions: 9999 }, { continueOnFail });
		expect(requests()).toHaveLength(1);
		expect(items).toHaveLength(50);
		for (const { json } of items) expect(json.error).toContain('in one request for 50 items');
	});

	it('ends after some refusals that name nothing', async () => {
		world.service.fault({ path, status: 400, body: { error: 'No' }, times: 200 });
		const { items } = await run(texts(100), {}, { continueOnFail });
		expect(items.map(({ json }) => json.error).filter((one) => !/No/.test(String(one)))).toEqual(
			[],
		);
		expect(requests()).toHaveLength(15);
		expect(items[99]?.json.error).toContain('Not sent, as the service refused 15 requests');
	});

	it('is never repeated if its answer was lost', async () => {
		world.service.fault({ path, status: 504, body: {} });
		const { items } = await run(texts(50), {}, { continueOnFail });
		expect(requests()).toHaveLength(1);
		for (const { json } of items) {
			expect(json.error).toContain('in one request for 50 items; the call may have been charged');
		}
	});

	it.each([400, 422])(
		'is not cut in halves for a page (%i), after which it may have been charged',
		async (status) => {
			const page = { body: '<html><title>Refused</title></html>', contentType: 'text/html' };
			world.service.fault({ path, status, ...page, processed: true, times: 9 });
			const { items } = await run(texts(4), {}, { continueOnFail });
			expect(world.service.ledger).toHaveLength(1);
			for (const { json } of items) expect(json.error).toContain('may have been charged');
		},
	);

	it('returns the vectors of the other items if one is missing in the answer', async () => {
		const data = [0, 2].map((index) => ({ index, embedding: [index, 1] }));
		world.service.fault({ path, status: 200, body: { object: 'list', model: 'm', data } });
		const { items } = await run(texts(3), {}, { continueOnFail });
		expect(items.map(({ json }) => json.embedding ?? json.error)).toEqual([
			[0, 1],
			expect.stringContaining('The service sent 0 embeddings for 1 text'),
			[2, 1],
		]);
	});
});
