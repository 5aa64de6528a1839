import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { testCredential } from '../engine/testCredential';
import { startService, type LocalService } from '../service/service';

let service: LocalService;
beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const credentialType = new InferenceServiceApi();
const test = async (data: Record<string, string>) =>
	await testCredential({
		credentialType,
		credentials: {
			baseUrl: service.url,
			apiKey: service.keys.user,
			namePrefix: 'service',
			...data,
		},
	});

describe('the bearer credential', () => {
	it('proves the key with a free request that needs it', async () => {
		expect(await test({})).toMatchObject({ status: 'OK' });
		expect(service.journal).toHaveLength(1);
		expect(service.journal[0]).toMatchObject({ method: 'GET', path: '/api_keys/rate_limits' });
		expect(service.journal[0]?.headers.authorization).toBe(`Bearer ${service.keys.user}`);
		expect(service.ledger).toEqual([]);
	});

	it('tolerates spaces around the key and slashes behind the address', async () => {
		const result = await test({
			baseUrl: ` ${service.url}// `,
			apiKey: ` ${service.keys.user}\n`,
		});
		expect(result).toMatchObject({ status: 'OK' });
		expect(service.journal[0]?.path).toBe('/api_keys/rate_limits');
	});

	it('does not pass a wrong key', async () => {
		const { status, message } = await test({ apiKey: 'wrong' });
		expect(status).toBe('Error');
		expect(message).not.toContain('wrong');
	});

	it.each([
		[{ baseUrl: 'api.example.com/api/v1' }, /must start with https:\/\//],
		[{ baseUrl: 'ftp://api.example.com' }, /must start with https:\/\//],
		[{ baseUrl: '' }, /no Base URL/],
		[{ apiKey: '  ' }, /no API Key/],
		[{ namePrefix: 'Brand!' }, /API Name Prefix must start with a lowercase letter/],
	])('explains %j before anything is sent', async (data, sentence) => {
		const { status, message } = await test(data);
		expect(status).toBe('Error');
		expect(message).toMatch(sentence);
		expect(service.journal).toEqual([]);
	});
});
