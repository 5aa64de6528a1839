import type { Embedder } from '../../../lib/chat/agents/embedder';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { supply } from '../../engine/supply';
import type { Fault } from '../../service/faults';
import { withService } from '../withService';

const world = withService();
const path = '/embeddings';
const model = { __rl: true, mode: 'id', value: 'embedding-basic' };

/** What n8n says of three texts, or one, that the service answers like this. */
async function advice(fault: Fault, texts = ['One', 'Two', 'Three']) {
	world.service.fault({ path, ...fault });
	const { response } = await supply<Embedder>({
		...{ node: new EmbeddingsInference(), ...world.access },
		parameters: { model },
	});
	const [outcome] = await Promise.allSettled([response.embedDocuments(texts)]);
	if (outcome.status === 'fulfilled') throw new Error('It went well');
	const { message, description } = outcome.reason as Error & { description: string };
	return { message, description };
}

describe('what to do about texts that were not embedded', () => {
	test('a request that is too large is answered with a smaller batch, or with shorter texts where it had only one', async () => {
		const fault = { status: 413, body: { error: 'batch size 512 is larger than the maximum 32' } };
		expect(await advice(fault)).toMatchObject({
			message: expect.stringContaining('batch size 512 is larger than the maximum 32'),
			description: expect.stringMatching(
				/^Lower Batch Size under Options: this request had 3 texts\. · Status 413/,
			),
		});
		const { description } = await advice(fault, ['One']);
		expect(description).toMatch(/^Split the text into shorter pieces\. · Status 413/);
	});

	test.each([400, 422])('a refusal with %i may be one of too many texts', async (status) => {
		const fault = { status, body: { error: 'Too many inputs in request' } };
		const { description } = await advice(fault);
		expect(description).toMatch(/If there are too many texts, lower Batch Size under Options/);
		expect((await advice(fault, ['One'])).description).not.toMatch(/Batch Size/);
	});

	test.each([null, [], {}, ''])(
		'the vector %j is not blamed on the encoding',
		async (embedding) => {
			const body = { data: [{ index: 0, embedding }], model: 'm' };
			const { message, description } = await advice({ status: 200, body }, ['One']);
			expect(message).toMatch(/^The embedding of text 1 of 1 cannot be read/);
			expect(description).toMatch(/^Check that the model makes embeddings/);
		},
	);

	test('text that is no vector: numbers instead of base64', async () => {
		const body = { data: [{ index: 0, embedding: 'AAA' }], model: 'm' };
		const { description } = await advice({ status: 200, body }, ['One']);
		expect(description).toMatch(/^Choose Numbers under Options > Encoding Format\./);
	});
});
