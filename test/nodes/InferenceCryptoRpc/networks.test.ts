import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceCryptoRpc();
const getMany = world.runner(node, { resource: 'network', operation: 'getAll' });
const path = '/crypto/rpc/networks';
describe('Inference Crypto RPC: Get Many Networks', () => {
	it('returns one item per network', async () => {
		const { items } = await getMany({ returnAll: true });
		expect(world.service.journal[0]).toMatchObject({ method: 'GET', path, query: {} });
		const names = items.map(({ json }) => json.network) ?? [];
		expect(names).toHaveLength(25);
		expect(names).toEqual([...names].sort());
		expect(items).toContainEqual({
			json: { network: 'ethereum-mainnet' },
			pairedItem: { item: 0 },
		});
	});

	it('stops at the limit', async () => {
		const { items } = await getMany({ limit: 2 });
		expect(items).toHaveLength(2);
	});

	it('says what went wrong', async () => {
		world.service.fault({ path, status: 500, body: { error: 'Out of order' }, times: 9 });
		const { error } = await getMany();
		expect(error).toMatchObject({ httpCode: '500' });
		expect(error?.message).toMatch(
			/^The service failed to process the request: Out of order \(tried 5 times/,
		);
		expect(error?.description).toContain('Try again later');
	});
});

describe('the network picker', () => {
	it('offers the networks, narrowed by what the user types', async () => {
		const { results } = await world.search(node, 'searchNetworks', { filter: 'Ethereum' });
		expect(results).toEqual([
			{ name: 'ethereum-mainnet', value: 'ethereum-mainnet' },
			{ name: 'ethereum-sepolia', value: 'ethereum-sepolia' },
		]);
	});

	it('says how to go on when the list cannot be had', async () => {
		world.service.fault({ path, status: 500, body: { error: 'Out of order' }, times: 9 });
		const search = world.search(node, 'searchNetworks');
		await expect(search).rejects.toThrow(
			/^The list of networks could not be loaded: .*Out of order.* Choose "By Name" and enter it by hand$/,
		);
	});
});
