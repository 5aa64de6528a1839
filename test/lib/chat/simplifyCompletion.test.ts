import { readChatAnswer } from '../../../lib/chat/chatAnswer';
import { simplifiedCompletion } from '../../../lib/chat/simplifyCompletion';

type Json = Record<string, unknown>;

const simplified = (completion: Json, namePrefix: string) =>
	simplifiedCompletion(readChatAnswer(completion, { namePrefix }));

const answer = (message: Json, rest: Json = {}): Json => ({
	choices: [{ index: 0, finish_reason: 'stop', message }],
	...rest,
});

describe('simplified', () => {
	it('returns what most workflows need', () => {
		const message = { role: 'assistant', content: 'Hi', reasoning_content: 'Hm', tool_calls: [] };
		expect(
			simplified(
				answer(message, {
					id: 'chatcmpl-1',
					model: 'm',
					usage: {
						...{ prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 },
						...{ prompt_tokens_details: null, completion_tokens_details: { reasoning_tokens: 0 } },
					},
					cost: { usd: 0.1, diem: 0 },
					service_parameters: { web_search_citations: [{ url: 'https://example.com' }] },
				}),
				'service',
			),
		).toEqual({
			text: 'Hi',
			reasoning: 'Hm',
			finishReason: 'stop',
			citations: [{ url: 'https://example.com' }],
			...{ inputTokens: 2, outputTokens: 1 },
			cost: { amount: 0.1, currency: 'USD' },
			model: 'm',
			id: 'chatcmpl-1',
		});
	});

	it.each([
		['Hm', 'Hm'],
		['', null],
	])('shows no encrypted reasoning, after "%s", and keeps it for the next round', (said, shown) => {
		const message = { reasoning_content: `${said}\n\n__ENCRYPTED_REASONING__id=rs_1\ngAAAA==` };
		const simple = simplified(answer(message), 'service');
		expect(simple.message).toBe(message);
		expect(simple.reasoning ?? null).toBe(shown);
	});

	it.each<[string, Json]>([
		['tool calls', { tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] }],
		['calls that cannot be read', { tool_calls: ['no call'] }],
		['a signature', { reasoning_details: [{ signature: 'c2ln' }] }],
		['content in parts', { content: [{ type: 'text', text: 'Hi' }, { type: 'image' }] }],
	])('keeps the message for the next round where it has %s', (_what, more) => {
		const message = { role: 'assistant', content: 'Hi', ...more };
		expect(simplified(answer(message), 'service').message).toBe(message);
	});

	it('has eight columns at most for a plain chat, with the label that is added, and none of them an object but the cost', () => {
		const message = { role: 'assistant', content: 'Hi', refusal: null, tool_calls: null };
		const plain = answer(message, { id: 'c', model: 'm', usage: {}, cost: { usd: 0.1 } });
		expect(Object.keys(simplified(plain, 'service'))).toEqual([
			...['text', 'finishReason', 'model', 'inputTokens', 'outputTokens', 'cost', 'id'],
		]);
	});

	it.each<[string, Json]>([
		['nothing at all', {}],
		['no choices', { choices: [] }],
		['choices of null', { choices: null }],
		['a choice without a message', { choices: [{}] }],
		['a message of nulls', answer({ content: null, tool_calls: null, reasoning_content: null })],
	])('does not stumble over %s', (_case, completion) => {
		expect({ ...simplified(completion, 'service'), finishReason: null }).toEqual({
			text: '',
			finishReason: null,
			...{ inputTokens: null, outputTokens: null },
			cost: null,
			model: null,
			id: null,
		});
	});

	it('finds the citations under the word of the deployment', () => {
		const completion = { acme_parameters: { web_search_citations: [{ title: 'T' }] } };
		expect(simplified(completion, 'acme').citations).toEqual([{ title: 'T' }]);
		expect(simplified(completion, 'service')).not.toHaveProperty('citations');
	});

	it('joins the text of a content in parts', () => {
		const content = [
			{ type: 'text', text: 'a' },
			{ type: 'image' },
			'x',
			{ type: 'text', text: 'b' },
		];
		expect(simplified(answer({ content }), 'service').text).toBe('axb');
	});

	it.each<[string, Json, Json]>([
		['a refusal', { content: null, refusal: 'No' }, { text: 'No', refusal: 'No' }],
		[
			'a refusal among the parts',
			{ content: [{ type: 'refusal', refusal: 'No' }] },
			{ text: 'No', refusal: 'No' },
		],
		[
			'a refusal after a text',
			{
				content: [
					{ type: 'text', text: 'Hm' },
					{ type: 'refusal', refusal: 'No' },
				],
			},
			{ text: 'Hm', refusal: 'No' },
		],
		['sound', { content: null, audio: { data: 'AAAA', transcript: 'Hi' } }, { text: 'Hi' }],
	])('has the words of %s', (_what, message, said) => {
		expect(simplified(answer(message), 'service')).toMatchObject({ ...said, message });
	});

	it.each<[unknown, unknown]>([
		['{"city":"Rome"}', { city: 'Rome' }],
		['', {}],
		['  ', {}],
		[undefined, {}],
		[null, {}],
		['{"city":', '{"city":'],
		[{ city: 'Rome' }, { city: 'Rome' }],
		['[1]', [1]],
	])('returns the arguments %j of a tool call as %j', (given, expected) => {
		const tool_calls = [{ id: 'c', function: { name: 'f', arguments: given } }, 'no call'];
		expect(simplified(answer({ content: null, tool_calls }), 'service').toolCalls).toEqual([
			{ id: 'c', name: 'f', arguments: expected },
		]);
	});

	it('returns a call of something else than a function as it came, and makes none up', () => {
		const call = { id: 'c', type: 'custom', custom: { name: 'f', input: 'Rome' } };
		expect(simplified(answer({ tool_calls: [call] }), 'service').toolCalls).toEqual([call]);
	});

	it.each([
		['{"n": 12345678901234567890, "t": "a\nb"}'],
		[''],
		['null'],
		[JSON.stringify('{"n": 12345678901234567890}')],
	])('has arguments in the message for the next round that a service can parse, of %j', (given) => {
		const tool_calls = [{ id: 'c', function: { name: 'f', arguments: given } }];
		const { message, toolCalls } = simplified(answer({ tool_calls }), 'service');
		const [back] = (message as { tool_calls: typeof tool_calls }).tool_calls;
		const text = back?.function.arguments ?? '';
		expect(JSON.parse(text)).toBeInstanceOf(Object);
		expect(text.includes('12345678901234567890')).toBe(given.includes('12345678901234567890'));
		expect(toolCalls).toEqual([{ id: 'c', name: 'f', arguments: expect.any(Object) }]);
	});

	it('returns all answers if there are several', () => {
		const choices = ['A', 'B'].map((content, index) => ({ index, message: { content } }));
		expect(simplified({ choices }, 'service')).toMatchObject({
			text: 'A',
			choices: [{ text: 'A' }, { text: 'B' }],
		});
	});
});
