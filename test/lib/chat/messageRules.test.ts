import { lawfulMessages } from '../../../lib/chat/messageRules';
import { messages as stated } from '../../service/schemas/messages';

const user = { role: 'user', content: 'Hi' };
const text = (words: string) => ({ type: 'text', text: words });
const picture = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };

describe('a message that breaks a rule of the service', () => {
	it.each<[string, object, object]>([
		[
			'a part of empty text',
			{ role: 'user', content: [text(''), text('Hi'), picture] },
			{ content: [text('Hi'), picture] },
		],
		['nothing but empty text', { role: 'system', content: [text('')] }, { content: '' }],
		['an assistant that says nothing', { role: 'assistant', content: null }, { content: '' }],
		['an assistant without a content', { role: 'assistant', tool_calls: [] }, { content: '' }],
		[
			'a result in parts',
			{ role: 'tool', tool_call_id: 'c', content: [text('a'), text('b')] },
			{ content: 'ab' },
		],
		[
			'a result that is an object',
			{ role: 'tool', tool_call_id: 'c', content: { sum: 3 } },
			{ content: '{"sum":3}' },
		],
		['a result of nothing', { role: 'tool', tool_call_id: 'c', content: null }, { content: '' }],
	])('is repaired where that loses nothing: %s', (_what, message, repaired) => {
		expect(stated.safeParse([message]).success).toBe(false);
		const made = lawfulMessages([{ ...message }]);
		expect(made).toEqual([{ ...message, ...repaired }]);
		expect(stated.safeParse(made).success).toBe(true);
	});

	it.each<[string, object[], RegExp]>([
		['no message', [], /There is no message/],
		['another role', [user, { role: 'robot', content: 'Hi' }], /^Role of Message 2 .*"robot"/],
		['no role', [{ content: 'Hi' }], /^Role of Message 1 .* but nothing was given/],
		['a file of an assistant', [{ role: 'assistant', content: [picture] }], /carries a file/],
		['a file of the system', [{ role: 'system', content: [text('a'), picture] }], /carries a file/],
		[
			'a file as a result',
			[{ role: 'tool', tool_call_id: 'c', content: [picture] }],
			/^Message 1 has the role tool and carries a file/,
		],
		['a result of no call', [{ role: 'tool', content: 'Hi' }], /needs the Tool Call ID/],
		['a user who says nothing', [{ role: 'user', content: null }], /^Message 1 has no content/],
	])('is refused otherwise: %s', (_what, list, sentence) => {
		expect(stated.safeParse(list).success).toBe(false);
		expect(() => lawfulMessages(list.map((one) => ({ ...one })))).toThrow(sentence);
	});
});

it('a message that breaks none goes as it is: signed, with calls alone, with files of the user', () => {
	const list = [
		{ role: 'developer', content: [text('Be brief')] },
		{ role: 'user', content: [text('Look'), picture], name: 'Ann' },
		{ role: 'assistant', content: null, tool_calls: [call], thought_signature: 'AAA=' },
		{ role: 'tool', tool_call_id: 'c', content: '' },
		{ role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm' }] },
	];
	expect(lawfulMessages(list)).toEqual(list);
});
