import { AnswerAssembler } from '../../../lib/chat/assembler';
import { type Chunk, readChunk } from '../../../lib/chat/chunks';

type Json = Record<string, unknown>;

const delta = (piece: Json, rest: Json = {}): Json => ({
	choices: [{ index: 0, delta: piece, ...rest }],
});
const call = (piece: Json, name?: string, args?: unknown) =>
	delta({ tool_calls: [{ ...piece, function: { name, arguments: args } }] });
const end = (reason = 'stop') => delta({}, { finish_reason: reason });

function assembled(...chunks: Json[]): Json {
	const assembler = new AnswerAssembler();
	for (const chunk of chunks) assembler.addChunk(readChunk(chunk) as Chunk);
	return assembler.completion();
}

const messageOf = (...chunks: Json[]) => {
	const { choices } = assembled(...chunks);
	return Array.isArray(choices) ? choices[0]?.message : undefined;
};

describe('text', () => {
	it('joins the pieces into the answer of an unstreamed call', () => {
		const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 5, model: 'm' };
		expect(
			assembled(
				{ ...chunk, ...delta({ role: 'assistant', content: '' }) },
				{ ...chunk, ...delta({ content: 'Hel' }) },
				{ ...chunk, ...delta({ content: 'lo' }, { logprobs: null }) },
				{ ...chunk, ...end('length') },
			),
		).toEqual({
			...chunk,
			object: 'chat.completion',
			choices: [
				{
					...{ index: 0, finish_reason: 'length', logprobs: null },
					message: { role: 'assistant', content: 'Hello' },
				},
			],
		});
	});

	it('joins the pieces to a message ahead of them that they do not repeat', () => {
		const start = { choices: [{ index: 0, message: { content: 'Good ' } }] };
		expect(messageOf(start, delta({ content: 'd' }), delta({ content: 'ay' }), end())).toEqual({
			...{ role: 'assistant', content: 'Good day' },
		});
	});

	it('joins reasoning and its details apart from the text', () => {
		expect(
			messageOf(
				delta({ reasoning_content: 'Let me ' }),
				delta({ reasoning_content: 'think', reasoning_details: [{ type: 'a' }] }),
				delta({ reasoning_content: null, content: null }),
				delta({ content: 'Done', reasoning_details: [{ type: 'b' }, { type: 'c' }] }),
			),
		).toEqual({
			role: 'assistant',
			content: 'Done',
			reasoning_content: 'Let me think',
			reasoning_details: [{ type: 'a' }, { type: 'b' }, { type: 'c' }],
		});
	});

	it('ends the reasoning with what came encrypted, wherever it came', () => {
		const encrypted = '\n\n__ENCRYPTED_REASONING__id=rs_1\ngAAAA==';
		expect(
			messageOf(
				delta({ reasoning_content: 'Let me ' }),
				delta({ reasoning_content: encrypted, reasoning_encrypted: true }),
				delta({ reasoning_content: 'think', reasoning_encrypted: false }),
				delta({ content: 'Done' }),
			),
		).toEqual({
			role: 'assistant',
			content: 'Done',
			reasoning_content: `Let me think${encrypted}`,
		});
	});

	it('keeps what else a message holds, and lets no null take it away', () => {
		expect(
			messageOf(
				delta({ role: 'assistant', thought_signature: 'AAA=' }),
				delta({ role: null, thought_signature: null, content: 'x' }),
			),
		).toEqual({ role: 'assistant', thought_signature: 'AAA=', content: 'x' });
	});

	it('keeps several answers apart and in order', () => {
		const { choices } = assembled(
			{ choices: [{ index: 1, delta: { content: 'B' } }] },
			{
				choices: [
					{ index: 0, delta: { content: 'A' } },
					{ index: 1, delta: { content: 'b' } },
				],
			},
			{ choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] },
		);
		expect(choices).toMatchObject([
			{ index: 0, message: { content: 'Aa' }, finish_reason: 'stop' },
			{ index: 1, message: { content: 'Bb' } },
		]);
	});

	it.each([{}, { choices: null }, { choices: [] }, { choices: ['x', null] }])(
		'passes over a chunk such as %j',
		(chunk) => {
			expect(assembled(chunk)).toEqual({ object: 'chat.completion', choices: [] });
		},
	);

	it('takes a whole message where a delta was expected, and a missing index as the first', () => {
		expect(
			assembled({ choices: [{ message: { content: 'All' }, finish_reason: 'stop' }] }).choices,
		).toEqual([
			{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'All' } },
		]);
	});
});

