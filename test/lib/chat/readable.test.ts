import { readChunk } from '../../../lib/chat/chunks';

const chunk = (delta: unknown, more = {}) => ({ choices: [{ index: 0, delta, ...more }] });

it.each([
	['a piece of text', chunk({ content: 'Hi' })],
	['the end, without text', chunk({}, { finish_reason: 'stop' })],
	['a text of null', chunk({ content: null, tool_calls: null })],
	['parts of a text', chunk({ content: [{ type: 'text', text: 'Hi' }] })],
	['no choice', { choices: [], usage: {} }],
	['no choices', { id: 'a' }],
])('a chunk can be read with %s', (_what, one) => {
	expect(readChunk(one)).toMatchObject({ sent: one });
});

it.each([
	['a number for a text', chunk({ content: 7 })],
	['an object for a text', chunk({ content: { text: 'Hi' } })],
	['tool calls that are no list', chunk({ content: 'Hi', tool_calls: 'none' })],
	['a text in place of a piece', chunk('Hi')],
	['a message that is a number', chunk({ content: 'Hi' }, { message: 7 })],
	['choices that are no list', { choices: 'none' }],
])('a chunk cannot be read with %s', (_what, one) => {
	expect(readChunk(one)).toEqual(expect.any(String));
});
