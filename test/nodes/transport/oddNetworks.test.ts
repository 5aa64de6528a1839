import type { INodeParameters } from 'n8n-workflow';
import dns from 'node:dns';
import { createServer as createHttpServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { typed } from '../../coverage/given';
import { testCredential } from '../../engine/testCredential';
import { withService } from '../withService';

const world = withService();
const open: Server[] = [];
const sockets = new Set<Socket>();

async function listening(server: Server): Promise<string> {
	open.push(server);
	server.on('connection', (socket) => void sockets.add(socket.on('error', () => undefined)));
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
	jest.restoreAllMocks();
	for (const socket of sockets) socket.destroy();
	sockets.clear();
	for (const server of open.splice(0)) await new Promise((closed) => server.close(closed));
});

const SERVICE = 'https://api.example.com/api/v1';
const CHARGED = /may have been charged/;

/** The timeout of each try where no answer is expected; otherwise the default applies. */
const UNANSWERED_MS = 100;

/** What a user reads of a paid and a free call to an address. */
async function meet(baseUrl: string, requestOptions: INodeParameters = {}) {
	const settings = { requestOptions };
	const access = world.accessWith({ baseUrl });
	const [paid, free] = await Promise.all([
		world.run({
			...{ ...access, node: new InferenceChat() },
			parameters: { model: typed('text-mini'), prompt: 'Hi', ...settings },
		}),
		world.run({
			...{ ...access, node: new InferenceModels() },
			parameters: { resource: 'model', operation: 'get', model: typed('text-mini'), ...settings },
		}),
	]);
	const words = ({ error }: typeof paid) => `${error?.message ?? ''} ${error?.description ?? ''}`;
	return { paid: words(paid).trim(), free: words(free).trim(), item: paid.outputs[0]?.[0]?.json };
}

async function tested(baseUrl: string) {
	const { apiKey, namePrefix } = { apiKey: world.service.keys.user, namePrefix: 'acme' };
	return await testCredential({
		node: new InferenceUsageTrigger(),
		type: 'inferenceServiceApi',
		credentials: { baseUrl, allowPlainHttp: true, apiKey, namePrefix },
	});
}

/** The address of a server that gives every request the same answer. */
async function answering(answer: string): Promise<string> {
	const server = createServer((socket) => void socket.once('data', () => socket.end(answer)));
	return `http://${await listening(server)}/api/v1`;
}

const answer = (line: string, body: string, ...headers: string[]) =>
	[`HTTP/1.1 ${line}`, `Content-Length: ${body.length}`, ...headers, '', body].join('\r\n');
const page = (title: string) => `<!DOCTYPE html><html><title>${title}</title></html>`;

it('a connection that breaks its encryption after the request has left may have been charged', async () => {
	const pem = readFileSync('test/fixtures/tls/service.pem', 'utf8');
	let inject: () => void = () => undefined;
	const secure = createSecureServer({ key: pem, cert: pem }, (socket) => {
		socket.on('error', () => undefined).once('data', () => inject());
	});
	const behind = Number((await listening(secure)).split(':')[1]);
	const between = createServer((client) => {
		const upstream = connect(behind, '127.0.0.1').on('error', () => client.destroy());
		client.pipe(upstream);
		upstream.on('data', (bytes) => client.write(bytes)).on('close', () => client.destroy());
		inject = () => {
			upstream.removeAllListeners('data');
			client.write('HTTP/1.1 400 Bad Request\r\n\r\n');
		};
	});
	const parameters = {
		...{ model: typed('text-mini'), prompt: 'Hi' },
		...{ requestOptions: { allowUnauthorizedCerts: true } },
		options: { retriesAndLimits: { timeout: 5 } },
	};
	const access = world.accessWith({ baseUrl: `https://${await listening(between)}/api/v1` });
	const { error } = await world.run({ ...access, node: new InferenceChat(), parameters });
	expect(error?.message).toContain('its encryption broke');
	expect(`${error?.message} ${error?.description}`).toMatch(CHARGED);
});

