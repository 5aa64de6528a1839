import { readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { repository } from './paths.mjs';

const certificates = join(repository, 'test', 'fixtures', 'tls');

/** The authority that has signed the certificates of the front. */
export const authorityFile = join(certificates, 'ca.pem');

/** The host that the front has a certificate for; only the proxy knows where it is. */
export const frontHost = 'service.test';

const files = {
	trusted: join(certificates, 'service.pem'),
	untrusted: join(repository, 'test', 'fixtures', 'selfSigned.pem'),
	otherHost: join(certificates, 'otherHost.pem'),
	expired: join(certificates, 'expired.pem'),
};

/** What a filter shows in place of what it blocks. */
export const blockPage = '<html><title>Blocked by policy</title><p>Category: AI</html>';
const html = 'Content-Type: text/html\r\n';

/** What a proxy answers to CONNECT, by the wish of a check. */
const refusals = {
	login: `HTTP/1.1 407 Proxy Authentication Required\r\n${html}\r\n${blockPage}`,
	forbidden: 'HTTP/1.1 403 Forbidden\r\n\r\n',
	blocked: `HTTP/1.1 403 Forbidden\r\n${html}\r\n${blockPage}`,
};

/** @param {import('node:net').Server} server @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life @param {number} [port] */
async function listening(server, life, port = 0) {
	await new Promise((ready) => server.listen(port, '127.0.0.1', () => ready(undefined)));
	life.add(() => void server.close());
	const address = server.address();
	return typeof address === 'object' && address ? address.port : port;
}

/**
 * A proxy that notes all that it reads, and a front with a certificate that passes on what reaches it to the local service.
 * @param {{ url: string }} service
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life stops both
 */
export async function startOddProxy(service, life) {
	const state = {
		/** What the proxy read: each request, with its headers. @type {string[]} */
		seen: [],
		/** What it does with CONNECT. @type {'tunnel' | keyof typeof refusals} */
		tunnels: 'tunnel',
		/** Whether a filter that reads TLS answers in place of the service. */
		filters: false,
	};
	const front = createTlsServer({
		key: readFileSync(files.trusted),
		cert: readFileSync(files.trusted),
	});
	front.on('request', (request, response) => {
		if (state.filters) {
			response.writeHead(403, { 'content-type': 'text/html' }).end(blockPage);
			return;
		}
		const { method, headers } = request;
		const onward = send(new URL(request.url ?? '/', service.url), { method, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	const frontPort = await listening(front, life);

	const proxy = createServer((request, response) => {
		state.seen.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
		response.end('{"data":[]}');
	});
	proxy.on('connect', (request, socket) => {
		state.seen.push(`CONNECT ${request.url} ${JSON.stringify(request.headers)}`);
		socket.on('error', () => socket.destroy());
		if (state.tunnels !== 'tunnel') return void socket.end(refusals[state.tunnels]);
		const onward = connect(frontPort, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			socket.pipe(onward).pipe(socket);
		});
		onward.on('error', () => socket.destroy());
		return undefined;
	});
	// Node.js forgets a connection that has become a tunnel.
	/** @type {Set<import('node:net').Socket>} */
	const sockets = new Set();
	proxy.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
	});
	const port = await listening(proxy, life);
	return Object.assign(state, {
		url: `http://127.0.0.1:${port}`,
		/** @param {keyof typeof files} which */
		certify: (which) => {
			const file = readFileSync(files[which]);
			front.setSecureContext({ key: file, cert: file });
		},
		/** Stops listening, as a proxy that is down. */
		down: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((closed) => proxy.close(closed));
		},
		up: () => listening(proxy, life, port),
	});
}

/** @typedef {Awaited<ReturnType<typeof startOddProxy>>} OddProxy */
