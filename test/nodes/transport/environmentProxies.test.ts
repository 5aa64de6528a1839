import { createServer } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { proxyFindingByHost } from '../../../lib/wire/noProxy';
import { typed } from '../../coverage/given';
import { listening } from '../../engine/listening';
import { testCredential } from '../../engine/testCredential';
import { withService } from '../withService';

const world = withService();
const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
	name,
	name.toLowerCase(),
]);
const inherited = Object.fromEntries(NAMES.map((name) => [name, process.env[name]]));

/** Each request that the proxy read, with all that it could see. */
const seen: string[] = [];
/** A proxy that passes on what it reads, so that a key would arrive. */
const proxy = listening(
	createServer((request, response) => {
		seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
		response.end('{"choices":[]}');
	}),
);
const proxyUrl = () => proxy.url;

const setEnvironment = (values: Record<string, string | undefined>) => {
	for (const name of NAMES) {
		const value = values[name];
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}
};
beforeEach(() => {
	seen.length = 0;
	proxyFindingByHost.clear();
});
afterEach(() => setEnvironment(inherited));
afterAll(() => proxyFindingByHost.clear());

const addressOn = (host: string) => world.service.url.replace('127.0.0.1', host);
const lastArrived = () => world.service.requests().length;

/** What a paid call to the service at a host of this machine ends with. */
async function call(host: string, data: Record<string, unknown> = {}) {
	const { error } = await world.run({
		...world.accessWith({ baseUrl: addressOn(host), ...data }),
		node: new InferenceChat(),
		parameters: {
			...{ model: typed('text-mini'), prompt: 'Hi' },
		},
	});
	return { message: error?.message ?? '', cure: error?.description ?? '' };
}

async function callOfWallet(host: string) {
	const { error } = await world.run({
		...world.walletAccess({ baseUrl: addressOn(host) }),
		node: new InferenceX402(),
		parameters: { authentication: 'wallet', resource: 'balance', operation: 'get' },
	});
	return { message: error?.message ?? '', cure: error?.description ?? '' };
}

async function test(host: string) {
	return await testCredential({
		node: new InferenceUsageTrigger(),
		type: 'inferenceServiceApi',
		credentials: {
			...{ baseUrl: addressOn(host), apiKey: world.service.keys.user, namePrefix: 'service' },
			allowPlainHttp: false,
		},
	});
}

const NOTHING_SENT =
	/^Nothing was sent: n8n may send requests to \S+ through a proxy, which could read the key/;

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
	const server = createSocketServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Environments in which n8n would send a key for this machine elsewhere. */
const UNSAFE: Array<[string, () => Promise<Record<string, string>>]> = [
	['HTTP_PROXY', async () => ({ HTTP_PROXY: proxyUrl() })],
	['ALL_PROXY', async () => ({ ALL_PROXY: proxyUrl() })],
	['http_proxy, for other hosts not', async () => ({ http_proxy: proxyUrl(), NO_PROXY: 'a.test' })],
	[
		'HTTP_PROXY, with the port of the service in NO_PROXY',
		async () => ({
			HTTP_PROXY: proxyUrl(),
			NO_PROXY: ['127.0.0.1', 'localhost']
				.map((host) => `${host}:${new URL(world.service.url).port}`)
				.join(','),
		}),
	],
	[
		'HTTP_PROXY, with one of the ports that are tried in NO_PROXY',
		async () => ({ HTTP_PROXY: proxyUrl(), NO_PROXY: '127.0.0.1:1,localhost:1' }),
	],
	[
		'HTTP_PROXY, with another list in no_proxy than in NO_PROXY',
		async () => ({ HTTP_PROXY: proxyUrl(), NO_PROXY: '127.0.0.1,localhost', no_proxy: 'a.test' }),
	],
	['a proxy that is down', async () => ({ HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` })],
	[
		'a proxy that is down, at a port that is tried',
		async () => ({ ALL_PROXY: 'http://127.0.0.1:1' }),
	],
];

describe.each(['127.0.0.1', 'localhost'])('the key for %s', (host) => {
	it.each(UNSAFE)('stays in n8n with %s', async (_how, environment) => {
		setEnvironment(await environment());
		const called = await call(host);
		expect(called.message).toMatch(NOTHING_SENT);
		expect(called.cure).toMatch(/^Set NO_PROXY=localhost,127\.0\.0\.1 for n8n/);
		expect((await test(host)).message).toMatch(NOTHING_SENT);
		expect((await callOfWallet(host)).message).toMatch(NOTHING_SENT);
		expect(seen.join('\n')).not.toMatch(/authorization|x402|bearer/i);
		expect(seen.filter((line) => !/^GET http:\/\/[^/]+:[12]\/ /.test(line))).toEqual([]);
		expect(world.service.requests()).toEqual([]);
	});

	it.each([
		['without a proxy', () => ({})],
		[
			'past the proxy with NO_PROXY',
			() => ({ HTTP_PROXY: proxyUrl(), NO_PROXY: `x.test,${host}` }),
		],
		['past the proxy with no_proxy=*', () => ({ ALL_PROXY: proxyUrl(), no_proxy: '*' })],
		['with a proxy for https alone', () => ({ HTTPS_PROXY: proxyUrl() })],
	])('arrives %s', async (_how, environment) => {
		setEnvironment(environment());
		expect(await call(host)).toEqual({ message: '', cure: '' });
		expect(await test(host)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await callOfWallet(host)).toEqual({ message: '', cure: '' });
		expect(seen).toEqual([]);
		expect(lastArrived()).toBeGreaterThanOrEqual(3);
	});
});

it('may be read by the proxy where the credential allows plain http', async () => {
	setEnvironment({ HTTP_PROXY: proxyUrl() });
	await call('127.0.0.1', { allowPlainHttp: true });
	expect(seen.join('\n')).toContain(world.service.keys.user);
});

it('is refused until the environment is right, and then looked at no more', async () => {
	setEnvironment({ HTTP_PROXY: proxyUrl() });
	await call('127.0.0.1');
	expect((await call('127.0.0.1')).message).toMatch(NOTHING_SENT);
	setEnvironment({ HTTP_PROXY: proxyUrl(), NO_PROXY: '127.0.0.1' });
	expect((await call('127.0.0.1')).message).toBe('');
	const before = seen.length;
	expect((await call('127.0.0.1')).message).toBe('');
	expect(seen).toHaveLength(before);
});
