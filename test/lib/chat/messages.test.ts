import {
	withCacheMark,
	jsonMessages,
	panelMessages,
	promptMessages,
	withAttachedParts,
	type MessageRow,
} from '../../../lib/chat/messages';

describe('promptMessages', () => {
	it.each<[unknown, unknown, unknown]>([
		['Hi', '', [{ role: 'user', content: 'Hi' }]],
		['Hi', undefined, [{ role: 'user', content: 'Hi' }]],
		['Hi', ' \n', [{ role: 'user', content: 'Hi' }]],
		[
			' Hi ',
			'Be brief',
			[
				{ role: 'system', content: 'Be brief' },
				{ role: 'user', content: ' Hi ' },
			],
		],
		[0, '', [{ role: 'user', content: '0' }]],
		[false, '', [{ role: 'user', content: 'false' }]],
	])('%j with the system prompt %j becomes messages', (prompt, system, expected) => {
		expect(promptMessages(prompt, system)).toEqual(expected);
	});

	it.each<[unknown, unknown, string]>([
		['', '', 'Prompt must not be empty'],
		[' \n\t', 'x', 'Prompt must not be empty'],
		[undefined, '', 'Prompt must not be empty'],
		[null, '', 'Prompt must not be empty'],
		[{ text: 'Hi' }, '', 'Prompt must be text, but an object was given'],
		[['Hi'], '', 'Prompt must be text, but a list was given'],
		['Hi', {}, 'System Prompt must be text, but an object was given'],
	])('refuses %j with %j', (prompt, system, sentence) => {
		expect(() => promptMessages(prompt, system)).toThrow(sentence);
	});
});

describe('listedMessages', () => {
	const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };

	it.each<[string, MessageRow, unknown]>([
		['a row without a role', { content: 'Hi' }, { role: 'user', content: 'Hi' }],
		['a number', { content: 7 }, { role: 'user', content: '7' }],
		[
			'a name',
			{ role: 'user', content: 'Hi', name: 'Ann' },
			{ role: 'user', content: 'Hi', name: 'Ann' },
		],
		[
			'a cache mark',
			{ role: 'system', content: 'Long', cache: true },
			{
				role: 'system',
				content: [{ type: 'text', text: 'Long', cache_control: { type: 'ephemeral' } }],
			},
		],
		[
			'the result of a tool, whose content must stay text',
			{ role: 'tool', content: '42', toolCallId: 'call_1', cache: true },
			{ role: 'tool', content: '42', tool_call_id: 'call_1' },
		],
		[
			'tool calls without text',
			{ role: 'assistant', content: '', toolCalls: JSON.stringify([call]) },
			{ role: 'assistant', content: null, tool_calls: [call] },
		],
		[
			'tool calls with text',
			{ role: 'assistant', content: 'One moment', toolCalls: [call] },
			{ role: 'assistant', content: 'One moment', tool_calls: [call] },
		],
		[
			'no tool calls',
			{ role: 'assistant', content: 'Hi', toolCalls: '[]' },
			{ role: 'assistant', content: 'Hi' },
		],
		[
			'tool calls left over from another role',
			{ role: 'user', content: 'Hi', toolCalls: 'broken', toolCallId: 'x' },
			{ role: 'user', content: 'Hi' },
		],
	])('builds the message of %s', (_case, row, expected) => {
		expect(panelMessages([row])).toEqual([expected]);
	});

	it.each<[MessageRow[], string | RegExp]>([
		[[], 'Add at least one message'],
		[[{ content: 'Hi' }, { role: 'user', content: '' }], 'Message 2 must not be empty'],
		[[{ role: 'assistant', toolCalls: '[]' }], 'Message 1 must not be empty'],
		[
			[{ role: 'tool', content: '42' }],
			'Message 1 has the role tool and needs the Tool Call ID (tool_call_id) that it answers',
		],
		[
			[{ role: 'robot', content: 'Hi' }],
			'Role of Message 1 must be one of system, developer, user, assistant, tool, but "robot" was given',
		],
		[[{ content: { a: 1 } }], 'Content of Message 1 must be text, but an object was given'],
		[
			[{ role: 'assistant', toolCalls: '[' }],
			/^Tool Calls of Message 1 must be a JSON array, but it is not valid JSON: /,
		],
		[
			[{ role: 'assistant', toolCalls: {} }],
			'Tool Calls of Message 1 must be a JSON array, but {} was given',
		],
	])('refuses %j', (rows, sentence) => expect(() => panelMessages(rows)).toThrow(sentence));
});

describe('jsonMessages', () => {
	const answer = {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: 'c' }],
		reasoning_details: [{ type: 'x', data: 'opaque' }],
		thought_signature: 'AAA=',
	};

	it('hands an earlier answer back to the letter, from text or as a value', () => {
		const list = [{ role: 'user', content: 'Hi' }, answer];
		expect(jsonMessages(list)).toEqual(list);
		expect(jsonMessages(JSON.stringify(list))).toEqual(list);
	});

	it.each<[unknown, RegExp]>([
		['[{', /^Messages \(JSON\) must be a JSON array, but it is not valid JSON: .+/],
		['', /^Messages \(JSON\) must be a JSON array, but it is not valid JSON: .+/],
		['[]', /^There is no message to send$/],
		['{"role":"user"}', /must be a JSON array, but .+ was given$/],
		[undefined, /must be a JSON array, but undefined was given$/],
		[['Hi'], /^Message 1 of Messages \(JSON\) must be an object$/],
		[[{ role: 'user' }, { content: 'x' }], /^Message 1 of Messages \(JSON\) has no content$/],
		[[{ content: 'x' }], /^Role of Message 1 of Messages .* but nothing was given$/],
		[[{ role: 'robot' }], /^Role of Message 1 .* developer, user, assistant, tool, but "robot"/],
	])('refuses %j', (value, sentence) => expect(() => jsonMessages(value)).toThrow(sentence));
});

describe('withParts', () => {
	const part = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
	const user = (content: unknown) => ({ role: 'user', content });

	it.each<[string, unknown, unknown[]]>([
		['text', 'Look', [{ type: 'text', text: 'Look' }, part]],
		['parts', [{ type: 'text', text: 'a' }], [{ type: 'text', text: 'a' }, part]],
		['no text', '', [part]],
		['null', null, [part]],
	])('adds them to a message of %s', (_case, content, expected) => {
		expect(withAttachedParts([user(content)], [part])).toEqual([user(expected)]);
	});

	it('chooses the last message of the user and changes no other, nor what it was given', () => {
		const messages = [user('one'), user('two'), { role: 'assistant', content: 'three' }];
		const before = structuredClone(messages);
		const result = withAttachedParts(messages, [part, withCacheMark(part)]);
		expect(messages).toEqual(before);
		expect([result[0], result[2]]).toEqual([messages[0], messages[2]]);
		expect(result[1]?.content).toEqual([
			{ type: 'text', text: 'two' },
			part,
			{ ...part, cache_control: { type: 'ephemeral' } },
		]);
	});

	it('returns the same messages when there is nothing to add', () => {
		const messages = [{ role: 'system', content: 'x' }];
		expect(withAttachedParts(messages, [])).toBe(messages);
		expect(() => withAttachedParts(messages, [part])).toThrow(
			'Attachments need a message with the role user',
		);
	});
});
