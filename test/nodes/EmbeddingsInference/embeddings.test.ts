import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Embedder } from '../../../lib/chat/agents/embedder';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { supply } from '../../engine/supply';
import { until } from '../../engine/until';
import { WALLETS, withService } from '../withService';

const world = withService();
const model = { __rl: true, mode: 'id', value: 'embedding-basic' };
const bodies = () => world.service.requests('/embeddings').map(({ body }) => body);

async function embeddings(
	parameters: INodeParameters = {},
	access = world.access,
	signal?: AbortSignal,
) {
	const node = new EmbeddingsInference();
	const supplied = await supply<Embedder>({
		node,
		...access,
		parameters: { model, ...parameters },
		...(signal && { signal }),
	});
	const runs = () => supplied.runData['Inference Embeddings Model'] ?? [];
	const jsonOf = (data: (typeof runs extends () => Array<infer R> ? R : never)['data']) =>
		data?.ai_embedding?.[0]?.[0]?.json as IDataObject;
	return {
		...supplied,
		asked: () => runs().map(({ inputOverride }) => jsonOf(inputOverride)),
		shown: () => runs().map(({ data }) => jsonOf(data)),
		errors: () => runs().map(({ error }) => error?.message),
	};
}

const cosine = (a: number[], b: number[]) =>
	a.reduce((sum, x, index) => sum + x * (b[index] ?? 0), 0);

describe('Inference Embeddings Model', () => {
	test('returns the vector of a question, and shows question, vector and usage', async () => {
		const { response, asked, shown } = await embeddings();
		const vector = await response.embedQuery('When are invoices paid?');
		expect(vector).toHaveLength(256);
		expect(bodies()).toEqual([{ model: 'embedding-basic', input: ['When are invoices paid?'] }]);
		expect(asked()).toEqual([{ query: 'When are invoices paid?' }]);
		expect(shown()).toEqual([
			{
				response: vector,
				usage: { prompt_tokens: 6, total_tokens: 6 },
				model: 'embedding-basic',
				cost: { amount: 0.0000006, currency: 'USD', estimated: true },
			},
		]);
	});

	test('finds the text that a question is about', async () => {
		const texts = [
			'The cat sleeps on the sofa',
			'Invoices are paid within thirty days',
			'Air for tyres',
		];
		const { response } = await embeddings();
		const vectors = await response.embedDocuments(texts);
		const question = await response.embedQuery('When are invoices paid?');
		const nearness = vectors.map((vector) => cosine(vector, question));
		expect(nearness.indexOf(Math.max(...nearness))).toBe(1);
	});

	test('takes the default model when none was chosen', async () => {
		const { response } = await embeddings({ model: { __rl: true, mode: 'list', value: '' } });
		await response.embedQuery('Hello');
		expect(bodies()).toEqual([{ model: 'embedding-basic', input: ['Hello'] }]);
	});

	test('sends many texts in batches, in order', async () => {
		const texts = Array.from({ length: 5 }, (_, index) => `Text ${index}`);
		const { response, asked } = await embeddings({ options: { batchSize: 2 } });
		const vectors = await response.embedDocuments(texts);
		expect(bodies().map((body) => (body as IDataObject).input)).toEqual([
			['Text 0', 'Text 1'],
			['Text 2', 'Text 3'],
			['Text 4'],
		]);
		expect(asked()).toHaveLength(3);
		expect(vectors).toHaveLength(5);
		const [one] = await response.embedDocuments(['Text 3']);
		expect(vectors[3]).toEqual(one);
		expect(await response.embedDocuments([])).toEqual([]);
	});

	test('sends dimensions and encoding, and returns numbers in every case', async () => {
		const parameters = { options: { dimensions: 64, encodingFormat: 'base64' } };
		const { response } = await embeddings(parameters);
		const [vector] = await response.embedDocuments(['Hello']);
		expect(vector).toHaveLength(64);
		expect(bodies()).toEqual([
			{ model: 'embedding-basic', input: ['Hello'], dimensions: 64, encoding_format: 'base64' },
		]);
	});

	test('signs with a wallet', async () => {
		world.service.credit(WALLETS.evm.address, 5);
		const { response } = await embeddings({ authentication: 'wallet' }, world.walletAccess());
		await response.embedDocuments(['Hello']);
		const [request] = world.service.requests('/embeddings');
		expect(request).toMatchObject({
			status: 200,
			headers: { 'sign-in-with-x': expect.any(String) },
		});
	});
});

