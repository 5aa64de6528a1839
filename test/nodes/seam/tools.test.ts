import type { INodeExecutionData } from 'n8n-workflow';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { withService } from '../withService';

const world = withService();
const json = (outputs: INodeExecutionData[][]) => JSON.stringify(outputs);

describe('as tools of an agent', () => {
	it('searches for what the model filled in', async () => {
		const { outputs, error } = await world.run({
			node: new InferenceWeb(),
			asTool: true,
			items: [{ json: { query: 'library' } }],
			parameters: { query: '={{ $json.query }}' },
		});
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).toEqual({ query: 'library' });
		expect(json(outputs)).toContain('Result 1 for library');
	});

	it('says that there is no file, as an agent hands over none', async () => {
		const { error } = await world.run({
			node: new InferenceWeb(),
			asTool: true,
			parameters: { operation: 'parseDocument' },
		});
		expect(error?.message).toBe(
			'The item has no file in the binary field "data": it has no binary data at all [item 0]',
		);
	});

	it('makes blockchain calls', async () => {
		const { outputs, error } = await world.run({
			node: new InferenceCryptoRpc(),
			asTool: true,
			parameters: { network: { mode: 'id', value: 'base-mainnet' }, method: 'eth_chainId' },
		});
		expect(error).toBeUndefined();
		expect(json(outputs)).toContain('0x2105');
	});

	it('reads a field of the item for embeddings', async () => {
		const { outputs, error } = await world.run({
			node: new InferenceEmbeddings(),
			asTool: true,
			items: [{ json: { text: 'Hello' } }],
			parameters: { model: { mode: 'id', value: 'embedding-basic' }, input: 'field' },
		});
		expect(error).toBeUndefined();
		expect(json(outputs)).toContain('"dimensions":256');
	});
});
