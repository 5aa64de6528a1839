import { createServer } from 'node:http';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
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
});
afterEach(() => setEnvironment(inherited));

const addressOn = (host: string) => world.service.url.replace('127.0.0.1', host);

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

async function callOfWallet(host: string, data: Record<string, unknown> = {}) {
	const { error } = await world.run({
		...world.walletAccess({ baseUrl: addressOn(host), ...data }),
		node: new InferenceX402(),
		parameters: { authentication: 'wallet', resource: 'balance', operation: 'get' },
	});
	return { message: error?.message ?? '', cure: error?.description ?? '' };
}

async function test(host: string, allowPlainHttp: boolean) {
	return await testCredential({
		node: new InferenceUsageTrigger(),
		type: 'inferenceServiceApi',
		credentials: {
			...{ baseUrl: addressOn(host), apiKey: world.service.keys.user, namePrefix: 'service' },
			allowPlainHttp,
		},
	});
}

const NOT_ALLOWED = /^The Base URL uses plain http to \S+, so anyone on the network path/;

describe.each(['127.0.0.1', 'localhost'])('a key for %s over plain http', (host) => {
	it.each([
		['without a proxy', () => ({})],
		['with HTTP_PROXY', () => ({ HTTP_PROXY: proxyUrl() })],
		['with ALL_PROXY', () => ({ ALL_PROXY: proxyUrl() })],
		['with http_proxy', () => ({ http_proxy: proxyUrl() })],
	])('stays in n8n unless the credential allows it, %s', async (_how, environment) => {
		setEnvironment(environment());
		const off = { allowPlainHttp: false };
		const called = await call(host, off);
		expect(called.message).toMatch(NOT_ALLOWED);
		expect(called.cure).toMatch(/turn on Allow Plain HTTP in the credential\.$/);
		expect((await test(host, false)).message).toMatch(NOT_ALLOWED);
		expect((await callOfWallet(host, off)).message).toMatch(NOT_ALLOWED);
		expect(seen).toEqual([]);
		expect(world.service.requests()).toEqual([]);
	});

	it.each([
		['without a proxy', () => ({})],
		[
			'past HTTP_PROXY with NO_PROXY',
			() => ({ HTTP_PROXY: proxyUrl(), NO_PROXY: `x.test,${host}` }),
		],
		['past ALL_PROXY with no_proxy=*', () => ({ ALL_PROXY: proxyUrl(), no_proxy: '*' })],
		['with a proxy for https alone', () => ({ HTTPS_PROXY: proxyUrl() })],
	])('arrives where the credential allows it, %s', async (_how, environment) => {
		setEnvironment(environment());
		expect(await call(host)).toEqual({ message: '', cure: '' });
		expect(await test(host, true)).toEqual({ status: 'OK', message: 'Connection successful!' });
		expect(await callOfWallet(host)).toEqual({ message: '', cure: '' });
		expect(seen).toEqual([]);
		expect(world.service.requests().length).toBeGreaterThanOrEqual(3);
	});
});

it('lets the proxy of the environment read the key where plain http is allowed and NO_PROXY does not name the host', async () => {
	setEnvironment({ HTTP_PROXY: proxyUrl() });
	await call('127.0.0.1');
	expect(seen.join('\n')).toContain(world.service.keys.user);
});