describe('trouble with embeddings', () => {
	test('a refusal is explained, and shown; what was paid for before stays in the run data', async () => {
		const { response, shown, errors } = await embeddings({ options: { batchSize: 1 } });
		await response.embedQuery('Hello');
		world.service.fault({ path: '/embeddings', status: 400, body: { error: 'No' } });
		const message = 'The service does not accept these values: No';
		await expect(response.embedDocuments(['One', 'Two'])).rejects.toMatchObject({
			message,
			functionality: 'configuration-node',
		});
		expect(errors()).toEqual([undefined, message]);
		expect(shown()[0]).toHaveProperty('response');
		expect(world.service.requests('/embeddings')).toHaveLength(2);
	});

	test('429 is waited for', async () => {
		world.service.fault({ path: '/embeddings', status: 429, headers: { 'retry-after': '3' } });
		const { response, runData } = await embeddings();
		expect(await response.embedQuery('Hello')).toHaveLength(256);
		expect(world.waited).toBeGreaterThanOrEqual(3_000);
		expect(world.service.ledger).toHaveLength(1);
		const [run] = runData['Inference Embeddings Model'] ?? [];
		expect(run?.hints).toMatchObject([{ message: expect.stringMatching(/retried once\. .* not/) }]);
	});

	test('a stop ends it at once', async () => {
		world.service.fault({ path: '/embeddings', delayMs: 600_000 });
		const stop = new AbortController();
		const { response } = await embeddings({}, world.access, stop.signal);
		const asked = expect(response.embedQuery('Hello')).rejects.toThrow(
			'The execution was canceled',
		);
		await until(() => world.service.journal.length > 0);
		stop.abort();
		await asked;
	});

	test.each([
		[{ options: { batchSize: 2049 } }, 'Batch Size must be a whole number from 1 to 2048'],
		[{ options: { dimensions: 0 } }, 'Dimensions must be a whole number of at least 1'],
		[{ model: { __rl: true, mode: 'id', value: '' } }, 'Model must not be empty'],
	])('%j is refused before anything is sent', async (parameters, sentence) => {
		await expect(embeddings(parameters)).rejects.toThrow(sentence);
		expect(world.service.journal).toEqual([]);
	});

	test('an empty text is refused before any other is paid for', async () => {
		const { response } = await embeddings({ options: { batchSize: 2 } });
		await expect(response.embedDocuments(['1', '2', '3', '4', ' '])).rejects.toMatchObject({
			message: 'Document 5 must not be empty',
			functionality: 'configuration-node',
		});
		await expect(response.embedQuery('')).rejects.toThrow('The question must not be empty');
		expect(world.service.journal).toEqual([]);
	});

	test('dimensions that a model cannot have are refused with its sentence, once', async () => {
		const options = { dimensions: 100_000 };
		const { response } = await embeddings({ options });
		await expect(response.embedQuery('Hello')).rejects.toThrow(/dimensions: .* at most/);
		expect(world.service.requests('/embeddings')).toHaveLength(1);
		expect(world.service.ledger).toEqual([]);
	});
});

describe('10,000 documents', () => {
	const texts = Array.from({ length: 10_000 }, (_, index) => `Text ${index}`);
	const parameters = { options: { batchSize: 2_048, dimensions: 8 } };

	test('keep their order', async () => {
		const { response, shown } = await embeddings(parameters);
		const vectors = await response.embedDocuments(texts);
		expect(bodies().flatMap((body) => (body as { input: string[] }).input)).toEqual(texts);
		for (const index of [0, 2_047, 2_048, 9_999]) {
			expect(vectors[index]).toEqual(await response.embedQuery(`Text ${index}`));
		}
		expect(vectors).toHaveLength(10_000);
		expect(shown().filter(({ usage }) => usage)).toHaveLength(9);
	});

	test('what was paid for is reported and shown when 10,000 documents fail in part', async () => {
		const { response, shown } = await embeddings(parameters);
		const embedding = response.embedDocuments(texts);
		while (world.service.requests('/embeddings').length < 2) {
			await new Promise((resolve) => setTimeout(resolve, 1));
		}
		world.service.fault({ path: '/embeddings', status: 402, body: { error: 'Empty' } });
		const [outcome] = await Promise.allSettled([embedding]);
		const paid = world.service.ledger.length;
		expect(outcome).toMatchObject({ status: 'rejected' });
		expect(outcome.status === 'rejected' && outcome.reason).toMatchObject({
			httpCode: '402',
			description: expect.stringContaining(
				`The previous ${paid * 2_048} documents were embedded and charged`,
			),
		});
		expect(shown().filter((run) => run?.usage)).toHaveLength(paid);
	});
});

/** Everything an object holds, errors with their hidden properties and causes included. */
function everything(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}=${everything(Reflect.get(value, name), seen)}`)
		.join('\n');
}

describe('no secret shows', () => {
	test.each([
		['a good answer', undefined],
		['a refusal', { path: '/embeddings', status: 401, body: { error: 'No' } }],
		['a broken connection', { path: '/embeddings', cut: 'before' as const }],
	])('no secret shows with %s', async (_what, fault) => {
		for (const wallet of [false, true]) {
			world.service.credit(WALLETS.evm.address, 5);
			if (fault) world.service.fault(fault);
			const access = wallet ? world.walletAccess() : world.access;
			const authentication = wallet ? 'wallet' : 'apiKey';
			const { response, runData, logs } = await embeddings({ authentication }, access);
			const outcomes = await Promise.allSettled([response.embedDocuments(['Hello'])]);
			const whole = everything({ outcomes, runData, logs });
			expect(whole.length).toBeGreaterThan(500);
			expect(whole).not.toContain(world.service.keys.user);
			expect(whole).not.toContain('Bearer');
			expect(whole.toLowerCase()).not.toContain(WALLETS.evm.privateKey);
			const signatures = world.service
				.requests('/embeddings')
				.flatMap(({ headers }) => headers['sign-in-with-x'] ?? []);
			expect(signatures.length > 0).toBe(wallet);
			for (const signature of signatures) expect(whole).not.toContain(signature);
		}
	});
});
