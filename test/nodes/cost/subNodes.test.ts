import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import type { Embedder } from '../../../lib/chat/agents/embedder';
import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { supply } from '../../engine/supply';
import { WORKFLOW_NAME } from '../../engine/workflow';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const totals = () => {
	return {
		inferenceCostUsd: world.spent.toFixed(10).replace(/0+$/, ''),
		inferenceCostLabels: WORKFLOW_NAME,
	};
};

interface ChatModel {
	invoke(question: string): Promise<unknown>;
}

describe('the total of an execution', () => {
	it('has what each answer of a chat model reports', async () => {
		const node = new LmChatInference();
		const { response, customData } = await supply<ChatModel>({ ...world.access, node });
		await Promise.all([response.invoke('Hello'), response.invoke('And you?')]);
		expect(world.service.ledger).toHaveLength(2);
		expect(customData()).toEqual(totals());
		expect(world.service.requests('/models')).toEqual([]);
	});

	it('has what embeddings come to, with one look at the model list', async () => {
		const { response, customData } = await supply<Embedder>({
			...world.access,
			node: new EmbeddingsInference(),
			parameters: { model: typed('embedding-basic') },
		});
		await response.embedDocuments(['One text', 'Another text']);
		await response.embedQuery('Which text?');
		expect(customData()).toEqual(totals());
		expect(world.service.requests('/models')).toHaveLength(1);
	});

	it('is left alone when the user does not want it', async () => {
		const { response, customData } = await supply<ChatModel>({
			...world.access,
			node: new LmChatInference(),
			parameters: { options: { cost: { trackCost: false } } },
		});
		await response.invoke('Hello');
		expect(customData()).toEqual({});
	});
});
