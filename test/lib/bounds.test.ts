import { Readable } from 'node:stream';
import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { answerFromResponse } from '../../lib/core/answer';
import { MAX_ANSWER_BYTES } from '../../lib/core/bounds';
import { redactor } from '../../lib/core/redact';
import { AnswerBody, isStream, readAll } from '../../lib/core/streams';
import { AnswerAssembler } from '../../lib/chat/assembler';
import { type Chunk, readChunk } from '../../lib/chat/chunks';
import { readWholeCompletion } from '../../lib/chat/completion';
import { explainRefusal } from '../../lib/wire/errors/explain';
import { cursorPages, type Page } from '../../lib/billing/pages/cursorPages';
import { growsTooFast } from './growth';
import { singleReply } from '../../lib/wire/rpcReply';

// The sizes are such that a cost which grows with their square does not end within the time limit of a test.
const no = { _errors: ['no'] };
const answerWith = (body: unknown) =>
	answerFromResponse(
		{ statusCode: 200, headers: {}, body } as IN8nHttpFullResponse,
		'service',
		true,
	);

describe('what a refusal says', () => {
	it.each<[string, unknown]>([
		['20 MB of text', 'x'.repeat(20_000_000)],
		['20 MB in the sentence', { error: 'x'.repeat(20_000_000) }],
		['20 MB in the code', { error: 'no', code: 'A_'.repeat(10_000_000) }],
		['a page of 6 MB that never ends its title', `<html>${'<title'.repeat(1_000_000)}`],
		[
			'a million fields',
			{ details: Object.fromEntries(Array.from({ length: 1_000_000 }, (_, at) => [at, no])) },
		],
		['a million issues', { issues: Array(1_000_000).fill({ path: ['a'], message: 'no' }) }],
		['a 20 MB policy', { consent_flow: 'f', consent: { policy_text: 'x'.repeat(20_000_000) } }],
	])('is cut to what a person reads: %s', (_name, body) => {
		const { message, cure, code = '' } = explainRefusal(400, body);
		expect(message.length).toBeLessThan(2_000);
		expect(cure.length).toBeLessThanOrEqual(5_000);
		expect(code.length).toBeLessThan(200);
	});

	it('is found down to ten levels', () => {
		let details: Record<string, unknown> = { _errors: ['too deep'] };
		for (let level = 0; level < 100_000; level++) details = { a: details };
		expect(explainRefusal(400, { details }).message).not.toContain('too deep');
	});

	it('is cut in JSON-RPC too', () => {
		const error = { code: 1, message: 'x'.repeat(20_000_000) };
		const reply = singleReply({ id: 1 }, answerWith({ error }));
		expect(JSON.stringify(reply).length).toBeLessThan(2_000);
	});
});