describe('a proxy that makes no tunnel', () => {
	const proxyThat = async (connect: (socket: Socket) => void) => {
		const proxy = createHttpServer();
		proxy.on('connect', (_request, socket) => connect(socket as Socket));
		return await listening(proxy);
	};

	const hangUp = (socket: Socket) => void socket.destroy();
	it.each<[string, (socket: Socket) => void, RegExp, INodeParameters]>([
		['is silent', () => undefined, /no answer/, { timeout: UNANSWERED_MS }],
		['hangs up', hangUp, /connection closed by the other side/, {}],
	])('is named where it %s, and nothing was charged', async (_how, connect, reason, limits) => {
		const proxy = await proxyThat(connect);
		const { paid, free } = await meet(SERVICE, { proxy: `http://${proxy}`, ...limits });
		for (const said of [paid, free]) {
			expect(said).toContain(`The connection to the proxy ${proxy}, on the way to api.example.com`);
			expect(said).toMatch(reason);
			expect(said).toMatch(/\(tried \d times in .*HTTPS_PROXY/);
			expect(said).not.toMatch(CHARGED);
		}
	});

	it('is named where it speaks plain http in place of https, and asked once', async () => {
		const proxy = await proxyThat((socket) => socket.end());
		const { paid } = await meet(SERVICE, { proxy: `https://${proxy}` });
		expect(paid).toMatch(/^The connection to the proxy 127\.0\.0\.1:\d+, .* failed: no TLS connec/);
		expect(paid).not.toMatch(/tried|may have been charged/);
	});

	it('is named where its host is unknown', async () => {
		const { paid } = await meet(SERVICE, { proxy: 'http://proxy.invalid:3128' });
		expect(paid).toMatch(/^The connection to the proxy proxy\.invalid(:3128)?, .* host name not/);
	});

	it.each(['200 OK', '200 Connection established'])(
		'costs nothing where it shows a page after %s',
		async (line) => {
			const proxy = await proxyThat((socket) => socket.end(answer(line, page('Log in'))));
			const { paid } = await meet(SERVICE, { proxy: `http://${proxy}` });
			expect(paid).toMatch(/^The connection to api\.example\.com failed/);
			expect(paid).not.toMatch(CHARGED);
		},
	);
});

describe('a proxy, a front or a network in between', () => {
	it.each([
		['411 Length Required', /A proxy or firewall between/],
		['417 Expectation Failed', /A proxy or firewall between/],
		['421 Misdirected Request', /A proxy or firewall between/],
		['426 Upgrade Required', /A proxy or firewall between/],
		['431 Request Header Fields Too Large', /A proxy or firewall between/],
		['451 Unavailable For Legal Reasons', /A proxy or firewall between/],
		[
			'511 Network Authentication Required',
			/The network between n8n and the service requires you to sign in/,
		],
	])('has not passed on a call that it answers with %s', async (line, words) => {
		const baseUrl = await answering(answer(line, page('Stop')));
		const { paid } = await meet(baseUrl);
		expect(paid).toMatch(words);
		expect(paid).toMatch(/: Stop The call did not reach the service, and nothing was charged/);
		expect(paid).not.toMatch(/message of the service|tried/);
		expect((await tested(baseUrl)).message).toMatch(words);
	});

	it.each([
		['502 Bad Gateway', /A proxy or gateway in front of the service got no valid answer/, true],
		['503 Service Unavailable', /The service, or something in front of it, is not avail/, false],
		['504 Gateway Timeout', /A proxy or gateway in front of the service timed out/, true],
	])('is named, and not the service, after %s', async (line, words, mayCost) => {
		const { paid, free } = await meet(await answering(answer(line, page(line))));
		for (const said of [paid, free]) expect(said).toMatch(words);
		expect(CHARGED.test(paid)).toBe(mayCost);
		expect(free).toMatch(/tried 5 times/);
	});

	it('may have passed on a call that ends without an answer, which is not sent again', async () => {
		let calls = 0;
		const front = createServer((socket) => {
			socket.once('data', () => {
				calls++;
				socket.end();
			});
		});
		const { paid } = await meet(`http://${await listening(front)}/api/v1`);
		expect(paid).toMatch(/connection closed by the other side; the call may have been charged/);
		// One paid call, and five tries of the free one.
		expect(calls).toBe(6);
	});

	it('is named where it leads to a login page', async () => {
		const login = 'Location: https://sso.example.org/login?next=1';
		const baseUrl = await answering(answer('302 Found', page('Moved'), login));
		const { paid, free } = await meet(baseUrl);
		for (const said of [paid, free, (await tested(baseUrl)).message])
			expect(said).toMatch(
				/a redirect to https:\/\/sso\.example\.org, .*If it is a login page, ask/s,
			);
	});

	it('is named where it speaks https at the port', async () => {
		const words = page('400 The plain HTTP request was sent to HTTPS port');
		const baseUrl = await answering(answer('400 Bad Request', words));
		for (const said of [(await meet(baseUrl)).paid, (await tested(baseUrl)).message])
			expect(said).toMatch(/The server expects https at this port.*starts with https:\/\//s);
	});

	it.each([
		['a page', page('Guest Wi-Fi'), /the web page "Guest Wi-Fi"/],
		['nothing', '', /The answer ended early before its first word/],
		[
			'JSON of its own',
			'{"status":"blocked"}',
			/something else than a chat answer: it has no choices, but "status"/,
		],
	])('is not taken for the service where it answers 200 with %s', async (_what, body, words) => {
		const baseUrl = await answering(answer('200 OK', body, 'Content-Type: application/json'));
		const { paid, free } = await meet(baseUrl);
		expect(paid).toMatch(words);
		expect(paid).toMatch(CHARGED);
		expect(free).not.toBe('');
		expect(await tested(baseUrl)).toEqual({
			status: 'Error',
			message: 'A server answers at this Base URL, but it is not the service',
		});
	});
});

describe('the name of the service', () => {
	/** Answers for one name, in turn; the last answer stays. */
	const resolve = (host: string, ...answers: Array<string | Error>) => {
		const real = dns.lookup;
		jest.spyOn(dns, 'lookup').mockImplementation(((name: string, options: object, done: never) => {
			if (name !== host) return real(name, options, done);
			const found = answers.length > 1 ? answers.shift() : answers[0];
			const give = done as (...given: unknown[]) => void;
			const family = String(found).includes(':') ? 6 : 4;
			if (found instanceof Error) return give(found);
			if ('all' in options && options.all === true) return give(null, [{ address: found, family }]);
			return give(null, found, family);
		}) as never);
	};

	it('is waited for where it resolves at the second try, and the call is paid once', async () => {
		const failure = new Error('getaddrinfo EAI_AGAIN flipping.example');
		resolve('flipping.example', Object.assign(failure, { code: 'EAI_AGAIN' }), '127.0.0.1');
		const { port } = new URL(world.service.url);
		const access = world.accessWith({
			...{ baseUrl: `http://flipping.example:${port}/api/v1`, allowPlainHttp: true },
		});
		const { error } = await world.run({
			...{ ...access, node: new InferenceChat() },
			parameters: { model: typed('text-mini'), prompt: 'Hi' },
		});
		expect(error).toBeUndefined();
		expect(world.service.ledger).toHaveLength(1);
		expect(world.waited).toBeLessThan(3_000);
	});

	it('costs nothing where it has an IPv6 address without a route, which names NODEJS_PREFER_IPV4', async () => {
		resolve('six.example', '2001:db8::1');
		const { paid, free } = await meet('https://six.example/api/v1', {
			timeout: UNANSWERED_MS,
		});
		for (const said of [paid, free]) expect(said).toMatch(/set NODEJS_PREFER_IPV4=true for n8n/i);
		expect(paid).not.toMatch(CHARGED);
	});
});

it('an answer over HTTP/1.0 without a length is read to its end', async () => {
	const choices = [
		{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' },
	];
	const body = JSON.stringify({ id: 'x', choices });
	const baseUrl = await answering(
		`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${body}`,
	);
	expect((await meet(baseUrl)).item).toMatchObject({ text: 'Hi' });
});
