import { answerFromResponse, header, mediaType, requireJson } from '../../../lib/core/answer';
import { decodeBody } from '../../../lib/core/decodeBody';
import { ServiceFailure } from '../../../lib/core/failure';
import { readAll, isStream } from '../../../lib/core/streams';

const response = (headers: Record<string, unknown>, body: unknown = {}) =>
	answerFromResponse(
		{ headers, statusCode: 200, statusMessage: 'OK', body } as never,
		'acme',
		true,
	);

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
	for (const text of texts) yield Buffer.from(text);
}

describe('answerOf', () => {
	it('names the headers as the specification does, whatever prefix the deployment uses', () => {
		const { headers, namePrefix } = response({
			'x-acme-model-id': 'm',
			'x-acmes-other': 'o',
			'x-ratelimit-type': 'user',
			'cf-ray': 'r',
		});
		expect(namePrefix).toBe('acme');
		expect(headers).toEqual({
			'x-service-model-id': 'm',
			'x-acmes-other': 'o',
			'x-ratelimit-type': 'user',
			'cf-ray': 'r',
		});
	});
});

describe('header', () => {
	it.each([
		['text', 'text'],
		['', ''],
		[0, '0'],
		[undefined, undefined],
		[null, undefined],
		[['a', 'b'], undefined],
	])('%j is read as %j', (value, expected) => {
		expect(header(response({ 'x-name': value }), 'x-name')).toBe(expected);
	});
});

describe('mediaType', () => {
	it.each([
		['Audio/MPEG; rate=24000', 'audio/mpeg'],
		[' text/csv ;charset=utf-8', 'text/csv'],
		['application/json', 'application/json'],
		['', ''],
		[undefined, ''],
	])('%j is %j', (value, expected) => {
		expect(mediaType(response({ 'content-type': value }))).toBe(expected);
	});
});

describe('withJson', () => {
	it.each([[{ a: 1 }], [[1, 2]], [{}]])('hands on %j', (body) => {
		const answer = response({}, body);
		expect(requireJson(answer)).toBe(answer);
	});

	it.each([
		['<!doctype html>', /answered with a web page$/],
		['<html><head><title> Log in </title>', /answered with the web page "Log in"$/],
		['"plain"', /not valid JSON: "plain"$/],
		['x'.repeat(500), /: x{120}$/],
		['', /not valid JSON$/],
		[null, /answered with null where an object was expected$/],
		[12, /answered with 12 where an object was expected$/],
		[Buffer.from('{}'), /not valid JSON$/],
		[pieces('{}'), /not valid JSON$/],
	])('refuses %p', (body, sentence) => {
		let failure: unknown;
		try {
			requireJson(response({ 'cf-ray': 'ray-1' }, body));
		} catch (error) {
			failure = error;
		}
		expect(failure).toBeInstanceOf(ServiceFailure);
		expect(failure).toMatchObject({
			message: expect.stringMatching(sentence),
			facts: {
				kind: 'malformed',
				status: 200,
				requestId: 'ray-1',
				cure: expect.stringContaining('Base URL'),
			},
		});
	});
});

describe('decodeBody', () => {
	it.each([
		['{"a":1}', { a: 1 }],
		[Buffer.from('[1,2]'), [1, 2]],
		[Buffer.from('grüß'), 'grüß'],
		['{"a":', '{"a":'],
		['', ''],
		[{ a: 1 }, { a: 1 }],
		[undefined, undefined],
		[null, null],
	])('the body %j is decoded to what it holds', (body, expected) =>
		expect(decodeBody(body)).toEqual(expected),
	);
});

describe('streams', () => {
	it('knows one from bytes and from an object', () => {
		expect(isStream(pieces('a'))).toBe(true);
		for (const other of [Buffer.from('a'), {}, null, undefined, 'text', [1]]) {
			expect(isStream(other)).toBe(false);
		}
	});

	it('reads one whole, and stops at the limit', async () => {
		expect((await readAll(pieces('ab', '', 'cd'))).toString()).toBe('abcd');
		expect((await readAll(pieces('ab', 'cd'), { bytes: 4 })).toString()).toBe('abcd');
		await expect(readAll(pieces('ab', 'cd'), { bytes: 3 })).rejects.toThrow('more than');
	});
});