describe('pieces that only a machine reads', () => {
	it.each(['data', 'signature', 'encrypted_content', 'input'])(
		'add up in %s though they are equal',
		(name) => {
			const piece = delta({ reasoning_details: [{ index: 0, id: 'r1', [name]: 'AAAAAAAA' }] });
			expect(messageOf(piece, piece)).toMatchObject({
				reasoning_details: [{ id: 'r1', [name]: 'AAAAAAAAAAAAAAAA' }],
			});
		},
	);

	it('add up in the signature of a call', () => {
		const signed = { index: 0, extra_content: { vendor: { thought_signature: 'AAAAAAAA' } } };
		const first = { ...signed, id: 'q1', function: { name: 'find', arguments: '{}' } };
		const calls = [first, signed].map((one) => delta({ tool_calls: [one] }));
		expect(messageOf(...calls)).toMatchObject({
			tool_calls: [{ extra_content: { vendor: { thought_signature: 'AAAAAAAAAAAAAAAA' } } }],
		});
	});
});

it('keeps two answers apart whose indexes are texts', () => {
	const pieces = ['0', '1', '0'].map((index) => ({
		choices: [{ index, delta: { content: index } }],
	}));
	expect(assembled(...pieces)).toMatchObject({
		choices: [{ message: { content: '00' } }, { message: { content: '1' } }],
	});
});

it('parses the arguments of a call once they may be whole, though its name comes with each piece', () => {
	const parse = jest.spyOn(JSON, 'parse');
	const text = JSON.stringify({ text: 'word '.repeat(500), list: [{}, {}, {}] });
	const pieces = text.match(/.{1,4}/g) ?? [];
	const made = messageOf(...pieces.map((args) => call({ index: 0, id: 'q1' }, 'find', args)));
	const parsed = parse.mock.calls.length;
	parse.mockRestore();
	expect(made.tool_calls[0].function).toEqual({ name: 'find', arguments: text });
	expect(parsed).toBeLessThan(4);
});

describe('facts beside the choices', () => {
	const citations = { service_parameters: { web_search_citations: [{ title: 'T' }] } };
	const usage = { usage: { total_tokens: 9 } };
	const cost = { cost: { usd: 0.1 } };

	it.each<[string, Json[]]>([
		['first', [{ choices: [], ...citations, ...usage, ...cost }, delta({ content: 'x' }), end()]],
		['last', [delta({ content: 'x' }), end(), { choices: [], ...citations, ...usage, ...cost }]],
		[
			'with the text',
			[
				{ ...delta({ content: 'x' }), ...citations, ...cost },
				{ ...end(), ...usage },
			],
		],
		[
			'scattered, with nulls between',
			[
				{ ...cost, usage: null },
				{ ...delta({ content: 'x' }), ...usage, cost: null },
				{ ...end(), ...citations, usage: null },
			],
		],
	])('are kept when they come %s', (_case, chunks) => {
		expect(assembled(...chunks)).toMatchObject({ ...citations, ...usage, ...cost });
	});

	it.each<[string, Json]>([
		['in another fact', { x_vendor: { id: 'q', usage: { total_tokens: 9 } } }],
		['in the choice', delta({}, usage)],
	])('count the tokens where a server has them %s', (_where, chunk) => {
		expect(assembled(delta({ content: 'x' }), chunk, end())).toMatchObject(usage);
		const counted = { usage: { total_tokens: 12 } };
		expect(assembled(counted, chunk, end())).toMatchObject(counted);
	});

	it('leave a total as it came where only one chunk has tokens', () => {
		const sent = { usage: { prompt_tokens: 0, completion_tokens: 2, total_tokens: 7 } };
		expect(assembled(delta({ content: 'x' }), end(), sent)).toMatchObject(sent);
	});

	it('are joined when they come in parts', () => {
		const echo = { service_parameters: { enable_web_search: 'on' } };
		expect(assembled(citations, delta({ content: 'x' }), echo)).toMatchObject({
			service_parameters: { web_search_citations: [{ title: 'T' }], enable_web_search: 'on' },
		});
	});
});

