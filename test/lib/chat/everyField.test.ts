import { without } from '../../../lib/core/record';
import { Assembler } from '../../../lib/chat/assemble';
import { wholeAnswer } from '../../../lib/chat/completion';

type Json = Record<string, unknown>;

/** A value for each field of a message, a choice and an answer that the specification or a gateway names. */
const MESSAGE: Json = {
	content: 'One two three',
	...{
		name: 'helper',
		refusal: 'I will not',
		reasoning_content: 'Let me see',
		reasoning: 'Hm, hm',
	},
	...{ thought_signature: 'c2lnbmVkIGJ5IGl0', annotations: [{ url: 'u1' }, { url: 'u2' }] },
	reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Step one', signature: 'c2ln' }],
	tool_calls: [
		{
			...{ id: 'q1', type: 'function', extra_content: { google: { thought_signature: 'eHl6' } } },
			function: { name: 'find', arguments: '{"a":1}' },
		},
	],
	images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }],
	audio: { id: 'a1', data: 'AAAA', transcript: 'One two' },
	later_field: 'of a later version',
	later_list: ['a', 'b'],
};
const CHOICE: Json = {
	...{ finish_reason: 'stop', stop_reason: 'stop' },
	logprobs: { content: [{ token: 'One', logprob: -0.5, bytes: [79], top_logprobs: [] }] },
};
const TOP: Json = {
	...{ id: 'run-1', created: 5, model: 'm', system_fingerprint: 'fp', prompt_logprobs: null },
	usage: {
		...{ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
		prompt_tokens_details: { cached_tokens: 1, cache_creation_input_tokens: 2 },
		completion_tokens_details: { reasoning_tokens: 1 },
	},
	cost: { usd: 0.1, diem: 0 },
	service_parameters: { enable_web_search: 'on', web_search_citations: [{ url: 'u' }] },
	later_fact: { a: [1, 2] },
};

const halves = (text: string) => [text.slice(0, 3), text.slice(3)];

/** The pieces in which a field could come. */
function piecesOf(name: string, value: unknown): unknown[] {
	if (name === 'name') return [value];
	if (typeof value === 'string') return halves(value);
	if (name === 'reasoning_details') {
		return [{ text: 'Step ' }, { text: 'one' }, { signature: 'c2ln' }].map((part) => [
			{ type: 'reasoning.text', index: 0, ...part },
		]);
	}
	if (name === 'audio')
		return [{ id: 'a1' }, { data: 'AAAA', transcript: 'One ' }, { transcript: 'two' }];
	if (name === 'tool_calls') {
		const [call] = value as [Json];
		const { function: called, ...rest } = call;
		const { name: tool, arguments: args } = called as Record<string, string>;
		const [first, last] = halves(args ?? '');
		return [
			[{ index: 0, ...rest, function: { name: tool, arguments: first } }],
			[{ index: 0, function: { arguments: last } }],
		];
	}
	return Array.isArray(value) ? value.map((entry: unknown) => [entry]) : [value];
}

const stream = (chunks: Json[]) => {
	const data = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
	return Buffer.from(data.map((one) => `data: ${one}\n\n`).join(''));
};
const read = async (body: unknown) => {
	let shown = '';
	const answer = { body, headers: {}, namePrefix: 'service' };
	const completion = await wholeAnswer(answer, async (piece) => void (shown += piece));
	return { completion, shown };
};
const choiceOf = (rest: Json) => ({ choices: [{ index: 0, ...rest }] });

it.each([
	...Object.entries(MESSAGE).map(([name, value]) => ['message', name, value] as const),
	...Object.entries(CHOICE).map(([name, value]) => ['choice', name, value] as const),
	...Object.entries(TOP).map(([name, value]) => ['answer', name, value] as const),
])(
	'a %s with %s is the same whether it comes whole or in a stream, and is kept',
	async (place, name, value) => {
		const field = { [name]: value };
		const inMessage = place === 'message';
		const message = { role: 'assistant', content: 'Hi', ...(inMessage ? field : {}) };
		const choice = { message, finish_reason: 'stop', ...(place === 'choice' ? field : {}) };
		const top = place === 'answer' ? field : {};
		const whole = await read({ object: 'chat.completion', ...top, ...choiceOf(choice) });
		const deltas = inMessage ? piecesOf(name, value).map((piece) => ({ [name]: piece })) : [];
		const texts = name === 'content' ? [] : [{ content: 'H' }, { content: 'i' }];
		const streamed = await read(
			stream([
				{ choices: [], ...top },
				...[{ role: 'assistant' }, ...texts, ...deltas].map((delta) => choiceOf({ delta })),
				choiceOf({
					delta: inMessage && typeof value === 'string' ? { [name]: '' } : {},
					...without(choice, 'message'),
				}),
				...(place === 'answer' && name !== 'created' ? [{ choices: [], [name]: null }] : []),
			]),
		);
		expect(streamed).toEqual(whole);
		expect(JSON.stringify(whole.completion)).toContain(JSON.stringify(value));
	},
);

test('what has no field of its own in a chunk changes nothing', () => {
	const assembler = new Assembler();
	assembler.add({ choices: [null, 'x', 7] });
	expect(assembler.completion()).toEqual({ object: 'chat.completion', choices: [] });
});
