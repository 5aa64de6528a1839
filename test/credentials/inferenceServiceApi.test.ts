import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { InferenceUsageTrigger } from '../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { testCredential } from '../engine/testCredential';
import { startService, type LocalService } from '../service/service';

let service: LocalService;
beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const test = async (data: Record<string, string>) =>
	await testCredential({
		node: new InferenceUsageTrigger(),
		type: 'inferenceServiceApi',
		credentials: {
			baseUrl: service.url,
			allowPlainHttp: true,
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
		expect(message).toMatch(/^The service does not accept this API key\. Copy it again/);
		expect(message).not.toContain('wrong');
	});

	it('explains a refused connection', async () => {
		const server = createServer();
		await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
		const { port } = server.address() as AddressInfo;
		await new Promise((closed) => server.close(closed));
		const { status, message } = await test({ baseUrl: `http://127.0.0.1:${port}/api/v1` });
		expect(status).toBe('Error');
		expect(message).toBe(
			`The connection to 127.0.0.1:${port} failed: connection refused. If the Base URL of the credential is right, the service may be down: wait some minutes and run the node again`,
		);
	});

	it('explains a Base URL without its path', async () => {
		const { status, message } = await test({ baseUrl: new URL(service.url).origin });
		expect(status).toBe('Error');
		expect(message).toMatch(/^There is no such service at this Base URL\. It must include/);
	});

	it('does not take the page of a website for the service', async () => {
		const page = createServer((_request, response) => response.end('<html>Welcome</html>'));
		await new Promise<void>((open) => page.listen(0, '127.0.0.1', open));
		const { port } = page.address() as AddressInfo;
		const { status, message } = await test({ baseUrl: `http://127.0.0.1:${port}` });
		page.closeAllConnections();
		page.close();
		expect(status).toBe('Error');
		expect(message).toMatch(/it is not the service\. The Base URL has no path\. It must include/);
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