describe('tool calls', () => {
	const done = (id: string, name: string, args: string) => ({
		id,
		type: 'function',
		function: { name, arguments: args },
	});

	it.each<[string, Json[], unknown[]]>([
		[
			'the ID in the first piece only, all indexes equal',
			[
				call({ index: 0, id: 'a' }, 'f', '{"x"'),
				call({ index: 0 }, undefined, ':1}'),
				call({ index: 0, id: 'b' }, 'g', ''),
				call({ index: 0 }, undefined, '{"y":2}'),
			],
			[done('a', 'f', '{"x":1}'), done('b', 'g', '{"y":2}')],
		],
		[
			'the ID in every piece, all indexes equal and the calls interleaved',
			[
				call({ index: 0, id: 'a' }, 'f', '{"x"'),
				call({ index: 0, id: 'b' }, 'g', '{"y"'),
				call({ index: 0, id: 'a' }, 'f', ':1}'),
				call({ index: 0, id: 'b' }, 'g', ':2}'),
			],
			[done('a', 'f', '{"x":1}'), done('b', 'g', '{"y":2}')],
		],
		[
			'indexes that tell interleaved calls apart',
			[
				call({ index: 0, id: 'a' }, 'f', '{"x"'),
				call({ index: 1, id: 'b' }, 'g', '{"y"'),
				call({ index: 0 }, undefined, ':1}'),
				call({ index: 1 }, undefined, ':2}'),
			],
			[done('a', 'f', '{"x":1}'), done('b', 'g', '{"y":2}')],
		],
		[
			'no index at all, and an empty ID in later pieces',
			[call({ id: 'a' }, 'f', '{'), call({ id: '' }, '', '}'), call({ id: 'b' }, 'g', '{}')],
			[done('a', 'f', '{}'), done('b', 'g', '{}')],
		],
		[
			'a second call that begins at the index of the first and goes on at its own',
			[
				call({ index: 0, id: 'a' }, 'f', '{"x":1}'),
				call({ index: 0, id: 'b' }, 'g', ''),
				call({ index: 1 }, undefined, '{"y":2}'),
			],
			[done('a', 'f', '{"x":1}'), done('b', 'g', '{"y":2}')],
		],
		['empty arguments', [call({ index: 0, id: 'a' }, 'f', '')], [done('a', 'f', '')]],
		['no arguments', [call({ index: 0, id: 'a' }, 'f')], [done('a', 'f', '')]],
		[
			'null where nothing is said',
			[
				call({ index: 0, id: 'a' }, 'f', null),
				delta({ tool_calls: [{ index: 0, id: null, function: { name: null, arguments: '{}' } }] }),
			],
			[done('a', 'f', '{}')],
		],
		[
			'the name after the ID',
			[call({ index: 0, id: 'a' }), call({ index: 0 }, 'f', '{}')],
			[done('a', 'f', '{}')],
		],
	])('stay separate with %s', (_case, chunks, expected) => {
		expect(messageOf(...chunks, end('tool_calls'))).toEqual({
			role: 'assistant',
			content: null,
			tool_calls: expected,
		});
	});

	it.each([null, '', 'none'])('takes no call from a function_call that is %j', (called) => {
		const message = { role: 'assistant', content: 'x' };
		expect(messageOf(delta({ content: 'x', function_call: called }), end())).toEqual(message);
	});

	it('keeps the text beside them, and takes null for no calls', () => {
		const both = [delta({ content: 'Wait' }), call({ id: 'a', type: 'function' }, 'f', '{}')];
		expect(messageOf(...both)).toMatchObject({
			content: 'Wait',
			tool_calls: [{ id: 'a', type: 'function' }],
		});
		expect(messageOf(delta({ content: 'x', tool_calls: null }))).not.toHaveProperty('tool_calls');
	});
});

describe('progress', () => {
	it('counts the text and knows whether every answer has ended', () => {
		const assembler = new AnswerAssembler();
		const add = (chunk: Json) => assembler.addChunk(readChunk(chunk) as Chunk);
		expect([assembler.textLength, assembler.isFinished]).toEqual([0, false]);
		add({
			choices: [{ index: 0, delta: { content: 'abc' }, finish_reason: 'stop' }],
		});
		expect([assembler.textLength, assembler.isFinished]).toEqual([3, true]);
		add({ choices: [{ index: 1, delta: { content: 'de' }, finish_reason: null }] });
		expect([assembler.textLength, assembler.isFinished]).toEqual([5, false]);
		add({ choices: [{ index: 1, finish_reason: 'length' }] });
		expect(assembler.isFinished).toBe(true);
	});
});
