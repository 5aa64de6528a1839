import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { NodeOperationError } from 'n8n-workflow';

import { ServiceFailure } from '../../../lib/core/failure';
import { sendWithCredential } from '../../../lib/wire/exchange';
import type { Caller } from '../../../lib/wire/send';

const asked: unknown[] = [];

function caller(answer: () => unknown, signal?: AbortSignal): Caller {
	return {
		getNode: () => ({
			id: 'n',
			name: 'N',
			type: 'n',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		}),
		helpers: {
			httpRequest: async () => await Promise.reject(new Error('The host is not this machine')),
			httpRequestWithAuthentication: async (_type, options) => {
				asked.push(options);
				return await Promise.resolve(answer());
			},
		},
		getExecutionCancelSignal: () => signal,
	};
}

const request = { baseURL: 'https://api.example.com/api/v1', url: '/things', timeout: 1_500 };
const send = async (answer: () => unknown, signal?: AbortSignal) =>
	await sendWithCredential(caller(answer, signal), 'inferenceServiceApi', request, {
		paid: true,
		namePrefix: 'acme',
	});
const throwing = (error: unknown) => () => {
	throw error;
};

async function failureOf(sending: Promise<unknown>): Promise<ServiceFailure> {
	const [outcome] = await Promise.allSettled([sending]);
	if (outcome.status === 'fulfilled' || !(outcome.reason instanceof ServiceFailure)) {
		throw new Error('A ServiceFailure was expected');
	}
	return outcome.reason;
}

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
	for (const text of texts) yield Buffer.from(text);
}

const coded = (code: string, message = 'no') => Object.assign(new Error(message), { code });

