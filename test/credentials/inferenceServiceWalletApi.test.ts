import { InferenceX402 } from '../../nodes/InferenceX402/InferenceX402.node';
import { testCredential } from '../engine/testCredential';
import { WALLETS } from '../nodes/withService';
import { startService, type LocalService } from '../service/service';

let service: LocalService;
beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const test = async (data: Record<string, string>) =>
	await testCredential({
		node: new InferenceX402(),
		type: 'inferenceServiceWalletApi',
		credentials: {
			baseUrl: service.url,
			allowPlainHttp: true,
			network: 'evm',
			privateKey: WALLETS.evm.privateKey,
			namePrefix: 'service',
			...data,
		},
	});

describe('the wallet credential', () => {
	it.each([
		['evm', WALLETS.evm.privateKey],
		['evm', ` 0x${WALLETS.evm.privateKey.toUpperCase()} `],
		['solana', WALLETS.solana.privateKey],
	])('proves a wallet on %s by its own balance', async (network, privateKey) => {
		expect(await test({ network, privateKey })).toMatchObject({ status: 'OK' });
		expect(service.journal).toHaveLength(1);
		expect(service.journal[0]?.path).toMatch(/^\/x402\/balance\//);
		expect(service.journal[0]?.headers.authorization).toBeUndefined();
	});

	it.each([
		[{ privateKey: 'horse battery staple' }, /is not a valid EVM private key/],
		[{ privateKey: '' }, /no Private Key/],
		[{ baseUrl: 'api.example.com' }, /must start with https:\/\//],
		[{ statement: 'line\nbreak' }, /^The Statement of the credential may hold/],
	])('explains %j before anything is sent', async (data, sentence) => {
		const { status, message } = await test(data);
		expect(status).toBe('Error');
		expect(message).toMatch(sentence);
		expect(message).not.toContain('horse');
		expect(service.journal).toEqual([]);
	});
});
