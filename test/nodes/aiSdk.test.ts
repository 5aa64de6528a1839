import { EmbeddingsInference } from '../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { LmChatInference } from '../../nodes/LmChatInference/LmChatInference.node';
import { supply } from '../engine/supply';
import { withService } from './withService';

// As on n8n 1, which does not have it.
jest.mock('@n8n/ai-node-sdk', () => {
	throw new Error("Cannot find module '@n8n/ai-node-sdk'");
});

const world = withService();
const model = { __rl: true, mode: 'id', value: 'embedding-basic' };

test('the chat model says in a sentence what it needs without the SDK', async () => {
	const supplied = supply({ node: new LmChatInference(), ...world.access });
	await expect(supplied).rejects.toMatchObject({
		message: expect.stringMatching(/^This node needs n8n 2\.x: .*$/),
		description: expect.stringContaining('Inference Chat'),
	});
});

test('the embeddings need no SDK', async () => {
	const node = new EmbeddingsInference();
	const { response } = await supply<{ embedQuery(text: string): Promise<number[]> }>({
		node,
		...world.access,
		parameters: { model },
	});
	expect(await response.embedQuery('Hello')).toHaveLength(256);
});