describe('exchange', () => {
	it.each<[string, () => unknown]>([
		['that was answered', () => ({ statusCode: 200, headers: {}, body: { ok: true } })],
		['that was refused', () => ({ statusCode: 400, headers: {}, body: { error: 'No' } })],
		['whose connection broke', throwing(coded('ECONNRESET'))],
	])('no longer listens to the execution after a call %s', async (_what, answer) => {
		const { signal } = new AbortController();
		await Promise.allSettled([send(answer, signal)]);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it.each([200, 201, 202, 299])('hands on an answer of %i', async (statusCode) => {
		const response = { statusCode, headers: {}, body: { ok: true } };
		expect(await send(() => response)).toMatchObject(response);
	});

	it.each([204, 205, 206])(
		'takes an answer of %i for none, which may have been charged',
		async (statusCode) => {
			const response = { statusCode, headers: {}, body: { ok: true } };
			const { message, facts } = await failureOf(send(() => response));
			expect(message).toMatch(/^The service (answered without any content|sent only a part)/);
			expect(facts).toMatchObject({ kind: 'malformed', status: statusCode, charge: 'possible' });
		},
	);

	it('asks for the full answer, follows no redirect and lets no status be thrown', async () => {
		await send(() => ({ statusCode: 200, headers: {}, body: {} }));
		expect(asked.at(-1)).toEqual({
			...request,
			headers: {},
			encoding: 'stream',
			abortSignal: expect.any(AbortSignal),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		});
	});

	it.each<[string, unknown]>([
		['JSON', { error: 'Too fast', code: 'RATE_LIMIT_EXCEEDED' }],
		['text', '{"error":"Too fast","code":"RATE_LIMIT_EXCEEDED"}'],
		['bytes', Buffer.from('{"error":"Too fast","code":"RATE_LIMIT_EXCEEDED"}')],
		['a stream', Readable.from(pieces('{"error":"Too f', 'ast","code":"RATE_LIMIT_EXCEEDED"}'))],
	])('explains a refusal whose body is %s', async (_form, body) => {
		const headers = { 'cf-ray': 'ray-9', 'retry-after': '3' };
		const { message, facts } = await failureOf(send(() => ({ statusCode: 429, headers, body })));
		expect(message).toBe('The rate limit is reached: Too fast');
		expect(facts).toMatchObject({
			kind: 'refused',
			status: 429,
			code: 'RATE_LIMIT_EXCEEDED',
			requestId: 'ray-9',
			headers,
		});
	});

	it('explains a refusal even when its body breaks off', async () => {
		async function* broken(): AsyncGenerator<Buffer> {
			yield Buffer.from('{"err');
			throw new Error('aborted');
		}
		const response = { statusCode: 500, headers: {}, body: Readable.from(broken()) };
		expect((await failureOf(send(() => response))).message).toMatch(
			/^The service failed to process/,
		);
	});

	it('does not follow a redirect, since it would carry the key', async () => {
		const headers = { location: 'https://elsewhere.example.org' };
		const response = { statusCode: 302, headers, body: '' };
		const { message, facts } = await failureOf(send(() => response));
		expect(message).toMatch(/redirect/);
		expect(facts.cure).toMatch(/final address as Base URL/);
	});

	it.each([
		...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EHOSTUNREACH'],
		...['ETIMEDOUT', 'ECONNABORTED', 'EPIPE'],
	])('says of %s what an agent of n8n shows too', async (code) => {
		const { message } = await failureOf(send(throwing(coded(code))));
		// n8n replaces a whole message in which it finds the code, and with it what follows.
		const wrapped = new NodeOperationError(
			caller(() => undefined).getNode(),
			new Error(`${message}; charged`),
		);
		expect(wrapped.message).toBe(`${message}; charged`);
	});

	it.each([
		['ERR__ERROR_FORMAT_PADDING_2', 'the compressed answer is damaged'],
		['Z_DATA_ERROR', 'the compressed answer is damaged'],
		['HPE_INVALID_CONSTANT', 'the answer is not HTTP'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'the certificate of the server is not trusted'],
	])('says what %s means', async (code, words) => {
		const { message } = await failureOf(send(throwing(coded(code))));
		expect(message).toBe(`The connection to api.example.com failed: ${words}`);
	});

	it('says what an address cannot hold', async () => {
		const { message } = await failureOf(send(throwing(new URIError('URI malformed'))));
		expect(message).toContain('contains half of a character');
	});

	it.each<[string, unknown, string]>([
		['the code itself', coded('ECONNREFUSED'), 'ECONNREFUSED'],
		['the message', new Error('getaddrinfo ENOTFOUND api.example.com'), 'ENOTFOUND'],
		['a cause', new Error('wrapped', { cause: coded('EAI_AGAIN') }), 'EAI_AGAIN'],
		['a cause of a cause', { cause: { cause: coded('EPIPE', 'x') } }, 'EPIPE'],
		['the error response', { errorResponse: coded('ECONNRESET') }, 'ECONNRESET'],
		['a list of messages', { messages: ['x', 'connect EHOSTUNREACH'] }, 'EHOSTUNREACH'],
		['the words for it', new Error('socket hang up'), 'ECONNRESET'],
		['an expired certificate', coded('CERT_HAS_EXPIRED'), 'CERT_HAS_EXPIRED'],
		[
			'an unknown authority',
			coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		],
	])('finds the code of a failed connection in %s', async (_place, error, code) => {
		const { message, facts } = await failureOf(send(throwing(error)));
		expect(message).toMatch(/^The connection to api\.example\.com failed: ./);
		expect(facts).toMatchObject({
			kind: 'unreachable',
			code,
			cure: expect.any(String),
		});
	});

	it.each(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'])('calls %s what it is', async (code) => {
		const { message, facts } = await failureOf(send(throwing(coded(code))));
		expect(message).toBe('No answer from api.example.com within 1.5 seconds');
		expect(facts).toMatchObject({ kind: 'timeout', charge: 'possible' });
	});

	it.each([
		'The credential has no API Key',
		'ERROR: the key cannot be read',
		'The Base URL must start with https://',
	])('hands on the sentence of what failed before anything was sent: %s', async (said) => {
		const error = new Error(said);
		const { message, facts } = await failureOf(send(throwing(error)));
		expect(message).toBe(error.message);
		expect(facts.kind).toBe('input');
	});

	it('says that the run was cancelled, whatever the broken connection says', async () => {
		const sending = send(throwing(coded('ERR_CANCELED')), AbortSignal.abort());
		expect((await failureOf(sending)).facts.kind).toBe('cancelled');
	});
});