describe('a streamed answer', () => {
	it('may have many tool calls and twice the reasoning details, read in time that grows as they do', () => {
		const read = (calls: number) => {
			const assembler = new AnswerAssembler();
			const add = (delta: object) =>
				assembler.addChunk(readChunk({ choices: [{ index: 0, delta }] }) as Chunk);
			for (let at = 0; at < calls; at++) {
				const call = { index: at, id: `call-${at}`, function: { name: 'f', arguments: '{' } };
				add({ tool_calls: [call], reasoning_details: [{ at }, { at }] });
				add({ tool_calls: [{ index: at, function: { arguments: '}' } }] });
			}
			const { message } = (assembler.completion().choices as Array<{ message: Listed }>)[0] ?? {};
			expect(message?.tool_calls).toHaveLength(calls);
			expect(message?.tool_calls[0]).toMatchObject({ function: { arguments: '{}' } });
			expect(message?.reasoning_details).toHaveLength(2 * calls);
		};
		expect(growsTooFast(2_000, read)).toBe(false);
	});

	it('may have one event of 20 MB in pieces of 256 bytes', async () => {
		const chunk = {
			choices: [{ delta: { content: 'x'.repeat(20_000_000) }, finish_reason: 'stop' }],
		};
		const bytes = Buffer.from(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
		async function* pieces() {
			for (let at = 0; at < bytes.length; at += 256) yield bytes.subarray(at, at + 256);
		}
		const whole = await readWholeCompletion(answerWith(pieces()));
		expect(JSON.stringify(whole).length).toBeGreaterThan(20_000_000);
	});
});

interface Listed {
	tool_calls: unknown[];
	reasoning_details: unknown[];
}

it('reads no more of an endless body than is allowed, and closes it', async () => {
	const block = Buffer.alloc(1_000_000);
	let poured = 0;
	const endless = new Readable({
		read() {
			poured += block.length;
			this.push(block);
		},
	});
	const body = redactor(['a secret of the call']).body(endless);
	if (!isStream(body)) throw new Error('A stream was expected');
	const drained = (async () => {
		for await (const chunk of body) expect(chunk.length).toBeGreaterThan(0);
	})();
	await expect(drained).rejects.toThrow('The response is too large (more than 100 MB)');
	expect(poured).toBeLessThan(MAX_ANSWER_BYTES.paid + 10_000_000);
	expect(endless.destroyed).toBe(true);
});

describe('a body without an end', () => {
	const HOUR = 3_600_000;
	/** A byte, and each `everyMs` milliseconds another one. */
	const dripping = (everyMs: number) => {
		let timer: NodeJS.Timeout | undefined;
		return new Readable({
			read() {
				timer ??= setInterval(() => this.push('.'), everyMs).unref();
			},
			destroy(error, done) {
				clearInterval(timer);
				done(error);
			},
		});
	};

	it.each([
		[
			'stalls',
			HOUR,
			{ idleMs: 50, speedGraceMs: HOUR },
			'stopped arriving: no data for 0.1 seconds',
		],
		['drips', 5, { idleMs: HOUR, speedGraceMs: 500 }, 'The answer arrived too slowly'],
	])('is given up where it %s', async (_how, everyMs, bounds, said) => {
		const source = dripping(everyMs);
		const body = redactor(['a secret of the call']).body(source, bounds);
		if (!isStream(body)) throw new Error('A stream was expected');
		await expect(readAll(body)).rejects.toThrow(said);
		expect(source.destroyed).toBe(true);
	});

	it('is not one for a reader that is slow itself', async () => {
		const source = Readable.from(['a', 'b', 'c']);
		const body = redactor(['a secret of the call']).body(source, { idleMs: 50 });
		if (!isStream(body)) throw new Error('A stream was expected');
		const read: string[] = [];
		for await (const chunk of body) {
			read.push(String(chunk));
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		expect(read.join('')).toBe('abc');
	});
});

it('closes a body that is never read', async () => {
	const source = new Readable({ read: () => undefined });
	const body = redactor(['a secret of the call']).body(source);
	if (!(body instanceof AnswerBody)) throw new Error('A stream was expected');
	body.destroy();
	await body.closed;
	expect(source.destroyed).toBe(true);
});

it('reads a body in memory up to a limit', async () => {
	const body = Readable.from([Buffer.alloc(60), Buffer.alloc(60)]);
	await expect(readAll(body, { bytes: 100 })).rejects.toThrow(
		'The response is too large (more than 0 MB)',
	);
});

describe('an endless history', () => {
	const walk = async (page: (at: number) => Page<number>) => {
		const given: number[] = [];
		let at = 0;
		const pages = cursorPages(
			{ url: '/history' },
			async () => answerWith({}),
			() => page(at++),
		);
		const end = (async () => {
			for await (const { content } of pages) given.push(content);
		})();
		const error = await end.then(
			() => undefined,
			(reason: Error) => reason.message,
		);
		return { given, error };
	};

	it('ends when a cursor comes again, after its page was given', async () => {
		const { given, error } = await walk((at) => ({
			content: at,
			entries: 1,
			nextCursor: `c${at % 3}`,
		}));
		expect(given).toEqual([0, 1, 2, 3]);
		expect(error).toMatch(/^The service sent the same cursor twice/);
	});

	it('ends after 10,000 pages whose cursors are ever new', async () => {
		const { given, error } = await walk((at) => ({
			content: at,
			entries: 1,
			nextCursor: `c${at}`,
		}));
		expect(given).toHaveLength(10_000);
		expect(error).toBe('The history has more than 10000 pages');
	});

	it('ends after a hundred empty pages in a row', async () => {
		const { error } = await walk((at) => ({ content: at, entries: 0, nextCursor: `c${at}` }));
		expect(error).toMatch(/one empty page after another$/);
	});
});
