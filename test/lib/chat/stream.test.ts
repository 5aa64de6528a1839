import { readWholeCompletion } from '../../../lib/chat/completion';
import { isRecord } from '../../../lib/core/record';
import { ServiceFailure } from '../../../lib/core/failure';

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const text = (content: string, finish?: string) =>
	event({ choices: [{ index: 0, delta: { content }, finish_reason: finish ?? null }] });
const DONE = 'data: [DONE]\n\n';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
	for (let start = 0; start < bytes.length; start += size)
		yield bytes.subarray(start, start + size);
}

async function* inReads(pieces: Buffer[]): AsyncGenerator<Buffer> {
	yield* pieces;
}

const read = async (stream: string, size = 1_000) =>
	await readWholeCompletion({
		body: inPieces(Buffer.from(stream), size),
		headers: { 'cf-ray': 'ray-3' },
		namePrefix: 'service',
		charge: 'possible' as const,
	});

const content = (completion: unknown) => {
	const { choices } = isRecord(completion) ? completion : {};
	return Array.isArray(choices) ? choices.map((choice) => choice.message.content) : [];
};

const failureOf = async (reading: Promise<unknown>): Promise<ServiceFailure> => {
	const [outcome] = await Promise.allSettled([reading]);
	if (outcome.status === 'fulfilled' || !(outcome.reason instanceof ServiceFailure)) {
		throw new Error('A ServiceFailure was expected');
	}
	return outcome.reason;
};

