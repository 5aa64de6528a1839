import { createServer, type ServerResponse } from 'node:http';
import { createGzip, gzipSync } from 'node:zlib';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { typed } from '../../coverage/given';
import { listening } from '../../engine/listening';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceChat(), { model: typed('text-mini'), prompt: 'Hi' });
let calls = 0;
let answer: (response: ServerResponse) => void;

const server = listening(
	createServer((_request, response) => {
		calls++;
		response.on('error', () => undefined);
		answer(response);
	}),
);
beforeEach(() => (calls = 0));

const access = () => world.accessWith({ baseUrl: `${server.url}/api/v1` });
const getModel = async () =>
	await world.run({
		...access(),
		node: new InferenceModels(),
		parameters: {
			...{ resource: 'model', operation: 'get', model: typed('text-mini') },
			options: { retriesAndLimits: { timeout: 300 } },
		},
	});

const JSON_TYPE = { 'content-type': 'application/json' };
/** Writes the same bytes until they are no longer read. */
function pour(to: NodeJS.WritableStream, block: Buffer | string, stop: ServerResponse): void {
	const more = () => {
		if (!stop.destroyed) to.write(block, more);
	};
	more();
}
const endless = (status: number, block: Buffer | string) => (response: ServerResponse) => {
	response.writeHead(status, JSON_TYPE);
	pour(response, block, response);
};
const endlessGzip = (response: ServerResponse) => {
	response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
	const gzip = createGzip();
	gzip.pipe(response);
	pour(gzip, Buffer.alloc(1_000_000, ' '), response);
};
const bomb = gzipSync(Buffer.alloc(100_000_000, ' '));
const served =
	(body: Buffer | string, headers: Record<string, string> = {}) =>
	(response: ServerResponse) =>
		response.writeHead(200, { ...JSON_TYPE, ...headers }).end(body);

describe('an answer that does not end, or is too much', () => {
	it.each<[string, typeof answer, RegExp]>([
		[
			'spaces',
			endless(200, Buffer.alloc(1_000_000, ' ')),
			/^The response is too large \(more than 20 MB/,
		],
		['spaces, compressed', endlessGzip, /^The response is too large \(more than 20 MB/],
		[
			'100 MB in 0.1 MB of gzip',
			served(bomb, { 'content-encoding': 'gzip' }),
			/^The response is too large \(more than 20 MB/,
		],
		[
			'lists inside lists',
			served('['.repeat(15_000_000)),
			/^The response is too large \(more than 1000 levels/,
		],
		[
			'empty objects',
			served(`[${'{},'.repeat(2_000_000)}1]`),
			/^The response is too large \(more than 1000000 parts/,
		],
	])('an answer of %s is given up, and not asked for again', async (_what, given, sentence) => {
		expect(bomb.length).toBeLessThan(100_000);
		answer = given;
		const { error } = await getModel();
		expect(error?.message).toMatch(sentence);
		expect(calls).toBe(1);
	});

	it.each([true, false])(
		'may have been charged where the call was paid, streamed: %s',
		async (stream) => {
			answer = endless(200, Buffer.alloc(1_000_000, ' '));
			const { error } = await run({ options: { stream } }, access());
			expect(error?.message).toMatch(
				/^The response is too large \(more than 100 MB\), so reading stopped; the call may have been charged$/,
			);
			expect(calls).toBe(1);
		},
	);

	it('is a refusal all the same', async () => {
		answer = endless(404, `{"error": "${'x'.repeat(100_000)}`);
		const { error } = await getModel();
		expect(error).toMatchObject({ httpCode: '404' });
		expect(String(error?.message).length).toBeLessThan(200);
	});

	const stalled: typeof answer = (response) => {
		response.writeHead(200, JSON_TYPE).write('{"id":');
	};
	const dripping: typeof answer = (response) => {
		response.writeHead(200, JSON_TYPE);
		const drip = setInterval(() => response.write(' '), 50);
		response.on('close', () => clearInterval(drip));
	};
	it.each<[string, typeof answer]>([
		['wherever it stops', stalled],
		['however slowly it goes on', dripping],
	])('ends with the time limit, %s', async (_how, given) => {
		answer = given;
		const chat = async (stream: boolean) =>
			await run({ options: { stream }, requestOptions: { timeout: 1_000 } }, access());
		const [whole, streamed] = await Promise.all([chat(false), chat(true)]);
		expect(whole.error?.message).toMatch(
			/^No answer from 127\.0\.0\.1:\d+ within 1 second; the call may/,
		);
		expect(streamed.error?.message).toMatch(/: no (data|content) for 1 second; the call may/);
	});
});
