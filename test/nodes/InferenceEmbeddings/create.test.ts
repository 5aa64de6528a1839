import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceEmbeddings();
const run = world.runner(node);
const model = typed('embedding-basic');
const inputTokens = expect.any(Number);
const cost = { amount: expect.any(Number), currency: 'USD', estimated: true };
const numbers = (vector: unknown) =>
	Array.isArray(vector) && vector.every((value) => typeof value === 'number');

describe('Inference Embeddings: Create', () => {
	it('sends one text as a string and returns its vector with text, model and tokens', async () => {
		const { item } = await run({ model, text: 'Hello' });
		expect(world.service.journal[0]).toMatchObject({
			method: 'POST',
			path: '/embeddings',
			query: {},
			body: { model: 'embedding-basic', input: 'Hello' },
		});
		expect(world.service.journal[0]?.body).toEqual({ model: 'embedding-basic', input: 'Hello' });
		expect(world.service.journal[0]?.headers).toMatchObject({
			authorization: `Bearer ${world.service.keys.user}`,
			accept: 'application/json',
		});
		expect(item.pairedItem).toEqual({ item: 0 });
		expect(item.json).toEqual({
			index: 0,
			text: 'Hello',
			embedding: expect.any(Array),
			dimensions: 256,
			model: 'embedding-basic',
			inputTokens,
			cost,
			requestId: expect.any(String),
		});
		expect(numbers(item.json.embedding)).toBe(true);
	});

	it.each([
		['list', { texts: ['One', 'Two'] }],
		['json', { textsJson: '["One", "Two"]' }],
		['json', { textsJson: '={{ $json.deep.chunks }}' }],
		['field', { fieldName: 'chunks' }],
		['field', { fieldName: 'deep.chunks' }],
		['field', { fieldName: 'with.dot' }],
	])('sends many texts in one request from %s %j', async (input, fields) => {
		const texts = ['One', 'Two'];
		const { items } = await run(
			{ model, input, ...fields },
			{ items: [{ json: { chunks: texts, deep: { chunks: texts }, 'with.dot': texts } }] },
		);
		expect(world.service.requests('/embeddings')).toHaveLength(1);
		expect(world.service.journal[0]?.body).toEqual({ model: 'embedding-basic', input: texts });
		expect(items.map(({ json }) => [json.index, json.text, json.dimensions])).toEqual([
			[0, 'One', 256],
			[1, 'Two', 256],
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('sends a field that holds one text as a string', async () => {
		await run({ model, input: 'field' }, { items: [{ json: { text: 'Hello' } }] });
		expect(world.service.journal[0]?.body).toMatchObject({ input: 'Hello' });
	});

	it('returns all vectors in one item if the user chooses so', async () => {
		const { item, items } = await run({
			model,
			input: 'list',
			texts: ['One', 'Two'],
			outputAs: 'single',
		});
		expect(items).toHaveLength(1);
		expect(item.json).toEqual({
			count: 2,
			texts: ['One', 'Two'],
			embeddings: [expect.any(Array), expect.any(Array)],
			dimensions: 256,
			model: 'embedding-basic',
			inputTokens,
			cost,
			requestId: expect.any(String),
		});
	});

	it('sends every option under its own name, and decodes base64 to the same numbers', async () => {
		const options = { dimensions: 16, encodingFormat: 'base64', user: 'customer-42' };
		const packed = await run({ model, text: 'Hello', options });
		expect(packed.error).toBeUndefined();
		expect(world.service.journal[0]?.body).toEqual({
			model: 'embedding-basic',
			input: 'Hello',
			dimensions: 16,
			encoding_format: 'base64',
			user: 'customer-42',
		});
		const plain = await run({
			model,
			text: 'Hello',
			options: { dimensions: 16, encodingFormat: 'float' },
		});
		expect(packed.outputs[0]?.[0]?.json.embedding).toHaveLength(16);
		expect(packed.outputs[0]?.[0]?.json.embedding).toEqual(plain.outputs[0]?.[0]?.json.embedding);
	});

	it.each([
		[{ data: [{ embedding: [1] }] }, 'The service sent 1 embedding for 2 texts'],
		[{ error: 'odd' }, 'The service did not accept the call: odd'],
		[
			{ data: [{ embedding: '=' }, { embedding: '=' }] },
			'The embedding of text 1 of 2 cannot be read',
		],
	])('makes an error of the answer %j', async (body, message) => {
		world.service.fault({ path: '/embeddings', status: 200, body });
		const { error } = await run({ model, input: 'list', texts: ['One', 'Two'] });
		expect(error?.message).toBe(`${message}; the call may have been charged`);
		expect(error?.description).toContain('Usage > Get Many, which is free');
	});

	it.each<[string, unknown, string]>([
		['no vector', null, 'The embedding of text 2 of 3 cannot be read'],
		['zeros', [0, 0], 'The embedding of text 2 of 3 is all zeros'],
		['a short vector', [1], 'The embedding of text 2 of 3 has 1 numbers, but most have 2'],
	])(
		'marks the text that got %s, and returns the vectors of the others',
		async (_what, bad, problem) => {
			const texts = ['One', 'Two', 'Three'];
			const data = [[1, 1], bad, [3, 3]].map((embedding, index) => ({ index, embedding }));
			const answer = {
				path: '/embeddings',
				status: 200,
				body: { object: 'list', model: 'm', data },
			};
			world.service.fault({ ...answer, times: 2 });
			const { items } = await run({ model, input: 'list', texts });
			expect(
				items.map(({ json }) => [json.text, json.embedding, json.problem, json.dimensions]),
			).toEqual([
				['One', [1, 1], undefined, 2],
				['Two', null, problem, 2],
				['Three', [3, 3], undefined, 2],
			]);
			const { items: single } = await run({ model, input: 'list', texts, outputAs: 'single' });
			expect(single[0]?.json).toMatchObject({
				embeddings: [[1, 1], null, [3, 3]],
				problems: [problem],
			});
		},
	);

	it('offers embedding models', async () => {
		const { results } = await world.search(node, 'searchEmbeddingModels');
		expect(results.map(({ value }) => value)).toEqual(['', 'embedding-basic', 'embedding-fixed']);
		expect(world.service.journal[0]?.query).toEqual({ type: 'embedding' });
	});
});
