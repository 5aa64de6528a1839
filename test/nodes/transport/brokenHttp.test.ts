import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { typed } from '../../coverage/given';
import { listening } from '../../engine/listening';
import { withService } from '../withService';

const world = withService();
const json = Buffer.from(JSON.stringify({ id: 'x', text: 'y'.repeat(5_000) }));
const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const TYPE = 'Content-Type: application/json';

let calls = 0;
let answer: (socket: Socket) => void;

const server = listening(
	createServer((socket) => {
		socket.on('error', () => undefined);
		socket.once('data', () => {
			calls++;
			answer(socket);
		});
	}),
);
beforeEach(() => (calls = 0));

const access = () => world.accessWith({ baseUrl: `${server.url}/api/v1` });

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const coded = (coding: string, bytes: Buffer) => (socket: Socket) => {
	socket.write(head(TYPE, `Content-Encoding: ${coding}`, 'Connection: close'));
	socket.end(half(bytes));
};

describe.each<[string, (socket: Socket) => void]>([
	['no HTTP at all', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
	['headers that are too large', (socket) => socket.end(head(`X-Big: ${'x'.repeat(90_000)}`))],
	[
		'a chunk without a size',
		(socket) => socket.end(`${head(TYPE, 'Transfer-Encoding: chunked')}zz\r\n`),
	],
	['half of its gzip', coded('gzip', gzipSync(json))],
	['half of its brotli', coded('br', brotliCompressSync(json))],
	['bytes that are no gzip', coded('gzip', json)],
	['nothing but its headers', (socket) => socket.end(head(TYPE, 'Content-Length: 500'))],
])('an answer with %s', (_what, given) => {
	it('is not bought again, and may have been charged', async () => {
		answer = given;
		const { error } = await world.run({
			...access(),
			node: new InferenceChat(),
			parameters: { model: typed('text-mini'), prompt: 'Hi' },
		});
		expect(calls).toBe(1);
		expect(error?.message).toMatch(/^[A-Z].*; the call may have been charged$/);
	});

	it('is asked for again where that costs nothing', async () => {
		answer = given;
		const { error } = await world.run({
			...access(),
			node: new InferenceModels(),
			parameters: { resource: 'model', operation: 'get', model: typed('text-mini') },
		});
		expect(calls).toBe(5);
		expect(error?.message).toMatch(/\(tried 5 times in .* s\)$/);
	});
});