describe('a streamed answer', () => {
	const whole = text('Grüße, ') + text('日本 ') + text('👩‍🚀!') + text('', 'stop') + DONE;

	// Python writes the last three, which JSON does not have.
	it.each(['1e999', 'NaN', 'Infinity', '-Infinity'])(
		'names NaN and Infinity as unread, in whichever piece: %s',
		async (number) => {
			const usage = `data: {"usage":{"prompt_tokens":${number},"completion_tokens":2}}\n\n`;
			const stream = text('NaN, -Infinity') + text('', 'stop') + usage + DONE;
			const completion = await read(stream);
			expect(completion).toMatchObject({
				usage: { prompt_tokens: null, completion_tokens: 2 },
				unreadNumbers: ['usage.prompt_tokens'],
			});
			expect(content(completion)).toEqual(['NaN, -Infinity']);
			expect(await read(whole)).not.toHaveProperty('unreadNumbers');
		},
	);

	it.each([
		['a stream', whole],
		[
			'an answer that came whole',
			'{"choices":[{"message":{"content":"日本"},"finish_reason":"stop"}]}',
		],
	])('names the texts whose bytes are not valid UTF-8: %s', async (_name, sent) => {
		const damaged = Buffer.from(
			Buffer.from(sent).toString('latin1').replace('\u00e6', 'x'),
			'latin1',
		);
		const answer = { headers: {}, namePrefix: 'service', charge: 'possible' as const };
		const completion = await readWholeCompletion({ ...answer, body: inPieces(damaged, 7) });
		expect(content(completion)[0]).toContain('\uFFFD');
		expect(completion).toMatchObject({
			unreadTexts: [expect.stringMatching(/^choices\.0\.(delta|message)\.content$/)],
		});
	});

	it('takes a replacement character that was sent for what it is', async () => {
		expect(await read(whole.replace('日', '\uFFFD'), 1)).not.toHaveProperty('unreadTexts');
	});

	it.each([
		['no line end after the last event', whole.replace(DONE, '').trimEnd()],
		['an event that is no object', `${event(7)}${event(null)}${event(['x'])}${whole}`],
		['an error that is null', whole.replace('"choices"', '"error":null,"choices"')],
		['no space behind the name of a field', whole.replaceAll('data: ', 'data:')],
		['lines that end with a carriage return', whole.replaceAll('\n', '\r')],
		['a byte order mark', `\uFEFF${whole}`],
		['comments between the lines', `: wait\n${whole.replaceAll('\n\n', '\n: go on\n\n')}`],
		['choices that are null', event({ choices: null }) + whole],
		['an end word without a delta', whole.replace('"delta":{"content":""}', '"delta":null')],
		['end words that say nothing', whole.replaceAll('reason":null', 'reason":""')],
	])('copes with %s', async (_case, stream) => {
		expect(content(await read(stream))).toEqual(['Grüße, 日本 👩‍🚀!']);
	});

	it('reads a body that is there at once', async () => {
		const answer = { body: Buffer.from(whole), headers: {}, namePrefix: 'service' };
		expect(content(await readWholeCompletion(answer))).toEqual(['Grüße, 日本 👩‍🚀!']);
	});

	it('takes an answer without choices, when the service says that it is whole', async () => {
		expect(await read(event({ id: 'x', usage: { total_tokens: 3 } }) + DONE)).toEqual({
			id: 'x',
			usage: { total_tokens: 3 },
			object: 'chat.completion',
			choices: [],
		});
	});

	it.each([
		['in the middle', text('Once upon') + text(' a time'), 'after 16 characters'],
		['inside an event', text('Once upon').slice(0, -9), 'before its first word'],
		['before anything', '', 'before its first word'],
		[
			'between two of several answers',
			text('A', 'stop') + event({ choices: [{ index: 1 }] }),
			'after 1 characters',
		],
	])('says so when the stream ends %s', async (_case, stream, where) => {
		const { message, facts } = await failureOf(read(stream));
		expect(message).toBe(`The answer ended early ${where}`);
		expect(facts).toMatchObject({ kind: 'malformed', requestId: 'ray-3', charge: 'possible' });
	});

	it('keeps the part that had come when the connection breaks', async () => {
		async function* breaking(): AsyncGenerator<Buffer> {
			yield Buffer.from(text('Once upon'));
			throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		}
		const failure = await failureOf(
			readWholeCompletion({ body: breaking(), headers: {}, namePrefix: 'service' }),
		);
		expect(failure.message).toBe('The answer ended early after 9 characters');
		expect(failure.facts.details).toMatchObject({
			partialAnswer: { choices: [{ message: { content: 'Once upon' } }] },
		});
	});

	it.each<[string, Record<string, unknown>, RegExp]>([
		['a sentence', { error: 'The model went away' }, /: The model went away$/],
		['an object', { error: { message: 'Overloaded', code: 'MODEL_OVERLOADED' } }, /: Overloaded$/],
		[
			'choices beside it',
			{ error: { message: 'Cut' }, choices: [{ index: 0, finish_reason: 'error' }] },
			/: Cut$/,
		],
	])(
		'does not give a cut answer as a whole one after an error with %s',
		async (_case, error, said) => {
			const { message, facts } = await failureOf(read(text('Half of') + event(error) + DONE));
			expect(message).toMatch(said);
			expect(facts.details).toMatchObject({
				partialAnswer: { choices: [{ message: { content: 'Half of' } }] },
			});
		},
	);

	it('keeps an answer whose end came behind its content from a piece that cannot be read', async () => {
		const garbage = 'data: {"usage":{"prompt_to\n\n';
		expect(content(await read(whole.replace(DONE, garbage + DONE)))).toEqual(['Grüße, 日本 👩‍🚀!']);
		const sentence = 'a piece of the answer that is not valid JSON';
		await expect(read(text('One', 'stop') + garbage + DONE)).rejects.toThrow(sentence);
		const body = inPieces(Buffer.from(whole.replace(DONE, garbage + DONE)), 100);
		const ofTwo = { body, headers: {}, namePrefix: 'service', asked: 2 };
		await expect(readWholeCompletion(ofTwo)).rejects.toThrow(sentence);
	});

	const UNREAD = 'data: {"choices":[{"index":0,"delta":{"content":" B\n\n';
	const CALL = { index: 0, id: 'call-1', function: { name: 'find', arguments: '{}' } };
	const calls = event({ choices: [{ index: 0, delta: { tool_calls: [CALL] } }] });
	const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } });

	it.each([
		['text', text('A') + text('', 'stop') + UNREAD + text(' C') + text('', 'stop') + DONE],
		['a call', text('A') + text('', 'tool_calls') + UNREAD + calls + text('', 'stop') + DONE],
		['text, the tokens first', usage + text('A', 'stop') + UNREAD + text(' C') + DONE],
		[
			'text, without empty lines',
			(text('A') + UNREAD + text(' C') + text('', 'stop') + DONE).replaceAll('\n\n', '\n'),
		],
		[
			'its end, without empty lines',
			(text('A') + UNREAD + text('', 'stop') + DONE).replaceAll('\n\n', '\n'),
		],
	])('is no whole answer where %s follows a piece that cannot be read', async (_what, stream) => {
		const { message, facts } = await failureOf(read(stream));
		expect(message).toBe('The service sent a piece of the answer that is not valid JSON');
		const { details } = facts;
		expect(details).toMatchObject({ unread: expect.stringContaining('" B') });
		if (stream.includes(' C')) expect(JSON.stringify(details)).toContain('"A C"');
	});

	it('marks an answer with a piece behind its end that cannot be read, unless the service says more', async () => {
		const message = 'The service sent a piece of the answer that is not valid JSON';
		const ended = text('A') + text('', 'stop');
		for (const rest of [UNREAD + usage + DONE, UNREAD.trimEnd()])
			expect(await read(ended + rest)).toMatchObject({ serviceError: { message } });
		const error = event({ error: { message: 'Could not log' } });
		for (const rest of [UNREAD + error, error + UNREAD])
			expect(await read(ended + rest + DONE)).toMatchObject({
				serviceError: { message: 'Could not log' },
			});
	});

	it.each([
		[
			'its first byte that is not valid at the end of one',
			'caf\xE9',
			' au lait',
			'caf\uFFFD au lait',
		],
		['a character in two, and a bad byte in the later', 'caf\xC3', '\xA9 \xE9!', 'café \uFFFD!'],
	])('loses no byte between two reads: %s', async (_what, first, second, whole) => {
		const stream = text('').replace('""', `"${first}|${second}"`) + text('', 'stop') + DONE;
		const pieces = stream.split('|').map((piece) => Buffer.from(piece, 'latin1'));
		for (const body of [pieces, [Buffer.concat(pieces)]]) {
			const answer = { headers: {}, namePrefix: 'service', charge: 'possible' as const };
			const completion = await readWholeCompletion({ ...answer, body: inReads(body) });
			expect(content(completion)).toEqual([whole]);
			expect(completion).toMatchObject({ unreadTexts: ['choices.0.delta.content'] });
		}
	});

	it('says so when a piece is not valid JSON', async () => {
		const { message, facts } = await failureOf(
			read(`${text('Half')}data: {"choices": [\n\n${DONE}`),
		);
		expect(message).toBe('The service sent a piece of the answer that is not valid JSON');
		expect(facts.details).toMatchObject({ partialAnswer: { choices: [{ index: 0 }] } });
	});
});
