import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:https';
import {
	createServer as createSocketServer,
	type AddressInfo,
	type Server,
	type Socket,
} from 'node:net';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { deadPort } from '../../engine/deadPort';
import { testCredential } from '../../engine/testCredential';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { withService } from '../withService';

const world = withService();
const open: Server[] = [];
/** A key with a certificate that no authority has signed. */
const UNTRUSTED = readFileSync(path.join(__dirname, '../../fixtures/selfSigned.pem'));
const sockets = new Set<Socket>();

async function listening(server: Server): Promise<string> {
	open.push(server);
	server.on('connection', (socket) => void sockets.add(socket));
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeAll(): Promise<void> {
	for (const socket of sockets) socket.destroy();
	sockets.clear();
	for (const server of open.splice(0)) await new Promise((closed) => server.close(closed));
}

afterEach(closeAll);

interface Trip {
	proxy?: string;
	maxWait?: number;
	/** Milliseconds; short only where no answer is expected. */
	timeout?: number;
}

/** What a user reads after a paid call to an address, and how long the node waited. */
async function meet(baseUrl: string, { proxy, maxWait = 0, timeout = 300_000 }: Trip = {}) {
	const { error } = await world.run({
		...world.accessWith({ baseUrl }),
		node: new InferenceChat(),
		parameters: {
			...{ model: typed('text-mini'), prompt: 'Hi' },
			requestOptions: { timeout, ...(proxy === undefined ? {} : { proxy: `http://${proxy}` }) },
			options: { retriesAndLimits: { maxWait } },
		},
	});
	return {
		message: error?.message ?? '',
		cure: error?.description ?? '',
		tries: world.waits.length,
	};
}

const PERHAPS_CHARGED = /may have been charged/;

describe('what never connected was never charged', () => {
	it.each(['http', 'https'])('a port that does not accept (%s) costs nothing', async (scheme) => {
		const dead = await deadPort();
		const baseUrl = `${scheme}://127.0.0.1:${dead.port}/api/v1`;
		const { message, cure } = await meet(baseUrl, { timeout: 100 });
		await dead.close();
		expect(message).toContain(
			`No connection to 127.0.0.1:${dead.port} within 0.1 seconds (tried once`,
		);
		expect(cure).toMatch(/firewall .* route/);
		expect(cure).not.toMatch(/Raise Timeout|usage/i);
	});

	it('a server that accepts and stays silent may have charged', async () => {
		const host = await listening(createSocketServer());
		// Time enough to connect.
		const limits = { maxWait: 120, timeout: 1_000 };
		const { message, cure } = await meet(`http://${host}/api/v1`, limits);
		expect(message).toBe(`No answer from ${host} within 1 second; the call may have been charged`);
		expect(cure).toMatch(/Raise Timeout/);
		expect(world.waits).toEqual([]);
	});

	it('a plain server under https is named, and costs nothing', async () => {
		const host = await listening(createServer((_request, response) => response.end('{}')));
		const { message, cure, tries } = await meet(`https://${host}/api/v1`, { maxWait: 120 });
		expect(message).toBe(`The connection to ${host} failed: no TLS connection`);
		expect(cure).toMatch(/try a Base URL that starts with http:\/\//);
		expect(tries).toBe(0);
	});

	it('a certificate that is not trusted is tried once', async () => {
		const host = await listening(
			createTlsServer({ key: UNTRUSTED, cert: UNTRUSTED }, (_request, answer) => answer.end('{}')),
		);
		const { message, cure, tries } = await meet(`https://${host}/api/v1`, { maxWait: 120 });
		expect(message).toMatch(/the certificate of the server is not trusted$/);
		expect(cure).toContain('NODE_EXTRA_CA_CERTS');
		expect(tries).toBe(0);
	});

	it('a port that refuses is asked as long as Max Wait allows: a service may be restarting', async () => {
		const host = await listening(createSocketServer());
		await closeAll();
		const { message } = await meet(`http://${host}/api/v1`, { maxWait: 120 });
		expect(message).toMatch(/connection refused \(tried 5 times in [\d.]+ s\)$/);
		expect(world.waited).toBeGreaterThan(5_000);
	});
});

describe('who refused', () => {
	const refusingProxy = async (line: string, body: string) => {
		const proxy = createServer();
		proxy.on('connect', (_request, socket) =>
			socket.end(`HTTP/1.1 ${line}\r\nContent-Type: text/html\r\n\r\n${body}`),
		);
		return await listening(proxy);
	};
	const PAGE = '<html><title>Blocked by policy</title></html>';

	it.each([
		['407 Proxy Authentication Required', PAGE],
		['407 Proxy Authentication Required', ''],
		['403 Forbidden', PAGE],
		['403 Forbidden', ''],
	])('a proxy that answers %s to CONNECT is named: %j', async (line, body) => {
		const proxy = await refusingProxy(line, body);
		const { message, cure } = await meet('https://api.example.com/api/v1', { proxy });
		expect(message).toMatch(/^A proxy (or firewall )?between n8n and the service refused the call/);
		expect(message).not.toMatch(PERHAPS_CHARGED);
		expect(cure).toMatch(/The call did not reach the service, and nothing was charged/);
		expect(`${message} ${cure}`).not.toMatch(/API key|See the message of the service/);
	});

	it('a proxy that is down is named in place of the service', async () => {
		const { message, cure } = await meet('https://api.example.com/api/v1', {
			proxy: '127.0.0.1:1',
		});
		expect(message).toMatch(
			/^The connection to the proxy 127\.0\.0\.1:1, on the way to api\.example\.com, failed: connection refused \(tried once; /,
		);
		expect(cure).toMatch(/HTTPS_PROXY/);
	});

	it.each([403, 407])(
		'a filter in front of the service (%i) is named, also in the test of a credential',
		async (status) => {
			const filter = createServer((_request, response) => {
				response.writeHead(status, { 'Content-Type': 'text/html' }).end(PAGE);
			});
			const host = await listening(filter);
			const { message } = await meet(`http://${host}/api/v1`);
			expect(message).toMatch(/^A proxy .* refused the call.*: Blocked by policy$/);
			const credentials = {
				baseUrl: `http://${host}/api/v1`,
				allowPlainHttp: true,
				apiKey: world.service.keys.user,
				namePrefix: 'acme',
			};
			const tested = await testCredential({
				node: new InferenceUsageTrigger(),
				type: 'inferenceServiceApi',
				credentials,
			});
			expect(tested.status).toBe('Error');
			expect(tested.message).toMatch(/^A proxy .*between n8n and the service refused the call/);
			expect(tested.message).not.toMatch(/API key is valid/);
		},
	);
});

it('says of a Base URL without its path what the credential says', async () => {
	const page = createServer((_request, response) =>
		response.writeHead(404).end('<html>Not here</html>'),
	);
	const host = await listening(page);
	const { cure } = await meet(`http://${host}`);
	expect(cure).toMatch(/^The Base URL has no path\. It must include the version path/);
});
